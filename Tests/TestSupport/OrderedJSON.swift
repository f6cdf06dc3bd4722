/// A JSON value that keeps the order of its keys, for the order is part of what files promise.
///
/// Reads what the tests' own fixtures hold; a reader of its own lets the tests judge the product's writer without the
/// product's reader.
public indirect enum OrderedJSON: Sendable {
  /// An object's members, in order, repeated ones too.
  case object([(key: String, value: OrderedJSON)])
  /// An array's elements.
  case array([OrderedJSON])
  /// A string.
  case string(String)
  /// A number, as written and as read.
  case number(String, Double)
  /// A truth value.
  case bool(Bool)
  /// Null.
  case null

  /// The value that `text` holds; `nil` where that is no JSON or more than one value.
  public init?(_ text: some StringProtocol) {
    var parser = Parser(bytes: Array(text.utf8))
    guard let value = parser.value(), parser.isAtEnd else { return nil }
    self = value
  }

  /// The first member of this key, where this is an object that has it.
  public subscript(key: String) -> OrderedJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The number, where this is one.
  public var number: Double? { if case .number(_, let value) = self { value } else { nil } }

  /// The string, where this is one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements, where this is an array.
  public var elements: [OrderedJSON]? { if case .array(let value) = self { value } else { nil } }
}

private struct Parser {
  let bytes: [UInt8]
  var index = 0

  var isAtEnd: Bool {
    mutating get {
      skipBlanks()
      return index == bytes.count
    }
  }

  mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  mutating func take(_ character: Character) -> Bool {
    skipBlanks()
    guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
    index += 1
    return true
  }

  mutating func take(word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  mutating func value() -> OrderedJSON? {
    if take("{") { return object() }
    if take("[") { return array() }
    if take("\"") { return string().map(OrderedJSON.string) }
    if take(word: "null") { return .null }
    if take(word: "true") { return .bool(true) }
    if take(word: "false") { return .bool(false) }
    let start = index
    while index < bytes.count, "+-.eE0123456789".utf8.contains(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    return Double(text).map { .number(text, $0) }
  }

  private mutating func object() -> OrderedJSON? {
    var members: [(key: String, value: OrderedJSON)] = []
    if take("}") { return .object(members) }
    repeat {
      guard take("\""), let key = string(), take(":"), let value = value() else { return nil }
      members.append((key, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> OrderedJSON? {
    var elements: [OrderedJSON] = []
    if take("]") { return .array(elements) }
    repeat {
      guard let element = value() else { return nil }
      elements.append(element)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private static let escapes: [UInt8: UInt16] = Dictionary(
    uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, [0x22, 0x5C, 0x2F, 0x08, 0x0C, 0x0A, 0x0D, 0x09]))

  private mutating func string() -> String? {
    var units: [UInt16] = []
    var run: [UInt8] = []
    func flush() {
      units += String(decoding: run, as: UTF8.self).utf16
      run = []
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        flush()
        return String(decoding: units, as: UTF16.self)
      }
      guard byte == UInt8(ascii: "\\") else {
        guard byte >= 0x20 else { return nil }
        run.append(byte)
        continue
      }
      flush()
      guard index < bytes.count else { return nil }
      let escape = bytes[index]
      index += 1
      if escape == UInt8(ascii: "u") {
        let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else { return nil }
        units.append(unit)
        index += 4
        continue
      }
      guard let unit = Self.escapes[escape] else { return nil }
      units.append(unit)
    }
    return nil
  }
}
