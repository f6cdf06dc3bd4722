import GeoPolicy
import MultiFence
import NaiveScan

/// How a scenario is answered: one row of the result.
struct Variant: Sendable {
  /// What the variant runs on, and what its result must equal.
  enum Kind: Sendable {
    /// An engine that answers all samples; all of these agree.
    case engine
    /// An engine that answers an affordable part; it agrees with the others on that part.
    case scan
    /// No engine: there is no result to compare.
    case part
  }

  let name: String
  /// What it does.
  let summary: String
  let kind: Kind
  let clock: Clock
  /// The most rounds it takes part in.
  var maximumRounds = Int.max
  /// Whether it can do scenarios in which fences change.
  var takesChanges = true
  /// Runs once.
  let run: @Sendable (WorkSet) throws -> Pass

  /// All variants in the order in which they take turns.
  static let table = [
    engine("naive", "every fence for every sample, by the reference; a part of the samples", kind: .scan, rounds: 3) {
      try NaiveEngine(fences: $0.fences, policies: $0.policies)
    },
    engine(
      "kernel", "every fence for every sample, by the function for batches; the same part", kind: .scan, rounds: 3,
      takesChanges: false
    ) { KernelScan(fences: $0.fences, policies: $0.policies) },
    engine("indexed", "the engine, every accepted sample looked up") { try makeEngine($0, skips: false) },
    engine("skip", "the engine as it is by default, samples that provably change nothing passed over") {
      try makeEngine($0, skips: true)
    },
    engine("threads2", "as skip, with two threads, by the clock on the wall", clock: .wall) {
      try makeEngine($0, skips: true, threads: 2)
    },
    Variant(
      name: "names", summary: "a device's handle from its name, which the others are given", kind: .part,
      clock: .thread, maximumRounds: 3, run: { try NameLookup.measure($0) }),
  ]

  private static func engine(
    _ name: String, _ summary: String, kind: Kind = .engine, clock: Clock = .thread, rounds: Int = .max,
    takesChanges: Bool = true, _ makeEngine: @escaping @Sendable (WorkSet) throws -> any MeasuredEngine
  ) -> Variant {
    Variant(name: name, summary: summary, kind: kind, clock: clock, maximumRounds: rounds, takesChanges: takesChanges) {
      try Pass.measure($0, by: clock, engine: makeEngine)
    }
  }

  private static func makeEngine(_ set: WorkSet, skips: Bool, threads: Int = 1) throws -> FenceEngine {
    var options = EngineOptions()
    options.skipsSafely = skips
    options.threads = threads
    return try FenceEngine(fences: set.fences, policies: set.policies, options: options)
  }
}
