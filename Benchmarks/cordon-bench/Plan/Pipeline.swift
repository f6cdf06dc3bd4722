import FenceData
import GeoPolicy
import MultiFence

/// What a server does with bytes that arrived, in one worker: reads rows, judges them, writes their events as lines.
final class Pipeline {
  /// Rows that are read before they are judged.
  static let batchRows = 4096

  let engine: FenceEngine
  private(set) var names: IdentifierTable
  private(set) var eventCount = 0
  private(set) var eventBytes = 0
  private(set) var rowCount = 0
  private(set) var acceptedCount = 0
  private var reader = SampleReader()
  private var batch = SampleBatch()
  private var evaluation = Evaluation()
  private var output = OutputBuffer()

  /// Nanoseconds of the thread in each part, where parts are timed.
  struct Times: Equatable {
    var read = 0.0
    var judge = 0.0
    var write = 0.0
  }

  init(engine: FenceEngine, names: IdentifierTable, form: PlanOptions.Input) throws {
    self.engine = engine
    self.names = names
    try take(RowText.header(form))
  }

  func take(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try take($0) } }

  /// Takes whole rows.
  func take(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try read(UnsafeRawBufferPointer(rebasing: rest)))
      judge()
      write()
      clear()
    }
  }

  /// Takes whole rows, and adds what each part took to `times`; `between` gets the columns once they are judged.
  func take(
    _ bytes: [UInt8], addingTo times: inout Times, between: (SampleColumns) -> Void
  ) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let start = Clock.thread.now()
        rest = rest.dropFirst(try read(UnsafeRawBufferPointer(rebasing: rest)))
        let hasRead = Clock.thread.now()
        judge()
        let hasJudged = Clock.thread.now()
        write()
        times.write += Clock.thread.now() - hasJudged
        times.judge += hasJudged - hasRead
        times.read += hasRead - start
        between(batch.columns)
        clear()
      }
    }
  }

  private func read(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    try reader.read(bytes, into: &batch, devices: &names, limit: Self.batchRows)
  }

  private func judge() { engine.evaluate(batch.columns, into: &evaluation) }

  private func write() {
    for event in evaluation.events {
      output.appendEvent(
        event, sequenceNumber: batch.sequenceNumbers[Int(event.row)], devices: names, fence: engine.id(of: event.fence))
    }
    eventCount += evaluation.events.count
    eventBytes += output.count
    rowCount += batch.columns.count
    acceptedCount += evaluation.acceptedCount
  }

  private func clear() {
    output.removeAll()
    evaluation.removeAll()
    batch.removeAll()
  }
}
