/// What is wrong with a JSON text.
enum JSONFault: Error {
  case unexpected(StaticString)
  case control
  case badEscape
  case tooDeep
  case unfinished

  /// The fault as a clause.
  var message: String {
    switch self {
    case .unexpected(let expected): "broken JSON: \(expected) expected"
    case .control: "broken JSON: a control character within a string"
    case .badEscape: "broken JSON: an escape in a string that does not exist"
    case .tooDeep: "JSON nested deeper than \(JSONCursor.maximumDepth) levels"
    case .unfinished: "broken JSON: it ends too early"
    }
  }
}

/// Walks through a JSON text (RFC 8259) without building it: the caller takes what it wants and skips the rest.
///
/// The bytes must be UTF-8 (``Swift/UnsafeBufferPointer/isUTF8``). Nesting is bounded, so that no input can exhaust the
/// stack. Every step is linear in the bytes passed over and allocates nothing.
struct JSONCursor {
  /// The most arrays and objects that may stand within one another.
  static let maximumDepth = 128

  let bytes: Bytes
  var position = 0
  private var depth = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  /// The next byte that is not blank, not consumed; `nil` at the end.
  @inline(__always) mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte <= Byte.space && Byte.isBlankOrBreak(byte) else { return byte }
      position += 1
    }
    return nil
  }

  /// Consumes `byte` if it is the next that is not blank.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Throws unless only blanks are left.
  mutating func end() throws(JSONFault) {
    if peek() != nil { throw .unexpected("nothing more") }
  }

  /// Walks through an object. `body` gets every key and must consume its value.
  mutating func object(
    _ body: (inout JSONCursor, RawField) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter(Byte.openBrace, "an object")
    if !take(Byte.closeBrace) {
      repeat {
        guard peek() == Byte.quote else { throw fault("a key in quotation marks") }
        let key = try string()
        guard take(Byte.colon) else { throw fault("\":\"") }
        try body(&self, key)
      } while take(Byte.comma)
      guard take(Byte.closeBrace) else { throw fault("\",\" or \"}\"") }
    }
    depth -= 1
  }

  /// Walks through an array. `body` must consume one value each time it is called.
  mutating func array(_ body: (inout JSONCursor) throws(JSONFault) -> Void) throws(JSONFault) {
    try enter(Byte.openBracket, "an array")
    if !take(Byte.closeBracket) {
      repeat { try body(&self) } while take(Byte.comma)
      guard take(Byte.closeBracket) else { throw fault("\",\" or \"]\"") }
    }
    depth -= 1
  }

  /// Consumes any value: text and numbers are told where they are, others are passed over.
  mutating func value() throws(JSONFault) -> RawField {
    guard let next = peek() else { throw .unfinished }
    switch next {
    case Byte.quote: return try string()
    case Byte.minus, Byte.zero...(Byte.zero + 9): return try number()
    case Byte.openBrace: try object { (cursor, _) throws(JSONFault) in _ = try cursor.value() }
    case Byte.openBracket: try array { (cursor) throws(JSONFault) in _ = try cursor.value() }
    case UInt8(ascii: "n"):
      try word("null")
      return .absent
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    default: throw .unexpected("a value")
    }
    return RawField(kind: .other)
  }

  private mutating func enter(_ opening: UInt8, _ name: StaticString) throws(JSONFault) {
    guard take(opening) else { throw fault(name) }
    guard depth < Self.maximumDepth else { throw .tooDeep }
    depth += 1
  }

  /// What is wrong where `expected` is not what comes next.
  func fault(_ expected: StaticString) -> JSONFault {
    position < bytes.count ? .unexpected(expected) : .unfinished
  }

  private mutating func word(_ word: StaticString) throws(JSONFault) {
    let end = min(position + word.utf8CodeUnitCount, bytes.count)
    guard bytes.slice(position..<end).equals(word) else { throw .unexpected("a value") }
    position = end
  }

  private mutating func string() throws(JSONFault) -> RawField {
    let start = position + 1
    var at = start
    var kind = RawField.Kind.plain
    defer { position = at }
    while at < bytes.count {
      let byte = bytes[at]
      if byte == Byte.quote {
        at += 1
        return RawField(start: start, end: at - 1, kind: kind)
      }
      if byte < 0x20 { throw .control }
      if byte == Byte.backslash {
        kind = .escaped
        guard let length = JSONText.escapeLength(bytes, at: at) else { throw .badEscape }
        at += length
      } else {
        at += 1
      }
    }
    throw .unfinished
  }

  /// `-`, `0` or digits that do not begin with it, a fraction, an exponent.
  private mutating func number() throws(JSONFault) -> RawField {
    let start = position
    if bytes[position] == Byte.minus { position += 1 }
    let whole = position
    try digits()
    if bytes[whole] == Byte.zero && position > whole + 1 { throw .unexpected("a number without leading zeros") }
    if position < bytes.count, bytes[position] == Byte.dot {
      position += 1
      try digits()
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count, bytes[position] == Byte.plus || bytes[position] == Byte.minus { position += 1 }
      try digits()
    }
    return RawField(start: start, end: position, kind: .plain)
  }

  private mutating func digits() throws(JSONFault) {
    var at = position
    while at < bytes.count, bytes[at] &- Byte.zero < 10 { at += 1 }
    guard at > position else { throw fault("a digit") }
    position = at
  }
}
