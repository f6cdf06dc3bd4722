import Foundation
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

  /// Slower by the same instructions is a matter of where they lie; by more of them, or by much, it is not.
  @Test(
    arguments: [
      (5.0, 1_000_000, TimeVerdict.moved), (5, 1_000_900, .moved), (5, 999_100, .moved), (5, 1_002_000, .regression),
      (9, 1_000_000, .regression), (5, nil, .regression),
    ] as [(Double, Int?, TimeVerdict)])
  func timesAreWeighedByInstructions(percent: Double, instructions: Int?, verdict: TimeVerdict) {
    var slow = result(.regression)
    let change = log(1 + percent / 100)
    slow.times?.change = RatioInterval(low: change - 0.001, median: change, high: change + 0.001)
    slow.gates.append(CountGate(metric: .instructions, base: 1_000_000, new: instructions))
    slow.weighInstructions()
    #expect(slow.times?.verdict == verdict)
    #expect(slow.isRegression == (verdict == .regression))
    let text = ComparisonVerdict([slow]).text
    #expect(text.contains("very same instructions in case") == (verdict == .moved))
    var quick = result(.faster)
    quick.weighInstructions()
    #expect(quick.times?.verdict == .faster)
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
