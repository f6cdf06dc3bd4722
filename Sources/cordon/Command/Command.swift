import CommandLineSupport

/// The command as a whole: understands the arguments, runs what they ask for, and turns every end into an exit code.
enum Command {
  /// Runs the command and returns its exit code.
  static func run(_ arguments: [String]) -> ExitCode {
    prepareProcess()
    return exitCode(ofCommand: "cordon") {
      switch try Invocation(arguments) {
      case .help(let text): try writeToStandardOutput(text)
      case .version: try writeToStandardOutput("cordon \(version)\n")
      case .replay(let options): try ReplayCommand(options).run()
      case .diagnose(let options): try DiagnoseCommand(options).run()
      case .check(let options): try CheckCommand(options).run()
      case .sweep(let options): try SweepCommand(options).run()
      case .verify(let options): try VerifyCommand(options).run()
      case .attest(let options): try AttestCommand(options).run()
      case .validation(let options): try ValidationCommand(options).run()
      }
    }
  }
}

/// The version that `cordon --version` prints.
let version = "0.1.0"
