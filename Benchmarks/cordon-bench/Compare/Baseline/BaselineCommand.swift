import CommandLineSupport

/// The options of `cordon-bench baseline`.
struct BaselineOptions: Equatable {
  /// Where the baseline goes; `-` is standard output.
  var json = standardStreamPath
  /// Only cases whose name contains this.
  var filter: String?
  /// Whether to leave out instructions.
  var isWithoutInstructions = false

  /// Understands the arguments that follow `baseline`.
  init(_ arguments: [String]) throws(UsageError) {
    var path: String?
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--json"): try cursor.take(into: &path)
      case .option("--filter"): try cursor.take(into: &filter)
      case .option("--no-instructions"): isWithoutInstructions = true
      case .option(let name):
        let names = ["--json", "--filter", "--no-instructions", "--help"]
        throw UsageError("unknown option \(name)\(suggestion(for: name, among: names)); cordon-bench --help lists all")
      case .operand(let text): throw UsageError("unexpected argument \(text); baseline measures this build itself")
      }
    }
    guard let path else { throw UsageError("no file; name it with --json FILE, or - for standard output") }
    json = path
  }
}

/// `cordon-bench baseline`: measures this build, to compare later ones with.
struct BaselineCommand {
  private let options: BaselineOptions
  private let cases: [WorkCase]

  init(_ options: BaselineOptions) throws(UsageError) {
    self.options = options
    cases = try WorkCase.selected(options.filter)
  }

  /// Measures and writes the file.
  func run() throws {
    let file = try OutputFile(path: options.json)
    let valgrind = options.isWithoutInstructions ? nil : Subprocess.find("valgrind")
    var header = JSONObject()
    header.add("cordonBenchBaseline", integer: Baseline.formatVersion)
    header.add(Machine())
    header.add("commit", text: Commit.current)
    try file.write(header.line())
    for workCase in cases {
      Diagnostics.progress("\(workCase.name): measuring")
      do {
        let measured = try BaselineCase(
          measuring: workCase.name, Subprocess.ownPath, limits: CaseComparison.Limits(), seed: 1, valgrind: valgrind,
          isCountsOnly: false)
        try file.write(measured.line)
      } catch PairedRun.Failure.worker(_, let failure) {
        throw CommandEnd.failure(.internalError, "\(workCase.name): a worker \(failure.sentence)")
      }
    }
    try file.finish()
    try file.publish()
  }
}
