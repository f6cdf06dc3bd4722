import GeoPolicy
import Testing

/// What `meters` promises at special places; how exact it is elsewhere is in `DistanceErrorTests`.
@Suite struct DistanceTests {
  static let halfCircumference = Double.pi * earthRadiusMeters

  static let places: [Point] = [
    Point(latitude: 0, longitude: 0), Point(latitude: -0.0, longitude: 180), Point(latitude: 0, longitude: -180),
    Point(latitude: 90, longitude: 0), Point(latitude: 90, longitude: 133), Point(latitude: -90, longitude: -57),
    Point(latitude: 40, longitude: -75), Point(latitude: -16.8, longitude: 179.9999999),
    Point(latitude: 89.9999999, longitude: -180), Point(latitude: 52.52, longitude: 13.405),
    Point(latitude: -52.52, longitude: -166.595),
  ]

  @Test(arguments: places, places)
  func isSymmetricToTheLastBitAndWithinTheGlobe(a: Point, b: Point) throws {
    let there = try #require(meters(a, b))
    let back = try #require(meters(b, a))
    #expect(there.bitPattern == back.bitPattern)
    #expect(there >= 0 && there <= Self.halfCircumference)
    #expect(there == metersBetweenValid(a.latitude, a.longitude, b.latitude, b.longitude))
  }

  @Test(arguments: places)
  func isZeroToItself(place: Point) {
    #expect(meters(place, place) == 0)
  }

  @Test func meridianHasTwoNames() throws {
    let east = Point(latitude: 51.5, longitude: 180)
    let west = Point(latitude: 51.5, longitude: -180)
    #expect(try #require(meters(east, west)) < 2e-9)
  }

  @Test(arguments: [90.0, -90])
  func poleHasAllLongitudes(latitude: Double) throws {
    let pole = Point(latitude: latitude, longitude: 0)
    for longitude in stride(from: -180.0, through: 180, by: 22.5) {
      #expect(try #require(meters(pole, Point(latitude: latitude, longitude: longitude))) < 2e-9)
      // One ten-thousandth of a degree is 11.119 492 664 m along every meridian.
      let near = Point(latitude: latitude * (1 - 1e-4 / 90), longitude: longitude)
      #expect(abs(try #require(meters(pole, near)) - 11.119_492_664_455_874) < 1e-7)
    }
  }

  @Test(arguments: zip([0.0, 40, -77.85, 90], [0.0, -75, 166.7, 12]))
  func antipodeIsHalfTheCircumferenceAway(latitude: Double, longitude: Double) throws {
    let place = Point(latitude: latitude, longitude: longitude)
    let opposite = Point(latitude: -latitude, longitude: longitude > 0 ? longitude - 180 : longitude + 180)
    #expect(abs(try #require(meters(place, opposite)) - Self.halfCircumference) < 0.3)
  }

  @Test func degreesOfTheGlobe() throws {
    let origin = Point(latitude: 0, longitude: 0)
    let degree = 111_194.926_644_558_73
    #expect(abs(try #require(meters(origin, Point(latitude: 1, longitude: 0))) - degree) < 1e-8)
    #expect(abs(try #require(meters(origin, Point(latitude: 0, longitude: -1))) - degree) < 1e-8)
    #expect(abs(try #require(meters(origin, Point(latitude: 0, longitude: 90))) - 90 * degree) < 1e-8)
    // A degree of longitude at 60° is a little less than half: the great circle is shorter than the parallel.
    let a = Point(latitude: 60, longitude: 10)
    #expect(abs(try #require(meters(a, Point(latitude: 60, longitude: 11))) - 55_596.934_071_140_86) < 1e-8)
  }

  @Test(arguments: [
    Point(latitude: 90.000_000_1, longitude: 0), Point(latitude: -91, longitude: 0),
    Point(latitude: 0, longitude: 180.000_000_1), Point(latitude: 0, longitude: -181),
    Point(latitude: .nan, longitude: 0), Point(latitude: 0, longitude: .nan),
    Point(latitude: .infinity, longitude: 0), Point(latitude: 0, longitude: -.infinity),
  ])
  func invalidPointHasNoDistance(point: Point) {
    #expect(!point.valid)
    #expect(meters(point, Point(latitude: 0, longitude: 0)) == nil)
    #expect(meters(Point(latitude: 0, longitude: 0), point) == nil)
    #expect(meters(point, point) == nil)
  }

  @Test(arguments: [90.0, -90], [180.0, -180])
  func limitsAreValid(latitude: Double, longitude: Double) {
    #expect(Point(latitude: latitude, longitude: longitude).valid)
  }
}
