import GeoPolicy
import TestSupport
import Testing
import Workload

@testable import FenceReplay

struct SweepReportTests {
  private func made(_ flaps: Int, _ missed: Int, _ delays: [Double]) throws -> SweepResult {
    var result = SweepResult(try SweepLists().settings(of: .standard).settings[0])
    result.flapCount = flaps
    result.missedVisitCount = missed
    result.delay = DelaySummary(delays)
    return result
  }

  @Test func theBestAreThoseThatNoneBeats() throws {
    var results = [
      try made(3, 0, [5]), try made(3, 0, [4]), try made(0, 0, [9]), try made(0, 1, [9]), try made(0, 4, []),
      try made(3, 0, [4]), try made(0, 1, [8]),
    ]
    results.markBestTradeOffs()
    #expect(results.map(\.isBestTradeOff) == [false, true, true, false, false, true, true])
  }

  @Test func theFrontIsThatOfAllPairs() throws {
    var random = SplitMix64(seed: 21)
    var results = try (0..<300).map { _ in
      try made(random.below(12), random.below(12), random.chance(0.1) ? [] : [Double(random.below(12))])
    }
    results.markBestTradeOffs()
    func costs(_ result: SweepResult) -> [Double] {
      [Double(result.flapCount), Double(result.missedVisitCount), result.delay.ninthDecileSeconds ?? .infinity]
    }
    for result in results {
      let isBeaten = results.contains { other in
        costs(other) != costs(result) && zip(costs(other), costs(result)).allSatisfy(<=)
      }
      #expect(result.isBestTradeOff == !isBeaten)
    }
  }

  private func report() throws -> SweepReport {
    var world = StoreWorld(StoreWorld.Parameters(fenceCount: 200, deviceCount: 10, seed: 3))
    let sweep = try SweepInput(&world, sampleCount: 2000).sweep(
      SweepLists(enter: [60, 80], exit: [70, 120.5], confirm: [1, 2]))
    return SweepReport(sweep, sweep.allResults)
  }

  @Test func jsonHasItsKeys() throws {
    let json = try #require(OrderedJSON(String(decoding: try report().json, as: UTF8.self)))
    guard case .object(let members) = json else { return #expect(Bool(false), "no object") }
    #expect(
      members.map(\.key) == [
        "samples", "malformed", "devices", "fences", "sweptFences", "visits", "flapWindow", "impossible", "yardstick",
        "settings",
      ])
    #expect(json["samples"]?.number == 2000)
    #expect(json["impossible"]?.number == 2)
    let settings = try #require(json["settings"]?.elements)
    #expect(settings.count == 6)
    guard case .object(let first) = settings[0] else { return #expect(Bool(false), "no object") }
    #expect(
      first.map(\.key) == [
        "enter", "exit", "maxAccuracy", "enterConfirmations", "exitConfirmations", "best", "flaps", "missedVisits",
        "delay", "enterDelay", "exitDelay", "enters", "exits", "flappingDevices", "flappingFences", "accepted",
        "fences", "fencesSkipped",
      ])
    #expect(settings[2]["exit"]?.number == 120.5)
    #expect(settings[0]["delay"]?["count"]?.number ?? 0 > 0)
  }

  @Test func csvHasOneRowForEachSetting() throws {
    let report = try report()
    let lines = String(decoding: report.csv, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 8)
    #expect(lines.last == "")
    for line in lines.dropLast() {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == 21)
    }
    #expect(lines[3].hasPrefix("60,120.5,30,1,1,"))
    for (line, result) in zip(lines.dropFirst(), report.results) {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false)[6] == "\(result.flapCount)")
    }
  }

  @Test func textMarksTheBest() throws {
    let report = try report()
    let lines = report.text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("*") } == report.results.count { $0.isBestTradeOff } + 1)
    #expect(lines.last == "note: 2 combinations left out, for exit would be less than enter")
  }

  @Test func delaysOfNothing() {
    #expect(DelaySummary([]).medianSeconds == nil)
    #expect(DelaySummary([7]).ninthDecileSeconds == 7)
    #expect(DelaySummary([1, 2]).medianSeconds == 1)
    #expect(DelaySummary([3, 1, 2]).medianSeconds == 2)
  }
}
