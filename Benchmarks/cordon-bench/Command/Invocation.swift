import CommandLineSupport

/// What a command line asks for.
enum Invocation: Equatable {
  /// To print this text.
  case help(String)
  /// To name the measurements that these options select.
  case list(RunOptions)
  /// To measure.
  case run(RunOptions)
  /// To plan capacity.
  case plan(PlanOptions)
  /// To be the process whose memory a plan measures; for a plan alone to ask.
  case planProcess([String])

  /// To name the cases of a comparison.
  case listCases
  /// To compare two builds.
  case compare(CompareOptions)
  /// To measure this build for later comparisons.
  case baseline(BaselineOptions)
  /// To find out whether comparisons can be relied on.
  case selfTest(SelfTestOptions)
  /// To be a worker of a comparison.
  case work(WorkOptions)

  /// Understands the arguments that follow the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else {
      throw UsageError("no command; cordon-bench run measures, cordon-bench plan plans, cordon-bench --help tells all")
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      self = .help(["compare", "baseline", "selftest"].contains(first) ? HelpText.compare : HelpText.overview)
      return
    }
    switch first {
    case "--help", "-h", "help": self = .help(HelpText.overview)
    case "run":
      let options = try RunOptions(rest)
      self = options.isList ? .list(options) : .run(options)
    case "plan": self = .plan(try PlanOptions(rest))
    case "plan-process": self = .planProcess(rest)
    case "compare":
      let options = try CompareOptions(rest)
      self = options.isList ? .listCases : .compare(options)
    case "baseline": self = .baseline(try BaselineOptions(rest))
    case "selftest": self = .selfTest(try SelfTestOptions(rest))
    case "work": self = .work(try WorkOptions(rest))
    default:
      let near = suggestion(for: first, among: ["run", "plan", "compare", "baseline", "selftest", "help", "--help"])
      throw UsageError("unknown command \(first)\(near); cordon-bench --help tells all")
    }
  }
}
