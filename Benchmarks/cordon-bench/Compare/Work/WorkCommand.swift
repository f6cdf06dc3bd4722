import CommandLineSupport

/// `cordon-bench work CASE`: one of the processes that a regression check runs and alternates.
///
/// Not for people: it says and understands ``WorkMessage``.
struct WorkCommand {
  private let options: WorkOptions

  init(_ options: WorkOptions) { self.options = options }

  /// Works until standard input ends.
  func run() throws {
    guard let workCase = WorkCase.table.first(where: { $0.name == options.caseName }) else {
      return try say(WorkMessage("refused", fields: ["reason": "no-such-case"]))
    }
    let work = try workCase.load(options.size)
    let runner = BlockRunner(work)
    let data = String(work.dataDigest, radix: 16)
    if options.isCount {
      var message = WorkMessage("counted", runner.countLap())
      message.fields["data"] = data
      return try say(message)
    }
    // From cold to steady before anything counts.
    _ = runner.run(blocks: work.blockCount)
    if let processor = options.processor { System.pin(toProcessor: processor) }
    try say(
      WorkMessage(
        "worker", WorkMessage.version,
        fields: [
          "case": options.caseName, "data": data,
          "optimized": Machine.isReleaseBuild ? "1" : "0", "blocks": String(work.blockCount),
        ]))
    var lines = LineReader(.standardInput)
    while let line = try lines.next() {
      let request = WorkMessage(line: line)
      switch request.words {
      case ["run"]:
        guard let blocks = request.integer("blocks"), (1...1_000_000).contains(blocks) else { throw refusal(line) }
        try say(WorkMessage("ran", fields: ["ns": String(Int(runner.run(blocks: blocks)))]))
      default: throw refusal(line)
      }
    }
  }

  private func say(_ message: WorkMessage) throws(CommandEnd) { try writeToStandardOutput(message.line + "\n") }

  private func refusal(_ line: String) -> CommandEnd {
    .failure(.internalError, "a worker cannot understand \"\(line)\"; cordon-bench compare is what talks to it")
  }
}
