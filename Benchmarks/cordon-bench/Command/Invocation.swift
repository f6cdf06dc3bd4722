import CommandLineSupport

/// What a command line asks for.
enum Invocation: Equatable {
  /// To print this text.
  case help(String)
  /// To name the measurements that these options select.
  case list(RunOptions)
  /// To measure.
  case run(RunOptions)

  /// Understands the arguments that follow the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else {
      throw UsageError("no command; cordon-bench run measures, cordon-bench --help tells all")
    }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h", "help": self = .help(HelpText.overview)
    case "run":
      if rest.contains("--help") || rest.contains("-h") {
        self = .help(HelpText.overview)
        return
      }
      let options = try RunOptions(rest)
      self = options.isList ? .list(options) : .run(options)
    default:
      let near = suggestion(for: first, among: ["run", "help", "--help"])
      throw UsageError("unknown command \(first)\(near); cordon-bench --help tells all")
    }
  }
}
