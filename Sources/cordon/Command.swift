import CommandLineSupport

/// The command as a whole: understands the arguments, runs what they ask for, and turns every end into an exit code.
enum Command {
  /// Runs the command and returns its exit code.
  static func run(_ arguments: [String]) -> ExitCode {
    prepareProcess()
    do {
      switch try Invocation(arguments) {
      case .help(let text): try printText(text)
      case .version: try printText("cordon \(version)\n")
      case .replay(let options): try ReplayCommand(options).run()
      }
      return .done
    } catch let error as UsageError {
      return fail(.usage, error.message)
    } catch CommandEnd.failure(let code, let message) {
      return fail(code, message)
    } catch CommandEnd.outputClosed {
      return .done
    } catch {
      return fail(.internalError, "internal error: \(error); please report it")
    }
  }

  private static func printText(_ text: String) throws(CommandEnd) {
    let output = try OutputFile(path: standardStreamPath)
    try output.write(Array(text.utf8))
  }

  private static func fail(_ code: ExitCode, _ message: String) -> ExitCode {
    Diagnostics.print("cordon: \(message)")
    return code
  }
}

/// The version that `cordon --version` prints.
let version = "0.1.0"
/// The path that stands for standard input or standard output.
let standardStreamPath = "-"
