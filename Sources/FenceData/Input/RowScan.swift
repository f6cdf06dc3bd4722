/// Why a row is malformed before its fields are looked at.
enum RowFlaw: Sendable, Hashable {
  case tooLong, nulByte, quoteInField, textAfterQuote, unclosedQuote

  /// The flaw as a clause.
  var message: String {
    switch self {
    case .tooLong: "the row has more than \(RowStream.limit) bytes"
    case .nulByte: "the row has a NUL byte"
    case .quoteInField: "a quotation mark within a field that does not begin with one"
    case .textAfterQuote: "text behind a closing quotation mark"
    case .unclosedQuote: "a quotation mark is never closed"
    }
  }
}

/// Where in a CSV row a scan is: everything that must be remembered from one chunk to the next.
struct RowScan: Sendable {
  enum Mode: Sendable { case fieldStart, unquoted, quoted, afterQuote }
  enum Step: Equatable { case more, fieldEnd, rowEnd, flaw(RowFlaw) }

  var mode = Mode.fieldStart
  /// The bytes of the row so far.
  var length = 0
  /// The fields that have ended so far.
  var fieldCount = 0
  var hasNonASCII = false
  /// The line breaks within quotes so far.
  var breaks = 0
  private var isAfterReturn = false
  /// The number of bytes up to the end of the row's first line, once that has passed.
  var resume: Int?
  /// Whether that line ended with a CR, so that an LF behind it is the same line break.
  var resumesAfterReturn = false
  /// Set once the row is known to be malformed: the rest of the line is passed over and not kept.
  var skipping: RowFlaw?

  /// Takes one more byte, which counts to the row unless it ends it or is a flaw.
  @inline(__always) mutating func step(_ byte: UInt8) -> Step {
    if byte == 0 { return .flaw(.nulByte) }
    if byte >= 0x80 { hasNonASCII = true }
    let isBreak = byte == Byte.lineFeed || byte == Byte.carriageReturn
    switch mode {
    case .quoted:
      length += 1
      if byte == Byte.quote { mode = .afterQuote }
      if isBreak { countBreak(byte) }
      isAfterReturn = byte == Byte.carriageReturn
      return .more
    case .afterQuote where byte == Byte.quote:
      length += 1
      mode = .quoted
      return .more
    case .fieldStart where byte == Byte.quote:
      length += 1
      mode = .quoted
      return .more
    default:
      if isBreak { return .rowEnd }
      if byte == Byte.comma {
        length += 1
        mode = .fieldStart
        return .fieldEnd
      }
      if mode == .afterQuote { return .flaw(.textAfterQuote) }
      if byte == Byte.quote { return .flaw(.quoteInField) }
      length += 1
      mode = .unquoted
      return .more
    }
  }

  private mutating func countBreak(_ byte: UInt8) {
    if byte == Byte.lineFeed && isAfterReturn { return }
    breaks += 1
    if resume == nil {
      resume = length
      resumesAfterReturn = byte == Byte.carriageReturn
    }
  }
}
