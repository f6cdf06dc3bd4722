import Foundation
import GeoPolicy
import MultiFence
import TestSupport
import Testing

@testable import Workload

/// How wrong `metersBatch` is at worst, against numbers of 50 digits, and what it does with odd columns.
@Suite struct DistanceColumnsTests {
  /// The worst errors that are allowed, in metres.
  static let bounds: [(range: String, allowed: Double)] = [
    ("to-1m", 4e-9), ("to-1km", 4e-9), ("to-100km", 4e-9), ("to-10000km", 1e-8), ("to-19900km", 1e-6),
    ("antipode", 0.4),
  ]

  @Test func worstErrorsAreAsDocumented() throws {
    let text = try String(contentsOf: dataFolder.appending(path: "distances/distances.txt"), encoding: .utf8)
    var worst: [String: Double] = [:]
    var rows = 0
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let numbers = fields.dropFirst(2).compactMap { Double($0) }
      try #require(numbers.count == 6, "\(line)")
      // Both ways, and in different lanes.
      for (a, b) in [(0, 2), (2, 0)] {
        var distances: [Double] = []
        metersBatch(
          from: Point(latitude: numbers[a], longitude: numbers[a + 1]),
          latitudes: Array(repeating: numbers[b], count: 5), longitudes: Array(repeating: numbers[b + 1], count: 5),
          into: &distances)
        try #require(Set(distances.map(\.bitPattern)).count == 1, "\(line)")
        let error = abs((distances[0] - numbers[4]) - numbers[5])
        worst[String(fields[0])] = max(worst[String(fields[0]), default: 0], error)
        rows += 1
      }
    }
    #expect(rows > 4000)
    for (range, allowed) in Self.bounds {
      let error = try #require(worst[range])
      print("metersBatch, \(range): wrong by \(error) m at worst")
      #expect(error <= allowed, "\(range)")
      // A bound that nothing comes near says nothing.
      #expect(error > allowed / 100, "\(range)")
    }
  }

  @Test func agreesWithTheReference() throws {
    var random = SplitMix64(seed: 31)
    print("seed 31")
    for count in [0, 1, 2, 3, 4, 5, 7, 8, 63, 1000] {
      for _ in 0..<20 {
        let origin = random.pick([Geodesy.anywhere(&random), random.pick(WorldBuilder.remarkablePlaces)])
        let places = (0..<count).map { _ in
          random.pick([
            Geodesy.anywhere(&random), random.pick(WorldBuilder.remarkablePlaces), origin,
            Geodesy.destination(from: origin, azimuth: random.uniform(0, 6.3), meters: random.logUniform(1e-6, 1e7)),
          ])
        }
        var distances = Array(repeating: 7.0, count: random.below(12))
        metersBatch(
          from: origin, latitudes: places.map(\.latitude), longitudes: places.map(\.longitude), into: &distances)
        try #require(distances.count == count)
        for (place, distance) in zip(places, distances) {
          let expected = try #require(meters(origin, place))
          let allowed = expected < 1e7 ? 2e-8 : expected < 1.99e7 ? 2e-6 : 0.6
          #expect(abs(distance - expected) <= allowed, "\(origin) \(place)")
          if place == origin { #expect(distance == 0) }
        }
      }
    }
  }

  @Test func invalidPlacesHaveNoDistance() {
    let bad = [Double.nan, .infinity, -.infinity, 90.000_000_000_001, -91, 1e300, -1e300]
    let good = [90.0, -90, 0, -0.0, 89.999_999]
    var distances: [Double] = []
    metersBatch(
      from: Point(latitude: 10, longitude: 20), latitudes: bad + good, longitudes: Array(repeating: 5, count: 12),
      into: &distances)
    #expect(distances.map(\.isNaN) == Array(repeating: true, count: 7) + Array(repeating: false, count: 5))
    metersBatch(
      from: Point(latitude: 10, longitude: 20), latitudes: Array(repeating: 5, count: 9),
      longitudes: [.nan, .infinity, -.infinity, 180.000_000_000_1, -181, 1e300, 180, -180, -0.0], into: &distances)
    #expect(distances.map(\.isNaN) == Array(repeating: true, count: 6) + Array(repeating: false, count: 3))
    for origin in [Point(latitude: .nan, longitude: 0), Point(latitude: 0, longitude: 181)] {
      metersBatch(from: origin, latitudes: good, longitudes: good, into: &distances)
      #expect(distances.count == 5 && distances.allSatisfy(\.isNaN))
    }
  }
}
