import Foundation

/// A JSON value whose keys keep their order and whose numbers keep their text.
indirect enum OrderedJSON: Equatable {
  case object([Member])
  case array([OrderedJSON])
  case string(String)
  case number(String)
  case literal(String)

  struct Member: Equatable {
    var key: String
    var value: OrderedJSON
  }

  struct SyntaxError: Error {
    var offset: Int
  }

  /// The value of this text.
  init(_ text: some StringProtocol) throws {
    var parser = Parser(bytes: Array(text.utf8))
    self = try parser.value()
    guard parser.isAtEnd else { throw SyntaxError(offset: parser.index) }
  }

  /// The values of all lines that are not empty.
  static func lines(_ text: String) throws -> [OrderedJSON] {
    try text.split(separator: "\n").map { try OrderedJSON($0) }
  }

  subscript(key: String) -> OrderedJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  var elements: [OrderedJSON] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  var int: Int? { text.flatMap { Int($0) } }

  func removing(_ key: String) -> OrderedJSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.key != key })
  }

  /// The value as one line of JSON.
  var line: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)):\($0.value.line)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
    case .string(let text): Self.quoted(text)
    case .number(let text), .literal(let text): text
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" || scalar.value < 0x20
        ? "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
          + String(scalar.value, radix: 16)
        : String(scalar)
    }
    return "\"" + escaped.joined() + "\""
  }

  private struct Parser {
    var bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool {
      mutating get {
        skipBlanks()
        return index == bytes.count
      }
    }

    mutating func value() throws -> OrderedJSON {
      skipBlanks()
      switch try peek() {
      case UInt8(ascii: "{"):
        var members: [Member] = []
        try list(until: UInt8(ascii: "}")) { parser in
          parser.skipBlanks()
          let key = try parser.string()
          try parser.expect(UInt8(ascii: ":"))
          members.append(Member(key: key, value: try parser.value()))
        }
        return .object(members)
      case UInt8(ascii: "["):
        var elements: [OrderedJSON] = []
        try list(until: UInt8(ascii: "]")) { parser in elements.append(try parser.value()) }
        return .array(elements)
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let text = run { "+-.0123456789eE".utf8.contains($0) }
        guard Double(text) != nil else { throw SyntaxError(offset: index) }
        return .number(text)
      default:
        let text = run { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard ["null", "true", "false"].contains(text) else { throw SyntaxError(offset: index) }
        return .literal(text)
      }
    }

    private mutating func list(until end: UInt8, _ element: (inout Parser) throws -> Void) throws {
      index += 1
      skipBlanks()
      if try peek() == end {
        index += 1
        return
      }
      while true {
        try element(&self)
        skipBlanks()
        let next = try peek()
        index += 1
        if next == end { return }
        guard next == UInt8(ascii: ",") else { throw SyntaxError(offset: index) }
      }
    }

    private mutating func string() throws -> String {
      let start = index
      try expect(UInt8(ascii: "\""))
      while try peek() != UInt8(ascii: "\"") {
        guard try peek() >= 0x20 else { throw SyntaxError(offset: index) }
        index += try peek() == UInt8(ascii: "\\") ? 2 : 1
      }
      index += 1
      // Foundation knows the escapes.
      let fragment = Data(bytes[start..<index])
      let decoded = try JSONSerialization.jsonObject(with: fragment, options: .fragmentsAllowed)
      guard let text = decoded as? String else { throw SyntaxError(offset: start) }
      return text
    }

    private mutating func run(_ belongs: (UInt8) -> Bool) -> String {
      let start = index
      while index < bytes.count, belongs(bytes[index]) { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipBlanks() {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private func peek() throws -> UInt8 {
      guard index < bytes.count else { throw SyntaxError(offset: index) }
      return bytes[index]
    }

    private mutating func expect(_ byte: UInt8) throws {
      skipBlanks()
      guard try peek() == byte else { throw SyntaxError(offset: index) }
      index += 1
    }
  }
}
