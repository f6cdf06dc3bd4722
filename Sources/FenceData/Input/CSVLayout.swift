/// Which column of a CSV file holds which field.
struct CSVLayout: Sendable {
  /// For every field its column, or −1 where the file has none.
  let columns: [Int]
  /// The number of columns, which every row must have.
  let columnCount: Int

  /// The layout that a header gives.
  ///
  /// - Throws: ``UnusableInput`` for a field that is named twice, by an alias too, or a required one that is missing.
  init(header: Bytes, line: Int, names: FieldNames) throws(UnusableInput) {
    guard !header.contains(0), header.isUTF8 else {
      throw UnusableInput(line: line, message: "the header is no UTF-8 text; save the file as UTF-8")
    }
    var columns = Array(repeating: -1, count: names.names.count)
    var count = 0
    var scratch: [UInt8] = []
    var start = 0
    while start <= header.count {
      let field = Self.field(from: start, in: header)
      let known = field.withText(in: header, scratch: &scratch) { names.field(named: $0) }
      if let known {
        guard columns[known] < 0 else {
          throw UnusableInput(line: line, message: "the column \(names.duplicateMessage(known))")
        }
        columns[known] = count
      }
      count += 1
      start = field.end + (field.kind == .plain ? 1 : 2)
    }
    for required in names.required where columns[required] < 0 {
      let mend =
        count == 1 && header.contains { $0 == UInt8(ascii: ";") || $0 == Byte.tab }
        ? "columns must be separated by commas" : "the first line must name the columns"
      throw UnusableInput(line: line, message: "no column \(names.description(of: required)); \(mend)")
    }
    self.columns = columns
    columnCount = count
  }

  /// The field that begins at `start` of a row whose quotes are known to be sound, found by scanning.
  private static func field(from start: Int, in row: Bytes) -> RawField {
    var at = start
    guard at < row.count, row[at] == Byte.quote else {
      while at < row.count, row[at] != Byte.comma { at += 1 }
      return RawField(start: start, end: at, kind: .plain)
    }
    at += 1
    while at < row.count {
      if row[at] == Byte.quote {
        guard at + 1 < row.count, row[at + 1] == Byte.quote else { break }
        at += 1
      }
      at += 1
    }
    return RawField(start: start + 1, end: at, kind: .doubledQuotes)
  }

  /// Notes where the fields of a row are.
  ///
  /// - Parameters:
  ///   - ends: Where each column of `row` ends, all of ``columnCount`` in order.
  ///   - fields: One place for every field of the names that the layout was made with.
  @inline(__always) func locate(in row: Bytes, ends: [Int32], _ fields: inout [RawField]) {
    for field in 0..<fields.count {
      let column = columns[field]
      guard column >= 0 else { continue }
      let start = column == 0 ? 0 : Int(ends[column - 1]) + 1
      let end = Int(ends[column])
      if start < end && row[start] == Byte.quote {
        fields[field] = RawField(start: start + 1, end: end - 1, kind: .doubledQuotes)
      } else {
        fields[field] = RawField(start: start, end: end, kind: .plain)
      }
    }
  }
}
