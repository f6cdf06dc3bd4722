/// Where in a row the text of a field stands, and how it is written there.
struct RawField: Sendable {
  enum Kind: UInt8, Sendable {
    /// Not in the row, or null.
    case absent
    /// The bytes as they are: text, or the literal of a JSON number.
    case plain
    /// The content of quotes in CSV, within which a quotation mark is doubled.
    case doubledQuotes
    /// The content of a JSON string with escapes.
    case escaped
    /// A JSON value that is neither text nor a number.
    case other
  }

  var start = 0
  var end = 0
  var kind = Kind.absent

  /// A field that the row does not have.
  static let absent = RawField()

  var range: Range<Int> { start..<end }

  /// Whether the field is not there or empty.
  var isEmpty: Bool { kind == .absent || (start == end && kind != .other) }

  /// Calls `body` with the field's text, decoded into `scratch` where it is not written as it is.
  ///
  /// A value that is no text gives one that nothing can read.
  @inline(__always) func withText<Result>(
    in row: Bytes, scratch: inout [UInt8], _ body: (Bytes) -> Result
  ) -> Result {
    switch kind {
    case .plain: return body(row.slice(range))
    case .absent: return body(row.slice(0..<0))
    case .other: return body(row.slice(0..<0))
    case .doubledQuotes:
      guard row.slice(range).firstIndex(of: Byte.quote, from: 0) != nil else { return body(row.slice(range)) }
      scratch.removeAll(keepingCapacity: true)
      var at = start
      while at < end {
        scratch.append(row[at])
        // Within quotes a quotation mark stands for two bytes.
        at += row[at] == Byte.quote ? 2 : 1
      }
      return scratch.withUnsafeBufferPointer(body)
    case .escaped:
      scratch.removeAll(keepingCapacity: true)
      JSONText.decode(row.slice(range), into: &scratch)
      return scratch.withUnsafeBufferPointer(body)
    }
  }

  /// The number that the field holds; `absent` where it is empty, blank or not there, `unreadable` where it is none.
  @inline(__always) func number(
    in row: Bytes, scratch: inout [UInt8], absent: Double, unreadable: Double = .nan
  ) -> Double {
    if kind == .plain || kind == .doubledQuotes {
      // Without the detour over decoding: no number has a quotation mark in it, doubled or not.
      return Self.number(row.slice(range), absent: absent, unreadable: unreadable)
    }
    if kind == .absent { return absent }
    if kind == .other { return unreadable }
    return withText(in: row, scratch: &scratch) { Self.number($0, absent: absent, unreadable: unreadable) }
  }

  @inline(__always) private static func number(_ text: Bytes, absent: Double, unreadable: Double) -> Double {
    parseDecimal(text) ?? (text.allSatisfy(Byte.isBlank) ? absent : unreadable)
  }
}
