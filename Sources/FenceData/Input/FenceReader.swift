import GeoPolicy

/// The fences of a file, and what is wrong with those that were skipped.
public struct FenceFile: Sendable {
  /// The usable fences, in the order of the file.
  public var fences: [Fence] = []
  /// The physical line, from 1, on which each of ``fences`` begins.
  public var lines: [Int] = []
  /// Whether each of ``fences`` gives no enter radius of its own, so that its policy's holds.
  public var takesPolicyEnterRadius: [Bool] = []
  /// One problem for every row that was skipped, in the order of the file.
  public var problems: [RowProblem] = []
  /// The number of rows or features, skipped ones counted.
  public var rowCount = 0

  /// A file without rows.
  public init() {}
}

/// Reads fences from CSV, NDJSON or a GeoJSON FeatureCollection of Points; the bytes tell which it is.
///
/// A row that gives no fence is a problem, and skipped; of two fences with one id the first that is usable stands. Rows
/// of CSV and NDJSON may have 1 MiB, GeoJSON any size.
///
/// - Parameter policies: The policies that fences may name, and whose radii they take where they give none.
/// - Throws: ``UnusableInput`` where not one fence can be used.
/// - Complexity: Linear in the bytes; memory for the fences and problems alone.
public func readFences(_ bytes: UnsafeRawBufferPointer, policies: PolicySet) throws(UnusableInput) -> FenceFile {
  let bytes = bytes.assumingMemoryBound(to: UInt8.self)
  var parser = FenceRowParser(policies: policies)
  switch try FenceFormat(bytes) {
  case .geoJSON(let features):
    readFeatures(bytes, at: features, into: &parser)
    return try parser.finish(hint: nil)
  case .rows(let hint):
    try readFenceRows(bytes, into: &parser)
    return try parser.finish(hint: hint)
  }
}

/// Reads CSV or NDJSON.
private func readFenceRows(_ bytes: Bytes, into parser: inout FenceRowParser) throws(UnusableInput) {
  var rows = RowStream()
  var layout: CSVLayout?
  var position = 0
  while let row = rows.next(in: bytes, at: &position, atEnd: true) {
    if rows.format == .csv && layout == nil {
      let header = try rows.layout(ofHeader: row, in: bytes, names: FenceField.names)
      rows.keepFields(header.columnCount)
      layout = header
      continue
    }
    if let flaw = row.flaw {
      parser.refuse(flaw.message, line: row.line)
      continue
    }
    if case .chunk(let range) = row.place {
      takeFenceRow(bytes.slice(range), row, layout: layout, ends: rows.fieldEnds, into: &parser)
    } else {
      rows.keptBytes(of: row).withUnsafeBufferPointer {
        takeFenceRow($0, row, layout: layout, ends: rows.fieldEnds, into: &parser)
      }
    }
  }
}

private func takeFenceRow(
  _ bytes: Bytes, _ row: RowStream.Row, layout: CSVLayout?, ends: [Int32], into parser: inout FenceRowParser
) {
  guard !row.mayHaveNonASCII || bytes.isUTF8 else { return parser.refuse("the row is no UTF-8 text", line: row.line) }
  if let layout {
    guard row.fieldCount == layout.columnCount else {
      return parser.refuse(
        "the row has \(row.fieldCount) fields, the header \(layout.columnCount)", line: row.line)
    }
    layout.locate(in: bytes, ends: ends, &parser.fields)
  } else {
    do throws(JSONRowFault) {
      try readJSONRow(bytes, names: FenceField.names, into: &parser.fields)
    } catch {
      return parser.refuse(error.message(FenceField.names), line: row.line)
    }
  }
  parser.take(bytes, line: row.line)
}
