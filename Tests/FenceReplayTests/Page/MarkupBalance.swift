/// Checks that a page's tags open and close as they should, and that text is text.
enum MarkupBalance {
  /// What is wrong first, or `nil`. Attributes must be in double quotes, `<` must start a tag, `&` a reference.
  static func fault(in page: [UInt8]) -> String? {
    guard let text = String(validating: page, as: UTF8.self) else { return "not UTF-8" }
    if let bad = text.unicodeScalars.first(where: { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F }) {
      return "a control character: \(bad.value)"
    }
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      if let fault = faultOfReferences(in: rest[..<start], isStyle: open.last == "style") { return fault }
      guard let end = endOfTag(in: rest[start...]) else {
        return "a tag that does not end: \(rest[start...].prefix(60))"
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let name = tag.prefix { $0.isLetter || $0 == "/" || $0 == "!" || $0.isNumber }
      switch name {
      case "!DOCTYPE", "meta", "br": continue
      case _ where name.hasPrefix("/"):
        guard open.popLast() == name.dropFirst() else { return "</\(name.dropFirst())> closes what is not open" }
      case "": return "a stray <"
      default:
        if !isTag(name) { return "an unexpected element: \(name)" }
        if tag.contains("=") && !tag.contains("=\"") { return "an attribute without quotes: \(tag)" }
        if tag.contains(" on") { return "a handler: \(tag)" }
        if !tag.hasSuffix("/") { open.append(name) }
      }
    }
    return open.isEmpty ? faultOfReferences(in: rest, isStyle: false) : "not closed: \(open)"
  }

  private static func isTag(_ name: Substring) -> Bool {
    let names = """
      html head title style body a div header h1 h2 h3 p main section table thead tbody tr th td details summary b ul li ol
      svg path rect circle text desc g clipPath article figure figcaption span bdi footer
      """
    return names.split(whereSeparator: \.isWhitespace).contains(name)
  }

  /// The `>` of a tag that begins here; one in quotes is part of a value.
  private static func endOfTag(in text: Substring) -> Substring.Index? {
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == ">" && !isQuoted { return index }
      if text[index] == "<" && isQuoted { return nil }
    }
    return nil
  }

  private static func faultOfReferences(in text: Substring, isStyle: Bool) -> String? {
    if !isStyle, text.contains(">") { return "a stray >: \(text.prefix(60))" }
    for piece in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      if !["amp;", "lt;", "gt;", "quot;", "#39;"].contains(where: piece.hasPrefix) {
        return "a stray &: \(piece.prefix(20))"
      }
    }
    return nil
  }
}
