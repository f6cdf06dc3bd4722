import CommandLineSupport
import Workload

/// Compares two builds in one case: what they count, then how long they take.
struct CaseComparison {
  /// How much to run before giving up.
  struct Limits: Equatable {
    /// Pairs to begin with.
    var pairs = 250
    /// The most pairs, to which inconclusive and restless cases are led by doubling; at least twice ``pairs``.
    var cap = 1000
    /// Launches for the pairs to begin with; they double as well.
    var launches = 5

    /// The usual ones.
    init() {}
  }

  let caseName: String
  let contestants: Contestants
  let limits: Limits
  let seed: UInt64

  /// Compares the times. `record` is given the times of each launch.
  func times(record: ([BlockTimes]) throws -> Void = { _ in }) throws -> CaseResult.Times {
    var run = PairedRun(caseName, contestants, seed: seed)
    var launches: [BlockTimes] = []
    var effort = PairedRun.Effort(pairs: limits.pairs, launches: limits.launches)
    var wasRegression = false
    while true {
      let more = try run.run(effort)
      try record(more)
      launches += more
      let result = Self.judge(launches, seed: seed)
      let isSure =
        result.verdict == .same || result.verdict == .faster || (result.verdict == .regression && wasRegression)
      // A regression must still be one when there is twice as much to judge by.
      if isSure || 2 * result.pairs > limits.cap { return result }
      wasRegression = result.verdict == .regression
      effort = PairedRun.Effort(pairs: result.pairs, launches: result.launches)
    }
  }

  /// What these launches say.
  static func judge(_ launches: [BlockTimes], seed: UInt64) -> CaseResult.Times {
    let change = RatioInterval(of: launches.map(\.changes), seed: seed)
    let control = RatioInterval(of: launches.map(\.controlChanges), seed: seed &+ 1)
    var base = launches.flatMap(\.base)
    return CaseResult.Times(
      verdict: TimeRule.judge(change, control: control), change: change, control: control, pairs: base.count,
      launches: launches.count, baseNanoseconds: middle(of: &base))
  }

  /// Compares the counts, each build counting at the same time.
  func gates(valgrind: String?) throws(PairedRun.Failure) -> [CountGate] {
    let base = try Counter(contestants.base, caseName, role: "base")
    let new = try Counter(contestants.new, caseName, role: "new")
    var (baseCounts, baseData) = try base.counts()
    var (newCounts, newData) = try new.counts()
    guard baseData == newData else { throw .noBaseline("the base works on other data") }
    if let valgrind {
      let base = try Counter(contestants.base, caseName, role: "base", valgrind: valgrind)
      let new = try Counter(contestants.new, caseName, role: "new", valgrind: valgrind)
      baseCounts[.instructions] = try base.counts().counts[.instructions]
      newCounts[.instructions] = try new.counts().counts[.instructions]
    }
    return CountGate.all(base: baseCounts, new: newCounts)
  }
}
