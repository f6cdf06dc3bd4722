import CommandLineSupport

/// What a command line asks for.
enum Invocation: Equatable {
  /// To print this text.
  case help(String)
  /// To print the version.
  case version
  /// To replay samples.
  case replay(ReplayOptions)
  /// To find causes.
  case diagnose(DiagnoseOptions)
  /// To check a fence file.
  case check(CheckOptions)
  /// To try settings on samples.
  case sweep(SweepCommandOptions)
  /// To verify or accept folders.
  case verify(VerifyOptions)
  /// To record what a person saw.
  case attest(AttestOptions)
  /// To show what was validated.
  case validation(ValidationOptions)

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
    case "diagnose":
      self = Self.asksForHelp(rest) ? .help(DiagnoseOptions.help) : .diagnose(try DiagnoseOptions(rest))
    case "check":
      self = Self.asksForHelp(rest) ? .help(HelpText.check) : .check(try CheckOptions(rest))
    case "sweep":
      self = Self.asksForHelp(rest) ? .help(HelpText.sweep) : .sweep(try SweepCommandOptions(rest))
    case "verify":
      self = Self.asksForHelp(rest) ? .help(HelpText.verify) : .verify(try VerifyOptions(rest))
    case "attest":
      self = Self.asksForHelp(rest) ? .help(HelpText.attest) : .attest(try AttestOptions(rest))
    case "validation":
      self = Self.asksForHelp(rest) ? .help(HelpText.validation) : .validation(try ValidationOptions(rest))
    default:
      let kind = first.hasPrefix("-") ? "option" : "command"
      throw UsageError("unknown \(kind) \(first)\(suggestion(for: first, among: Self.names)); cordon --help lists all")
    }
  }

  private static let names = commandNames + ["help", "--help", "--version"]
  private static let commandNames = ["replay", "diagnose", "check", "sweep", "verify", "attest", "validation"]

  private static func helpText(_ topics: [String]) throws(UsageError) -> String {
    guard let topic = topics.first else { return HelpText.overview }
    guard topics.count == 1 else { throw UsageError("help takes one command, as in cordon help replay") }
    switch topic {
    case "replay": return HelpText.replay
    case "diagnose": return DiagnoseOptions.help
    case "check": return HelpText.check
    case "sweep": return HelpText.sweep
    case "verify": return HelpText.verify
    case "attest": return HelpText.attest
    case "validation": return HelpText.validation
    case "help", "--help", "-h": return HelpText.overview
    default:
      throw UsageError("no help on \(topic)\(suggestion(for: topic, among: commandNames)); cordon --help lists all")
    }
  }

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }
}
