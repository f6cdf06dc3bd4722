import GeoPolicy

/// A JSON value as a tree, for documents that are small: records, reports, single lines.
///
/// Rows by the million go through readers that build no tree. Keys keep their order, and numbers are kept as they are
/// written, so that a whole number of any size is not changed by passing through here.
public indirect enum JSONValue: Sendable {
  /// A member of an object.
  public typealias Member = (key: String, value: JSONValue)

  /// The members in the order of the text; no key comes twice.
  case object([Member])
  /// The elements.
  case array([JSONValue])
  /// A string, its escapes resolved.
  case string(String)
  /// A number, as it is written.
  case number(String)
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// The one value that these bytes hold, UTF-8, with or without a byte order mark.
  ///
  /// - Throws: ``UnusableInput`` for anything that is not exactly one JSON value, for nesting deeper than 128 levels, and
  ///   for an object that has a key twice: which of the two would hold is anyone's guess.
  /// - Complexity: O(bytes), and for each object O(keys · log keys).
  public init(_ bytes: UnsafeRawBufferPointer) throws(UnusableInput) {
    var text = bytes.assumingMemoryBound(to: UInt8.self)
    if text.count >= 3, Byte.mark.elementsEqual(text.prefix(3)) { text = text.slice(3..<text.count) }
    guard text.isUTF8 else { throw UnusableInput(message: "no UTF-8 text") }
    var builder = JSONTreeBuilder(text)
    self = try builder.document()
  }

  /// The value of this key, where this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The string, where this is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, where this is one; infinite where it is too large for a `Double`.
  public var number: Double? { if case .number(let literal) = self { Double(literal) } else { nil } }

  /// The whole number, where this is one that is written as such and fits.
  public var integer: Int? { if case .number(let literal) = self { Int(literal) } else { nil } }

  /// The elements, where this is an array.
  public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members, where this is an object.
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

/// Builds the tree of one document.
private struct JSONTreeBuilder {
  private let bytes: Bytes
  private var scratch: [UInt8] = []
  /// The first key that an object has twice, and where it shows.
  private var repeated: (key: Identifier, position: Int)?

  init(_ bytes: Bytes) { self.bytes = bytes }

  mutating func document() throws(UnusableInput) -> JSONValue {
    var cursor = JSONCursor(bytes)
    let tree: JSONValue
    do throws(JSONFault) {
      tree = try value(at: &cursor)
      try cursor.end()
    } catch {
      throw UnusableInput(line: line(at: cursor.position), message: error.message)
    }
    if let repeated {
      let key = ShownText.quoted(repeated.key)
      throw UnusableInput(line: line(at: repeated.position), message: "the key \(key) is given twice; keep one")
    }
    return tree
  }

  private func line(at position: Int) -> Int { bytes.lineBreaks(in: 0..<min(position, bytes.count)) + 1 }

  /// The value that comes next. The cursor bounds the depth, and with it the stack.
  private mutating func value(at cursor: inout JSONCursor) throws(JSONFault) -> JSONValue {
    let next = cursor.peek()
    let start = cursor.position
    switch next {
    case Byte.openBrace: return try object(at: &cursor)
    case Byte.openBracket:
      var elements: [JSONValue] = []
      try cursor.array { (cursor) throws(JSONFault) in elements.append(try self.value(at: &cursor)) }
      return .array(elements)
    case Byte.quote: return .string(text(of: try cursor.value()))
    default:
      let field = try cursor.value()
      if field.kind == .absent { return .null }
      if field.kind == .plain { return .number(text(of: field)) }
      return .bool(bytes[start] == UInt8(ascii: "t"))
    }
  }

  private mutating func object(at cursor: inout JSONCursor) throws(JSONFault) -> JSONValue {
    var members: [JSONValue.Member] = []
    var keys: Set<Identifier> = []
    try cursor.object { (cursor, field) throws(JSONFault) in
      let key = self.text(of: field)
      if !keys.insert(Identifier(key)).inserted && self.repeated == nil {
        self.repeated = (Identifier(key), cursor.position)
      }
      members.append((key, try self.value(at: &cursor)))
    }
    return .object(members)
  }

  private mutating func text(of field: RawField) -> String {
    field.withText(in: bytes, scratch: &scratch) { String(decoding: $0, as: UTF8.self) }
  }
}
