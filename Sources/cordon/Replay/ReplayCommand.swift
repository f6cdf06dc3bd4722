import CommandLineSupport
import FenceData
import FenceReplay
import GeoPolicy

/// `cordon replay`: connects files and streams to a replay.
struct ReplayCommand {
  private let options: ReplayOptions

  init(_ options: ReplayOptions) { self.options = options }

  /// Replays, and ends with all outputs in place or none of them.
  func run() throws {
    try checkConflicts(inputs: options.inputs, outputs: options.outputs)
    // All inputs are opened before any is read: what is missing shows at once.
    let fenceInput = try InputFile(path: options.fences)
    let policyInput = try options.policy.map { (path) throws(CommandEnd) in try InputFile(path: path) }
    let sampleInput = try InputFile(path: options.samples)
    let policies = try policyInput.map { (input) throws(CommandEnd) in try input.policies() } ?? .standard
    var replay = try makeReplay(fenceInput, policies, samples: sampleInput)
    let outputs = try ReplayOutputs(options)
    try sampleInput.feed(&replay, chunkBytes: chunkBytes, isQuiet: options.isQuiet) { (replay) throws(CommandEnd) in
      try outputs.write(&replay.lines)
    }
    while true {
      let hasMore = replay.appendStates()
      try outputs.write(&replay.lines)
      if !hasMore { break }
    }
    guard replay.summary.isBalanced else {
      throw CommandEnd.failure(.internalError, "internal error: rows do not add up; please report it")
    }
    try outputs.complete(replay.summary)
    if !options.isQuiet { Diagnostics.write(replay.summary.text) }
  }

  private func makeReplay(
    _ input: InputFile, _ policies: PolicySet, samples: InputFile
  ) throws(CommandEnd) -> Replay {
    let file = try input.fences(policies)
    var settings = ReplaySettings()
    settings.offsetSeconds = options.offsetSeconds
    settings.isStrict = options.isStrict
    settings.threads = options.threads
    settings.batchRows = batchRows
    settings.outputs = options.replayOutputs
    do throws(ReplayFailure) {
      let replay = try Replay(fences: file, policies: policies, settings: settings)
      BadRowReport.tell(file.problems, of: input.name)
      return replay
    } catch {
      throw (error.input == .fences ? input : samples).unusable(error.line, error.message)
    }
  }

  // Threads share the rows of a batch; with more of them each still gets enough to do.
  private var batchRows: Int { options.threads == 1 ? 4096 : 16_384 * min(options.threads, 8) }
  private var chunkBytes: Int { options.threads == 1 ? 1 << 18 : batchRows * 64 }
}

extension Replay: SampleConsumer {
  var sampleCount: Int { summary.sampleCount }
  mutating func take(_ chunk: UnsafeRawBufferPointer) throws(ReplayFailure) -> Int { try read(chunk) }
}

extension ReplayOptions {
  /// The kinds of lines that some file or stream takes.
  fileprivate var replayOutputs: Set<ReplayOutput> {
    var outputs: Set<ReplayOutput> = [.events]
    if rejections != nil { outputs.insert(.rejections) }
    if decisions != nil { outputs.insert(.decisions) }
    if states != nil { outputs.insert(.states) }
    return outputs
  }
}
