import CommandLineSupport
import Testing

@testable import cordon_bench

@Suite struct CountGateTests {
  @Test(
    "what a count says",
    arguments: [
      (WorkMetric.events, 100, 100, CountVerdict.same), (.events, 100, 101, .different), (.events, 100, 99, .different),
      (.answer, -5, 5, .different), (.probes, 1000, 1010, .same), (.probes, 1000, 1011, .regression),
      (.probes, 1000, 989, .better), (.skips, 1000, 989, .regression), (.skips, 1000, 1011, .better),
      (.allocations, 0, 0, .same), (.allocations, 0, 1, .regression), (.fenceBytes, 1000, 1500, .regression),
      (.instructions, 1_000_000, 1_000_006, .same), (.instructions, 1_000_000, 1_020_000, .regression),
    ])
  func verdict(metric: WorkMetric, base: Int, new: Int, expected: CountVerdict) {
    #expect(CountGate(metric: metric, base: base, new: new).verdict == expected)
  }

  @Test func aCountThatOneLacksSaysNothing() {
    var base = WorkCounts()
    var new = WorkCounts()
    base[.events] = 5
    new[.events] = 5
    new[.allocations] = 7
    let gates = CountGate.all(base: base, new: new)
    #expect(gates.map(\.metric) == [.events, .allocations])
    #expect(gates.map(\.verdict) == [.same, .notCounted])
  }

  private func result(_ verdict: TimeVerdict?, _ counts: CountVerdict = .same, missing: String? = nil) -> CaseResult {
    var result = CaseResult(name: "case")
    let zero = RatioInterval(low: 0, median: 0, high: 0)
    result.times = verdict.map {
      CaseResult.Times(verdict: $0, change: zero, control: zero, pairs: 250, launches: 5, baseNanoseconds: 1)
    }
    result.gates = [CountGate(metric: .probes, base: 100, new: counts == .regression ? 200 : 100)]
    result.missing = missing
    return result
  }

  @Test func theExitCodeIsTheWorstThatIsSure() {
    #expect(ComparisonVerdict([result(.same), result(.faster), result(.inconclusive)]).exitCode == nil)
    #expect(ComparisonVerdict([result(.same), result(.void)]).exitCode == .void)
    #expect(ComparisonVerdict([result(.regression), result(.void)]).exitCode == .regression)
    #expect(ComparisonVerdict([result(.same, .regression)]).exitCode == .regression)
    #expect(ComparisonVerdict([result(.void, .regression)]).exitCode == .regression)
    #expect(ComparisonVerdict([result(nil, missing: "no"), result(.same)]).exitCode == nil)
    #expect(ComparisonVerdict([result(nil, missing: "no")]).exitCode == .noBaseline)
    #expect(ComparisonVerdict([result(.inconclusive)]).text.contains("notice: inconclusive in case"))
  }
}
