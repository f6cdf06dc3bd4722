import CommandLineSupport

/// The options of `cordon-bench compare`.
struct CompareOptions: Equatable {
  /// The executable to compare with, or `nil` where a baseline file is.
  var base: String?
  /// The executable to judge.
  var new = ""
  /// The baseline file to compare with.
  var baseline: String?
  /// Only cases whose name contains this.
  var filter: String?
  /// Where the results go as JSON, if anywhere.
  var json: String?
  /// Where the times of all blocks go as CSV, if anywhere.
  var timings: String?
  /// How much to run.
  var limits = CaseComparison.Limits()
  /// Whether to count and take no times.
  var isCountsOnly = false
  /// Whether to leave out instructions, which callgrind counts.
  var isWithoutInstructions = false
  /// Whether to name the cases and to compare nothing.
  var isList = false
  /// From which random orders and draws follow.
  var seed: UInt64 = 1
  /// Percent of extra work of the new one.
  var extraPercent = 0

  /// Understands the arguments that follow `compare`.
  init(_ arguments: [String]) throws(UsageError) {
    var pairs, cap, launches, seed, extra: String?
    var operands: [String] = []
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--baseline"): try cursor.take(into: &baseline)
      case .option("--filter"): try cursor.take(into: &filter)
      case .option("--json"): try cursor.take(into: &json)
      case .option("--timings"): try cursor.take(into: &timings)
      case .option("--pairs"): try cursor.take(into: &pairs)
      case .option("--cap"): try cursor.take(into: &cap)
      case .option("--launches"): try cursor.take(into: &launches)
      case .option("--seed"): try cursor.take(into: &seed)
      case .option("--extra"): try cursor.take(into: &extra)
      case .option("--counts-only"): isCountsOnly = true
      case .option("--no-instructions"): isWithoutInstructions = true
      case .option("--list"): isList = true
      case .option(let name):
        throw UsageError(
          "unknown option \(name)\(suggestion(for: name, among: Self.names)); cordon-bench --help lists all")
      case .operand(let text): operands.append(text)
      }
    }
    limits = try CaseComparison.Limits(pairs: pairs, cap: cap, launches: launches)
    if let seed { self.seed = UInt64(try wholeNumber(seed, "--seed", 0...Int.max)) }
    if let extra { extraPercent = try wholeNumber(extra, "--extra", 0...100) }
    if !isList { try take(operands) }
  }

  private mutating func take(_ operands: [String]) throws(UsageError) {
    let expected = baseline == nil ? "two executables, as in cordon-bench compare BASE NEW" : "one executable, NEW"
    guard operands.count == (baseline == nil ? 2 : 1) else {
      throw UsageError("compare takes \(expected), and was given \(operands.count)")
    }
    base = baseline == nil ? operands[0] : nil
    new = operands[operands.count - 1]
  }

  private static let names = [
    "--baseline", "--filter", "--json", "--timings", "--pairs", "--cap", "--launches", "--seed", "--counts-only",
    "--no-instructions", "--list", "--help",
  ]

  /// The cases that are selected.
  func cases() throws(UsageError) -> [WorkCase] { try WorkCase.selected(filter) }
}

extension CaseComparison.Limits {
  /// The limits that options give.
  init(pairs: String?, cap: String?, launches: String?) throws(UsageError) {
    if let pairs { self.pairs = try wholeNumber(pairs, "--pairs", 30...100_000) }
    // Whatever looks like a regression is measured twice as long before it is called one.
    self.cap = max(self.cap, 2 * self.pairs)
    if let cap { self.cap = try wholeNumber(cap, "--cap", 2 * self.pairs...1_000_000) }
    if let launches { self.launches = try wholeNumber(launches, "--launches", 3...30) }
  }
}

extension WorkCase {
  /// The cases whose names contain a text.
  static func selected(_ filter: String?) throws(UsageError) -> [WorkCase] {
    let selected = table.filter { filter.map($0.name.contains) ?? true }
    guard !selected.isEmpty else {
      throw UsageError(
        "--filter \(filter ?? "") selects no case; there are \(table.map(\.name).joined(separator: ", "))")
    }
    return selected
  }

  /// The names of all cases, and what they stand for.
  static var listing: String { table.map { "\($0.name): \($0.summary)\n" }.joined() }
}
