import CommandLineSupport

/// The command: understands the arguments, runs what they ask for, and turns every end into an exit code.
@main enum CordonBench {
  static func main() {
    Console.prepare()
    Console.quit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs the command and returns its exit code.
  static func run(_ arguments: [String]) -> ExitCode {
    do {
      switch try Invocation(arguments) {
      case .help(let text): try Console.write(text)
      case .list(let options): try Console.write(RunCommand(options).listing())
      case .run(let options): try RunCommand(options).run()
      }
      return .done
    } catch let error as UsageError {
      return fail(.usage, error.message)
    } catch BenchEnd.failure(let code, let message) {
      return fail(code, message)
    } catch BenchEnd.outputClosed {
      return .done
    } catch {
      return fail(.internalError, "internal error: \(error); please report it")
    }
  }

  private static func fail(_ code: ExitCode, _ message: String) -> ExitCode {
    Console.note("cordon-bench: \(message)")
    return code
  }
}
