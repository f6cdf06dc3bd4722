internal import FenceData
import GeoPolicy

/// Samples that are read once and judged many times: columns in memory.
///
/// - Memory: 36 bytes for each row, 44 where rows say when they were received, and the devices' names.
struct SweepSamples: Sendable {
  /// The samples, in batches of at most ``batchRows``.
  private(set) var batches: [SampleColumns] = []
  private(set) var devices = IdentifierTable()
  private(set) var malformedCount = 0
  private(set) var timesWithoutOffset = 0
  /// Rows that could not be read; the caller empties them.
  var badRows: [RowProblem] = []

  private var reader: SampleReader
  private var batch = SampleBatch()

  private static let batchRows = 16_384

  init(offsetSeconds: Int?) { reader = SampleReader(offsetSeconds: offsetSeconds) }

  /// The rows that were read, malformed ones left out.
  var count: Int { batches.reduce(0) { $0 + $1.count } }

  /// Takes all of these bytes.
  mutating func read(_ chunk: UnsafeRawBufferPointer) throws(UnusableInput) {
    var rest = chunk[...]
    while !rest.isEmpty {
      let bytes = UnsafeRawBufferPointer(rebasing: rest)
      rest = rest.dropFirst(try reader.read(bytes, into: &batch, devices: &devices, limit: Self.batchRows))
      if batch.columns.count + batch.malformed.count >= Self.batchRows { keepBatch() }
    }
  }

  mutating func finish() throws(UnusableInput) {
    try reader.finish(into: &batch, devices: &devices)
    keepBatch()
  }

  private mutating func keepBatch() {
    badRows.append(contentsOf: batch.malformed.lazy.map(\.problem))
    malformedCount += batch.malformed.count
    timesWithoutOffset += batch.timesWithoutOffset
    if batch.columns.count > 0 { batches.append(batch.columns) }
    batch.columns = SampleColumns()
    batch.removeAll()
  }
}
