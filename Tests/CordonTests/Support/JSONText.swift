import TestSupport

extension OrderedJSON {
  /// The value of one line, or null where it is no JSON.
  static func parse(_ text: some StringProtocol) -> OrderedJSON { OrderedJSON(text) ?? .null }

  /// The values of all lines that are not empty.
  static func lines(_ text: String) -> [OrderedJSON] { text.split(separator: "\n").map { parse($0) } }

  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  /// The number as written, or the string.
  var text: String? {
    switch self {
    case .number(let text, _): text
    case .string(let text): text
    default: nil
    }
  }

  var int: Int? { text.flatMap { Int($0) } }

  /// The value as one line of JSON, its numbers as they were written.
  var line: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)):\($0.value.line)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
    case .string(let text): Self.quoted(text)
    case .number(let text, _): text
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      let code = String(scalar.value, radix: 16)
      return scalar == "\"" || scalar == "\\" || scalar.value < 0x20
        ? "\\u" + String(repeating: "0", count: 4 - code.count) + code : String(scalar)
    }
    return "\"" + escaped.joined() + "\""
  }
}
