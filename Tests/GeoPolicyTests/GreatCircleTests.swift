import GeoPolicy
import Testing
import TestSupport

/// Ways along great circles: how near they come to a place, and how a place lies from another.
struct GreatCircleTests {
  /// A place at many fractions of a way, and the nearest of them.
  private func nearestOfMany(to place: Point, from start: Point, to end: Point, _ count: Int = 4000) -> Double {
    (0...count).map {
      meters(place, placeOnWay(from: start, to: end, fraction: Double($0) / Double(count))) ?? .infinity
    }
    .min() ?? .infinity
  }

  @Test(arguments: [
    (Point(latitude: 40, longitude: -75), Point(latitude: 40.01, longitude: -75.01)),
    (Point(latitude: -16.8, longitude: 179.99), Point(latitude: -16.81, longitude: -179.985)),
    (Point(latitude: 0, longitude: -180), Point(latitude: 0.02, longitude: 179.98)),
    (Point(latitude: 89.99, longitude: 10), Point(latitude: 89.995, longitude: -170)),
    (Point(latitude: -89.99, longitude: 0), Point(latitude: -89.98, longitude: 90)),
    (Point(latitude: 65, longitude: 20), Point(latitude: 65.2, longitude: 20.9)),
  ])
  func closestIsTheNearestOfTheWay(start: Point, end: Point) throws {
    let length = try #require(meters(start, end))
    for (along, aside) in [(0.3, 0.001), (0.5, 0.0), (0.7, -0.002), (-0.3, 0.001), (1.4, 0.0)] {
      let base = placeOnWay(from: start, to: end, fraction: along)
      let place = Point(latitude: min(max(base.latitude + aside, -90), 90), longitude: base.longitude)
      let found = try #require(closestApproach(to: place, from: start, to: end))
      let wanted = nearestOfMany(to: place, from: start, to: end)
      #expect(found.meters <= wanted + 1e-3)
      #expect(found.meters >= wanted - length / 4000)
      #expect((0...1).contains(found.fraction))
      let foot = placeOnWay(from: start, to: end, fraction: found.fraction)
      #expect(abs((meters(foot, place) ?? .nan) - found.meters) < 1)
    }
  }

  @Test func aWayWithoutLengthIsItsPlace() throws {
    let place = Point(latitude: 10, longitude: 20)
    let other = Point(latitude: 10.001, longitude: 20)
    let found = try #require(closestApproach(to: other, from: place, to: place))
    #expect(found.meters == meters(place, other))
    #expect(closestApproach(to: place, from: Point(latitude: 91, longitude: 0), to: place) == nil)
    #expect(closestApproach(to: Point(latitude: .nan, longitude: 0), from: place, to: place) == nil)
  }

  @Test func placesOfAWayAreInProportion() throws {
    let (start, end) = (Point(latitude: 50, longitude: 179.9), Point(latitude: 51, longitude: -179.5))
    let length = try #require(meters(start, end))
    for fraction in [0, 0.25, 0.5, 0.9, 1] {
      let place = placeOnWay(from: start, to: end, fraction: fraction)
      #expect(place.valid)
      #expect(abs((meters(start, place) ?? .nan) - fraction * length) < 1)
    }
  }

  @Test func eastAndNorthKeepTheDistance() throws {
    let center = Point(latitude: 60, longitude: 179.9999)
    let east = try #require(eastNorthMeters(of: Point(latitude: 60, longitude: -179.9999), from: center))
    #expect(abs(east.east - 11.12) < 0.01)
    #expect(abs(east.north) < 0.01)
    let north = try #require(eastNorthMeters(of: Point(latitude: 60.001, longitude: 179.9999), from: center))
    #expect(abs(north.north - 111.195) < 0.01)
    #expect(abs(north.east) < 0.01)
    let pole = Point(latitude: -90, longitude: 0)
    let place = Point(latitude: -89.999, longitude: 90)
    let found = try #require(eastNorthMeters(of: place, from: pole))
    let size = (found.east * found.east + found.north * found.north).squareRoot()
    #expect(abs(size - (meters(pole, place) ?? .nan)) < 1e-6)
    #expect(abs(found.east - size) < 1e-6)
    let same = try #require(eastNorthMeters(of: center, from: center))
    #expect(same == (0, 0))
    #expect(eastNorthMeters(of: Point(latitude: 0, longitude: 200), from: center) == nil)
  }
}
