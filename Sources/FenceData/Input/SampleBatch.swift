import GeoPolicy

/// Samples as a reader hands them over: columns for the engine, and what a report needs besides.
///
/// A reader appends; the caller empties. The rows of all batches together, ``malformed`` ones counted, are the data
/// rows of the input.
public struct SampleBatch: Sendable {
  /// The samples, in the order of the input.
  public var columns = SampleColumns()
  /// The sequence number of each row of ``columns``.
  public var sequenceNumbers: [Int64] = []
  /// Rows that could not be read, in the order of the input.
  public var malformed: [MalformedRow] = []
  /// Rows whose ISO 8601 time has no offset while no zone was given to assume: their time is invalid.
  public var timesWithoutOffset = 0
  /// The physical line, from 1, on which each row of ``columns`` begins.
  public var lines: [Int] = []

  /// An empty batch.
  public init() {}

  /// Removes all rows and counts, and keeps the memory for the next batch.
  public mutating func removeAll() {
    columns.removeAll()
    sequenceNumbers.removeAll(keepingCapacity: true)
    malformed.removeAll(keepingCapacity: true)
    timesWithoutOffset = 0
    lines.removeAll(keepingCapacity: true)
  }
}
