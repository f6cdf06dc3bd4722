import CommandLineSupport

/// The options of `cordon-bench run`.
struct RunOptions: Equatable {
  /// The user's own inputs.
  struct Files: Equatable {
    var fences: String
    var samples: String
    var policy: String?
  }

  /// The most rounds that may be asked for.
  static let roundCounts = 1...1000

  /// Where the rows go as JSON, if anywhere; `-` is standard output, and the table then goes to standard error.
  var json: String?
  /// Where the picture goes, if anywhere.
  var svg: String?
  /// Only measurements whose name, `scenario/variant`, contains this.
  var filter: String?
  /// Measure these files in place of the seeded scenarios.
  var files: Files?
  /// How often each variant runs.
  var rounds = 3
  /// Whether the scenarios that take long, and much memory, are among those selected.
  var isFull = false
  /// Whether to print the results to be stored, and not to compare with those that are.
  var isRenewing = false
  /// Whether to name the measurements and not to run them.
  var isList = false

  /// Understands the arguments that follow `run`.
  init(_ arguments: [String]) throws(UsageError) {
    var fences, samples, policy, rounds: String?
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--json"): try cursor.take(into: &json)
      case .option("--svg"): try cursor.take(into: &svg)
      case .option("--filter"): try cursor.take(into: &filter)
      case .option("--fences"): try cursor.take(into: &fences)
      case .option("--samples"): try cursor.take(into: &samples)
      case .option("--policy"): try cursor.take(into: &policy)
      case .option("--rounds"): try cursor.take(into: &rounds)
      case .option("--full"): isFull = true
      case .option("--renew"): isRenewing = true
      case .option("--list"): isList = true
      case .option(let name):
        let near = suggestion(for: name, among: Self.names)
        throw UsageError("unknown option \(name)\(near); cordon-bench --help lists all")
      case .operand(let text):
        throw UsageError("unexpected argument \(text); files are named by options, as in --samples \(text)")
      }
    }
    files = try Self.files(fences, samples, policy)
    if files != nil, svg != nil || isRenewing {
      throw UsageError(
        "\(svg != nil ? "--svg" : "--renew") is for the seeded scenarios; leave out --fences and --samples")
    }
    if let rounds { self.rounds = try Self.roundCount(rounds) }
  }

  private static let names = [
    "--json", "--svg", "--renew", "--filter", "--fences", "--samples", "--policy", "--rounds", "--full", "--list",
    "--help",
  ]

  private static func files(_ fences: String?, _ samples: String?, _ policy: String?) throws(UsageError) -> Files? {
    switch (fences, samples) {
    case (let fences?, let samples?): return Files(fences: fences, samples: samples, policy: policy)
    case (_?, nil): throw UsageError("--fences needs samples too; name their file with --samples FILE")
    case (nil, _?): throw UsageError("--samples needs fences too; name their file with --fences FILE")
    case (nil, nil):
      if policy != nil { throw UsageError("--policy goes with --fences and --samples; seeded worlds have their own") }
      return nil
    }
  }

  private static func roundCount(_ text: String) throws(UsageError) -> Int {
    guard let count = Int(text), roundCounts.contains(count) else {
      throw UsageError("--rounds \(text) is no whole number from 1 to \(roundCounts.upperBound)")
    }
    return count
  }
}
