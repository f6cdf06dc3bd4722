import Foundation
import Testing

@testable import cordon_bench

@Suite struct TimeRuleTests {
  private static func interval(_ low: Double, _ median: Double, _ high: Double) -> RatioInterval {
    RatioInterval(low: log(1 + low / 100), median: log(1 + median / 100), high: log(1 + high / 100))
  }

  @Test(
    "what is a regression and what is not",
    arguments: [
      // low, median, high, median of the control, verdict
      (-0.5, 0.1, 0.6, 0.0, TimeVerdict.same), (2.1, 4.1, 4.9, 0.0, .regression), (1.9, 4.5, 4.8, 0.0, .same),
      (2.5, 3.9, 4.4, 0.0, .same), (1.0, 4.5, 6.0, 0.0, .inconclusive), (2.1, 6.0, 12.0, 0.0, .regression),
      (-2.0, 0.0, 2.0, 0.0, .inconclusive), (-7.0, -5.0, -4.5, 0.0, .faster), (5.0, 6.0, 7.0, 2.1, .void),
      (5.0, 6.0, 7.0, -2.1, .void), (5.0, 6.0, 7.0, 1.9, .regression), (-0.5, 0.0, 0.5, 3.0, .void),
    ])
  func rule(low: Double, median: Double, high: Double, control: Double, verdict: TimeVerdict) {
    let controlInterval = Self.interval(control - 0.1, control, control + 0.1)
    #expect(TimeRule.judge(Self.interval(low, median, high), control: controlInterval) == verdict)
  }

  @Test func theBaseIsBothOfItsProcesses() {
    let times = BlockTimes(base: [100, 100], new: [110, 110], control: [121, 100])
    #expect(abs(times.changes[0]) < 1e-12)
    #expect(abs(times.changes[1] - log(1.1)) < 1e-12)
    #expect(abs(times.controlChanges[0] - log(1.21)) < 1e-12)
  }
}
