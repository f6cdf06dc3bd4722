/// Reads a JUnit file with a small reader of XML of its own, strict where it matters: tags that close, attributes in
/// quotation marks, known references, no raw `<` or `&` in text.
struct JUnitProbe {
  var suites: [[String: String]] = []
  var cases: [[String: String]] = []
  var problems: [(element: String, attributes: [String: String], text: String)] = []

  struct Unsound: Error { var what: String }

  init(_ bytes: [UInt8]) throws {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    guard rest.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") else { throw Unsound(what: "no declaration") }
    rest = rest.dropFirst("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".count)
    var open: [(name: String, attributes: [String: String], text: String)] = []
    while let start = rest.firstIndex(of: "<") {
      let text = try Self.resolved(rest[..<start])
      if !open.isEmpty {
        open[open.count - 1].text += text
      } else if !text.allSatisfy(\.isWhitespace) {
        throw Unsound(what: "text outside of all elements")
      }
      guard let end = rest[start...].firstIndex(of: ">") else { throw Unsound(what: "a tag is not closed") }
      var tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard let element = open.popLast(), element.name == tag.dropFirst() else { throw Unsound(what: "</\(tag)>") }
        finish(element)
        continue
      }
      let isEmpty = tag.hasSuffix("/")
      if isEmpty { tag = tag.dropLast() }
      let element = (name: String(tag.prefix { $0 != " " }), attributes: try Self.attributes(tag), text: "")
      if isEmpty { finish(element) } else { open.append(element) }
    }
    guard open.isEmpty, rest.allSatisfy(\.isWhitespace) else { throw Unsound(what: "an element is not closed") }
  }

  private mutating func finish(_ element: (name: String, attributes: [String: String], text: String)) {
    switch element.name {
    case "testsuites": break
    case "testsuite": suites.append(element.attributes)
    case "testcase": cases.append(element.attributes)
    default: problems.append((element.name, element.attributes, element.text))
    }
  }

  private static func attributes(_ tag: Substring) throws -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = tag.drop { $0 != " " }
    while !rest.allSatisfy({ $0 == " " }) {
      rest = rest.drop { $0 == " " }
      guard let equals = rest.firstIndex(of: "="), rest[equals...].hasPrefix("=\"") else {
        throw Unsound(what: "\(tag)")
      }
      let value = rest[rest.index(equals, offsetBy: 2)...]
      guard let close = value.firstIndex(of: "\"") else { throw Unsound(what: "\(tag)") }
      let key = String(rest[..<equals])
      guard attributes[key] == nil else { throw Unsound(what: "\(key) twice") }
      attributes[key] = try resolved(value[..<close])
      rest = value[value.index(after: close)...]
    }
    return attributes
  }

  private static let references = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#9": "\t", "#10": "\n", "#13": "\r",
  ]

  private static func resolved(_ text: Substring) throws -> String {
    var resolved = ""
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      resolved += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ";"),
        let character = references[String(rest[rest.index(after: start)..<end])]
      else { throw Unsound(what: "reference in \(text)") }
      resolved += character
      rest = rest[rest.index(after: end)...]
    }
    return resolved + rest
  }
}
