public import FenceData
public import GeoPolicy
internal import MultiFence

/// The main job: samples in as bytes, lines out as bytes, through one engine. Opens no file and reads no clock.
///
/// Give it the sample file in chunks of any size with ``read(_:)``, each as often as it takes, then call ``finish()``,
/// then ``appendStates(limit:)`` until it returns `false`. Whatever waits in ``lines`` and ``badRows`` after each call is
/// the caller's to write and to empty. The lines depend neither on the chunks nor on the batches.
///
/// - Memory: the fences and their index, 64 bytes and a name for each device, and one batch with its events; batches
///   shrink where samples have many events.
public struct Replay {
  /// What has been counted so far.
  public private(set) var summary = ReplaySummary()
  /// Lines that wait to be written; the caller empties them.
  public var lines = ReplayLines()
  /// Rows of samples that could not be read; the caller empties them.
  public var badRows: [RowProblem] = []

  private let settings: ReplaySettings
  private let engine: FenceEngine
  private var reader: SampleReader
  private var batch = SampleBatch()
  private var devices = IdentifierTable()
  private var evaluation = Evaluation()
  private var nextStateDevice: UInt32 = 0
  /// The rows of the next batch: fewer where samples have many events, which are held until they are written.
  private var batchRows = 16

  /// A replay over these fences, before the first sample.
  ///
  /// - Throws: ``ReplayFailure`` where the fences do not fit together or, in a strict replay, one of their rows could not
  ///   be used.
  public init(
    fences file: FenceFile, policies: PolicySet = .standard, settings: ReplaySettings = ReplaySettings()
  ) throws(ReplayFailure) {
    if settings.isStrict, let problem = file.problems.first {
      throw ReplayFailure(input: .fences, line: problem.line, message: Self.strictMessage(problem))
    }
    var options = EngineOptions()
    options.recordsDecisions = settings.outputs.contains(.decisions)
    options.threads = settings.threads
    do {
      engine = try FenceEngine(fences: file.fences, policies: policies, options: options)
    } catch {
      throw ReplayFailure(input: .fences, line: nil, message: error.description)
    }
    self.settings = settings
    reader = SampleReader(offsetSeconds: settings.offsetSeconds)
    summary.fenceCount = file.fences.count
    summary.skippedFenceCount = file.problems.count
    summary.narrowBands = NarrowBands(file.fences, policies: policies)
    guard settings.outputs.contains(.rejections) else { return }
    for problem in file.problems { lines.rejections.appendBadFence(line: problem.line, message: problem.message) }
  }

  /// Takes bytes from the front of `chunk`, at most one batch of rows, and returns how many it took.
  ///
  /// Rows that are complete are judged before it returns: what a chunk decides does not wait for the next one.
  ///
  /// - Throws: ``ReplayFailure`` for an unusable input or, in a strict replay, an unusable row.
  public mutating func read(_ chunk: UnsafeRawBufferPointer) throws(ReplayFailure) -> Int {
    let consumed: Int
    do {
      consumed = try reader.read(chunk, into: &batch, devices: &devices, limit: min(batchRows, settings.batchRows))
    } catch {
      throw ReplayFailure(error)
    }
    try judgeBatch()
    return consumed
  }

  /// Takes the end of the samples: a last line may lack its newline.
  ///
  /// - Throws: ``ReplayFailure`` for an unusable input or, in a strict replay, an unusable row.
  public mutating func finish() throws(ReplayFailure) {
    do {
      try reader.finish(into: &batch, devices: &devices)
    } catch {
      throw ReplayFailure(error)
    }
    try judgeBatch()
  }

  /// Appends the states of the next `limit` devices, in order of first appearance; `false` after the last of them.
  public mutating func appendStates(limit: Int = 1024) -> Bool {
    guard settings.outputs.contains(.states) else { return false }
    let end = UInt32(min(Int(nextStateDevice) + limit, devices.count))
    while nextStateDevice < end {
      lines.states.appendState(
        of: nextStateDevice, engine.summary(of: nextStateDevice), devices: devices, fenceName: engine.id(of:))
      nextStateDevice += 1
    }
    return nextStateDevice < devices.count
  }

  private mutating func judgeBatch() throws(ReplayFailure) {
    if settings.isStrict, let row = batch.malformed.first {
      throw ReplayFailure(input: .samples, line: row.problem.line, message: Self.strictMessage(row.problem))
    }
    engine.evaluate(batch.columns, into: &evaluation)
    appendLines()
    badRows.append(contentsOf: batch.malformed.lazy.map(\.problem))
    summary.sampleCount += batch.columns.count + batch.malformed.count
    summary.malformedCount += batch.malformed.count
    summary.timesWithoutOffset += batch.timesWithoutOffset
    summary.deviceCount = devices.count
    summary.add(evaluation)
    let heldLines = evaluation.events.count + evaluation.decisions.count
    batchRows = heldLines > Self.manyLines ? max(1, batchRows / 4) : min(settings.batchRows, batchRows * 2)
    evaluation.removeAll()
    batch.removeAll()
  }

  private mutating func appendLines() {
    if settings.outputs.contains(.events) {
      for event in evaluation.events {
        lines.events.appendEvent(
          event, sequenceNumber: batch.sequenceNumbers[Int(event.row)], devices: devices,
          fence: engine.id(of: event.fence))
      }
    }
    if settings.outputs.contains(.decisions) {
      for decision in evaluation.decisions {
        let row = Int(decision.row)
        lines.decisions.appendDecision(
          decision, sequenceNumber: batch.sequenceNumbers[row], devices: devices, time: batch.columns.times[row],
          fence: engine.id(of: decision.fence))
      }
    }
    if settings.outputs.contains(.rejections) { appendRejections() }
  }

  /// Refused and malformed rows, in the order in which they stand in the file.
  private mutating func appendRejections() {
    var malformed = batch.malformed[...]
    for rejection in evaluation.rejections {
      let row = Int(rejection.row)
      while let next = malformed.first, next.beforeRow <= row {
        lines.rejections.appendMalformed(line: next.problem.line, message: next.problem.message)
        malformed.removeFirst()
      }
      lines.rejections.appendRejection(
        rejection.reasons, sequenceNumber: batch.sequenceNumbers[row], device: batch.columns.devices[row],
        devices: devices, time: batch.columns.times[row])
    }
    for row in malformed {
      lines.rejections.appendMalformed(line: row.problem.line, message: row.problem.message)
    }
  }

  /// So many events and decisions in a batch make the next one smaller.
  private static let manyLines = 1 << 16

  private static func strictMessage(_ problem: RowProblem) -> String {
    "\(problem.message); mend the row, or leave out --strict to skip it"
  }
}

extension ReplayFailure {
  fileprivate init(_ error: UnusableInput) {
    self.init(input: .samples, line: error.line, message: error.message)
  }
}
