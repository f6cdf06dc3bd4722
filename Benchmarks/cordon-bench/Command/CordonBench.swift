import CommandLineSupport

/// The command: understands the arguments, runs what they ask for, and turns every end into an exit code.
@main enum CordonBench {
  static func main() {
    prepareProcess()
    quit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs the command and returns its exit code.
  static func run(_ arguments: [String]) -> ExitCode {
    exitCode(ofCommand: "cordon-bench") {
      switch try Invocation(arguments) {
      case .help(let text): try writeToStandardOutput(text)
      case .list(let options): try writeToStandardOutput(RunCommand(options).listing())
      case .run(let options): try RunCommand(options).run()
      case .plan(let options): try PlanCommand(options).run()
      case .planProcess(let arguments): try PlanProcess(arguments).run()
      case .listCases: try writeToStandardOutput(WorkCase.listing)
      case .compare(let options): try CompareCommand(options).run()
      case .baseline(let options): try BaselineCommand(options).run()
      case .selfTest(let options): try SelfTestCommand(options).run()
      case .work(let options): try WorkCommand(options).run()
      }
    }
  }
}
