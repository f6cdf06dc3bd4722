internal import FenceData
internal import GeoPolicy

extension JSONValue {
  /// A number, written as everywhere: the shortest decimal that reads back.
  static func number(_ value: Double) -> JSONValue {
    var out = OutputBuffer()
    out.append(number: value)
    return .number(String(decoding: out.bytes, as: UTF8.self))
  }

  /// A whole number.
  static func number(_ value: Int) -> JSONValue { .number(String(value)) }

  /// A number or null.
  static func optional(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }

  /// A string or null.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// The fingerprint's digits, or null.
  static func optional(_ fingerprint: Fingerprint?) -> JSONValue { .optional(fingerprint?.description) }

  /// The value within a sentence: plain values as they are, strings clipped and without anything a terminal obeys.
  var shown: String {
    switch self {
    case .string(let text): ShownText.clipped(Identifier(text))
    case .number(let literal): ShownText.clipped(Identifier(literal))
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .array(let elements):
      elements.isEmpty
        ? "none" : elements.prefix(8).map(\.shown).joined(separator: ", ") + (elements.count > 8 ? ", …" : "")
    case .object: "an object"
    }
  }

  /// The value as a document to keep: members and elements on lines of their own, so that a change shows in a diff.
  var document: [UInt8] {
    var out = OutputBuffer()
    out.append(self, indentedBy: 0)
    out.append(literal: "\n")
    return out.bytes
  }

  /// The value in one line.
  var compact: [UInt8] {
    var out = OutputBuffer()
    out.appendCompact(self)
    return out.bytes
  }
}

extension OutputBuffer {
  /// Appends a value without a blank or line break.
  mutating func appendCompact(_ value: JSONValue) {
    switch value {
    case .object(let members):
      append(literal: "{")
      for (index, member) in members.enumerated() {
        if index > 0 { append(literal: ",") }
        append(string: member.key)
        append(literal: ":")
        appendCompact(member.value)
      }
      append(literal: "}")
    case .array(let elements):
      append(literal: "[")
      for (index, element) in elements.enumerated() {
        if index > 0 { append(literal: ",") }
        appendCompact(element)
      }
      append(literal: "]")
    case .string(let text): append(string: text)
    case .number(let literal): append(raw: literal)
    case .bool(let value): append(literal: value ? "true" : "false")
    case .null: append(literal: "null")
    }
  }

  /// Appends a value over several lines.
  fileprivate mutating func append(_ value: JSONValue, indentedBy depth: Int) {
    switch value {
    case .object(let members) where !members.isEmpty:
      appendLines(members.count, depth, "{", "}") { (self, index) in
        self.append(string: members[index].key)
        self.append(literal: ": ")
        self.append(members[index].value, indentedBy: depth + 1)
      }
    case .array(let elements) where !elements.isEmpty:
      appendLines(elements.count, depth, "[", "]") { (self, index) in
        self.append(elements[index], indentedBy: depth + 1)
      }
    default: appendCompact(value)
    }
  }

  private mutating func appendLines(
    _ count: Int, _ depth: Int, _ opening: StaticString, _ closing: StaticString,
    _ body: (inout OutputBuffer, Int) -> Void
  ) {
    append(literal: opening)
    for index in 0..<count {
      append(literal: index == 0 ? "\n" : ",\n")
      for _ in 0...depth { append(literal: "  ") }
      body(&self, index)
    }
    append(literal: "\n")
    for _ in 0..<depth { append(literal: "  ") }
    append(literal: closing)
  }
}
