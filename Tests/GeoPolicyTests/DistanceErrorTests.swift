import Foundation
import GeoPolicy
import TestSupport
import Testing

/// How wrong `meters` is at worst, against numbers of 50 digits; see `data/distances/README.md` for how those were made.
@Suite struct DistanceErrorTests {
  /// The worst errors that are allowed, in meters, by range of distance: anywhere, by the poles, by ±180°, by the equator.
  static let bounds: [(range: String, anywhere: Double, pole: Double, dateLine: Double, equator: Double)] = [
    ("to-1m", 1e-11, 2e-9, 8e-9, 1e-15),
    ("to-1km", 1e-10, 2e-9, 8e-9, 1e-12),
    ("to-100km", 2e-9, 3e-9, 8e-9, 4e-9),
    ("to-10000km", 9e-9, 6e-9, 9e-9, 9e-9),
    ("to-19900km", 3e-7, 3e-7, 3e-7, 3e-7),
    ("antipode", 0.3, 0.3, 0.3, 0.3),
  ]

  @Test func worstErrorsAreAsDocumented() throws {
    let worst = try worstErrors()
    #expect(worst.count == 24)
    for bound in Self.bounds {
      for (place, allowed) in [
        ("any", bound.anywhere), ("pole", bound.pole), ("dateline", bound.dateLine), ("equator", bound.equator),
      ] {
        let error = try #require(worst["\(bound.range) \(place)"])
        print("meters, \(bound.range), \(place): wrong by \(error) m at worst")
        #expect(error <= allowed, "\(bound.range), \(place)")
        // A bound that nothing comes near says nothing.
        #expect(error > allowed / 100, "\(bound.range), \(place)")
      }
    }
  }

  /// The worst error of each range and place, in meters.
  private func worstErrors() throws -> [String: Double] {
    let text = try String(contentsOf: dataFolder.appending(path: "distances/distances.txt"), encoding: .utf8)
    var worst: [String: Double] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let numbers = fields.dropFirst(2).compactMap { Double($0) }
      try #require(numbers.count == 6, "\(line)")
      let measured = metersBetweenValid(numbers[0], numbers[1], numbers[2], numbers[3])
      // The true distance is the sum of two numbers; the first is so near that this subtraction is exact.
      let error = abs((measured - numbers[4]) - numbers[5])
      worst["\(fields[0]) \(fields[1])", default: 0].formMax(error)
    }
    return worst
  }
}

extension Double {
  fileprivate mutating func formMax(_ other: Double) { self = Swift.max(self, other) }
}
