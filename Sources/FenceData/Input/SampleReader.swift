import GeoPolicy

/// A push parser of sample files, CSV or NDJSON: takes bytes in chunks of any size and appends rows to a batch.
///
/// Holds no more than one row, which may have 1 MiB. How the input is cut into chunks changes nothing.
///
/// A row that cannot be read as a row is *malformed*: reported with its line and skipped. Broken quotes, a NUL byte and
/// a row over 1 MiB cost the line on which the row begins, and reading resumes at the next. A value that cannot be read
/// is NaN in its column, for the rules to refuse. In NDJSON a key given twice, by an alias too, makes its row
/// malformed.
public struct SampleReader: Sendable {
  private var rows = RowStream()
  private var parser: SampleRowParser
  private var hasBegun = false

  /// A reader at the start of an input.
  ///
  /// - Parameter offsetSeconds: The offset from UTC to assume for times that have none, or `nil` to hold them for
  ///   invalid.
  public init(offsetSeconds: Int? = nil) { parser = SampleRowParser(offsetSeconds: offsetSeconds) }

  /// Consumes bytes from the front of `chunk` until they are used up or `batch` holds `limit` rows, malformed ones
  /// counted.
  ///
  /// - Parameter limit: At least 1.
  /// - Returns: The number of bytes consumed. Where it is not all of them the batch is full: empty it, and pass the
  ///   rest.
  /// - Throws: ``UnusableInput`` for a header that lacks a column or names one twice, and for a JSON array. The reader
  ///   is of no use after that.
  /// - Complexity: Linear in the bytes; no allocation for a good row apart from the growth of the batch and the table.
  public mutating func read(
    _ chunk: UnsafeRawBufferPointer, into batch: inout SampleBatch, devices: inout IdentifierTable, limit: Int
  ) throws(UnusableInput) -> Int {
    let chunk = chunk.assumingMemoryBound(to: UInt8.self)
    var position = 0
    while batch.rowCount < limit, let row = rows.next(in: chunk, at: &position, atEnd: false) {
      try take(row, in: chunk, into: &batch, devices: &devices)
    }
    return position
  }

  /// Ends the input: appends what is still held, such as a last line without newline.
  ///
  /// - Throws: ``UnusableInput`` where there was no input or no header.
  public mutating func finish(into batch: inout SampleBatch, devices: inout IdentifierTable) throws(UnusableInput) {
    let chunk = Bytes(start: nil, count: 0)
    var position = 0
    while let row = rows.next(in: chunk, at: &position, atEnd: true) {
      try take(row, in: chunk, into: &batch, devices: &devices)
    }
    guard hasBegun else {
      throw UnusableInput(
        message: "no samples: the input is empty; give CSV with a header line, or one JSON object a line")
    }
  }

  private mutating func take(
    _ row: RowStream.Row, in chunk: Bytes, into batch: inout SampleBatch, devices: inout IdentifierTable
  ) throws(UnusableInput) {
    if !hasBegun {
      hasBegun = true
      if rows.format == .csv { return try readHeader(row, in: chunk) }
      guard rows.firstByte == Byte.openBrace else {
        throw UnusableInput(
          line: row.line, message: "a JSON array is no sample file; give one JSON object a line, or CSV")
      }
    }
    if let flaw = row.flaw { return parser.refuse(flaw.message, line: row.line, into: &batch) }
    let ends = rows.fieldEnds
    if case .chunk(let range) = row.place {
      take(chunk.slice(range), row, ends: ends, into: &batch, devices: &devices)
    } else {
      rows.keptBytes(of: row).withUnsafeBufferPointer {
        take($0, row, ends: ends, into: &batch, devices: &devices)
      }
    }
  }

  @inline(__always) private mutating func take(
    _ bytes: Bytes, _ row: RowStream.Row, ends: [Int32], into batch: inout SampleBatch,
    devices: inout IdentifierTable
  ) {
    if rows.format == .csv {
      parser.takeCSV(bytes, row, ends: ends, into: &batch, devices: &devices)
    } else {
      parser.takeJSON(bytes, line: row.line, into: &batch, devices: &devices)
    }
  }

  private mutating func readHeader(_ row: RowStream.Row, in chunk: Bytes) throws(UnusableInput) {
    let layout = try rows.layout(ofHeader: row, in: chunk, names: SampleField.names)
    parser.layout = layout
    rows.keepFields(layout.columnCount)
  }
}

extension SampleBatch {
  /// The number of rows, malformed ones counted.
  @inline(__always) fileprivate var rowCount: Int { lines.count + malformed.count }
}

extension RowStream {
  /// The layout that a header row gives.
  func layout(ofHeader row: Row, in chunk: Bytes, names: FieldNames) throws(UnusableInput) -> CSVLayout {
    if let flaw = row.flaw {
      throw UnusableInput(line: row.line, message: "the header cannot be read: \(flaw.message)")
    }
    if case .chunk(let range) = row.place {
      return try CSVLayout(header: chunk.slice(range), line: row.line, names: names)
    }
    let kept = Array(keptBytes(of: row))
    let result = kept.withUnsafeBufferPointer { bytes in
      Result { () throws(UnusableInput) in try CSVLayout(header: bytes, line: row.line, names: names) }
    }
    return try result.get()
  }
}
