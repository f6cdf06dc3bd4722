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
    try feed(&replay, from: sampleInput, outputs)
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

  private func feed(_ replay: inout Replay, from input: InputFile, _ outputs: ReplayOutputs) throws(CommandEnd) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    var report = BadRowReport(file: input.name)
    var progress = Progress(isMuted: options.isQuiet, totalBytes: input.size)
    defer { progress.clear() }
    var byteCount: Int64 = 0
    while true {
      let count = try input.read(into: chunk)
      var rest = UnsafeRawBufferPointer(chunk)[..<count]
      repeat {
        do throws(ReplayFailure) {
          if count == 0 {
            try replay.finish()
          } else {
            rest = rest.dropFirst(try replay.read(UnsafeRawBufferPointer(rebasing: rest)))
          }
        } catch {
          throw input.unusable(error.line, error.message)
        }
        if !replay.badRows.isEmpty {
          progress.clear()
          for problem in replay.badRows { report.add(line: problem.line, message: problem.message) }
          replay.badRows.removeAll()
        }
        try outputs.write(&replay.lines)
      } while !rest.isEmpty
      if count == 0 { break }
      byteCount += Int64(count)
      progress.update(bytes: byteCount, samples: replay.summary.sampleCount)
    }
    progress.clear()
    report.finish()
  }

  // Threads share the rows of a batch; with more of them each still gets enough to do.
  private var batchRows: Int { options.threads == 1 ? 4096 : 16_384 * min(options.threads, 8) }
  private var chunkBytes: Int { options.threads == 1 ? 1 << 18 : batchRows * 64 }
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
