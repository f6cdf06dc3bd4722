/// What a comparison found about one case.
struct CaseResult {
  /// What came of the times.
  struct Times {
    var verdict: TimeVerdict
    var change: RatioInterval
    var control: RatioInterval
    var pairs: Int
    var launches: Int
    /// Nanoseconds of a round of blocks in the base, in the middle.
    var baseNanoseconds: Double
  }

  var name: String
  var times: Times?
  /// What times say that were taken on another day, where they may be compared at all.
  var coarse: TimeVerdict?
  var gates: [CountGate] = []
  /// Why there is nothing to compare with, where there is not.
  var missing: String?

  /// Takes back a regression of times that instructions do not bear out.
  mutating func weighInstructions() {
    guard let times, times.verdict == .regression,
      let instructions = gates.first(where: { $0.metric == .instructions })?.change
    else { return }
    self.times?.verdict = TimeRule.judge(regressionBy: times.change, instructions: instructions)
  }

  /// Whether anything got worse, or answers otherwise.
  var isRegression: Bool {
    times?.verdict == .regression || coarse == .regression
      || gates.contains { $0.verdict == .regression || $0.verdict == .different }
  }
}
