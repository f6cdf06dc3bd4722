import GeoPolicy

/// A push parser of sample files, CSV or NDJSON: takes bytes in chunks of any size and appends rows to a batch.
///
/// Holds no more than one row, which may have 1 MiB. How the input is cut into chunks changes nothing.
public struct SampleReader: Sendable {
  /// A reader at the start of an input.
  ///
  /// - Parameter offsetSeconds: The offset from UTC to assume for times that have none, or `nil` to hold them for
  ///   invalid.
  public init(offsetSeconds: Int? = nil) {}

  /// Consumes bytes from the front of `chunk` until they are used up or `batch` holds `limit` rows, malformed ones
  /// counted.
  ///
  /// - Returns: The number of bytes consumed. Where it is not all of them the batch is full: empty it, and pass the rest.
  /// - Throws: ``UnusableInput`` for a header that lacks a column or names one twice, and for a JSON array.
  /// - Complexity: Linear in the bytes; no allocation for a good row apart from the batch's growth.
  public mutating func read(
    _ chunk: UnsafeRawBufferPointer, into batch: inout SampleBatch, devices: inout IdentifierTable, limit: Int
  ) throws(UnusableInput) -> Int { chunk.count }

  /// Ends the input: appends what is still held, such as a last line without newline.
  ///
  /// - Throws: ``UnusableInput`` where there was no input or no header.
  public mutating func finish(into batch: inout SampleBatch, devices: inout IdentifierTable) throws(UnusableInput) {}
}
