import CommandLineSupport

/// What a command line asks for.
enum Invocation: Equatable {
  /// To print this text.
  case help(String)
  /// To print the version.
  case version
  /// To replay samples.
  case replay(ReplayOptions)

  /// Understands the arguments that follow the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else {
      throw UsageError("no command; cordon replay is the main one, cordon --help lists all")
    }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h": self = .help(HelpText.overview)
    case "--version":
      guard rest.isEmpty else { throw UsageError("--version takes nothing else, \(rest[0]) is too much") }
      self = .version
    case "help": self = .help(try Self.helpText(rest))
    case "replay":
      self = Self.asksForHelp(rest) ? .help(HelpText.replay) : .replay(try ReplayOptions(rest))
    default:
      let kind = first.hasPrefix("-") ? "option" : "command"
      throw UsageError("unknown \(kind) \(first)\(suggestion(for: first, among: Self.names)); cordon --help lists all")
    }
  }

  private static let names = ["replay", "help", "--help", "--version"]

  private static func helpText(_ topics: [String]) throws(UsageError) -> String {
    guard let topic = topics.first else { return HelpText.overview }
    guard topics.count == 1 else { throw UsageError("help takes one command, as in cordon help replay") }
    switch topic {
    case "replay": return HelpText.replay
    case "help", "--help", "-h": return HelpText.overview
    default:
      throw UsageError("no help on \(topic)\(suggestion(for: topic, among: ["replay"])); cordon --help lists all")
    }
  }

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }
}
