import FenceData
import FenceReplay
import GeoPolicy
import Testing
import Workload

/// Files made to be slow or to break something: the check ends, and counts right.
struct HostileFenceTests {
  private static let count = 8000

  private func report(_ fence: (Int, inout SplitMix64) throws -> (Point, enter: Double, exit: Double)) throws
    -> CheckReport
  {
    var random = SplitMix64(seed: 99)
    var file = FenceFile()
    for index in 0..<Self.count {
      let (center, enter, exit) = try fence(index, &random)
      file.fences.append(
        try Fence(id: Identifier("\(index)"), center: center, enterRadiusMeters: enter, exitRadiusMeters: exit))
      file.lines.append(index + 2)
    }
    file.rowCount = file.fences.count
    return checkFences(file)
  }

  @Test func allAtOneSpot() throws {
    let report = try report { _, _ in (Point(latitude: 40, longitude: -75), 80, 80) }
    #expect(report.finding(.duplicateFence)?.count == Self.count - 1)
    #expect(report.finding(.heavyOverlap)?.count == Self.count)
    #expect(report.finding(.heavyOverlap)?.detail == "up to 8000, counted at all centers")
    #expect(report.finding(.swallowed) == nil)
    #expect(report.finding(.nearbyCenter) == nil)
  }

  @Test func ringsAtOneSpot() throws {
    let report = try report { index, _ in (Point(latitude: 40, longitude: -75), Double(index + 1), Double(index + 2)) }
    #expect(report.finding(.sharedCenter)?.count == Self.count - 1)
    // Of rings of n and n + 1 meters every one but the last lies in the next.
    #expect(report.finding(.swallowed)?.count == Self.count - 1)
    #expect(report.unfinished.isEmpty)
  }

  @Test func everyRadiusAllOverTheGlobe() throws {
    let report = try report { _, random in
      let enter = random.logUniform(1, 3e7)
      return (Point(latitude: random.uniform(-90, 90), longitude: random.uniform(-180, 180)), enter, 1.5 * enter)
    }
    #expect(report.finding(.heavyOverlap)?.count == Self.count)
    #expect(report.finding(.neverLeft) != nil)
    #expect(report.finding(.swallowed) != nil)
  }

  @Test func polesAndTheDateLine() throws {
    let report = try report { index, random in
      let latitude = random.pick([90.0, -90, 0, 0])
      return (Point(latitude: latitude, longitude: random.pick([180.0, -180])), 100, 200 + Double(index % 2))
    }
    let rings = report.finding(.sharedCenter)?.count ?? 0
    #expect((report.finding(.duplicateFence)?.count ?? 0) + rings == Self.count - 3)
    #expect(rings == 3)
  }

  /// Half a ring of large circles that all just fail to hold each of the small ones in the middle.
  @Test func nearMisses() throws {
    let report = try report { index, random in
      guard index.isMultiple(of: 2) else {
        let place = Point(latitude: 1e-7 * random.uniform(), longitude: 1e-7 * random.uniform())
        return (place, 50, 100)
      }
      let angle = Double(index) / Double(Self.count) - 0.5
      let latitude = 0.01 * angle
      return (Point(latitude: latitude, longitude: (0.01 * 0.01 - latitude * latitude).squareRoot()), 1211.9, 1900)
    }
    #expect(report.finding(.swallowed) == nil)
    #expect(report.finding(.nearbyCenter)?.count ?? 0 >= Self.count / 4)
  }
}
