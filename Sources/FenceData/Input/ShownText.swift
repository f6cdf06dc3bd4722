import GeoPolicy

/// How names from files appear in messages: at most ``limit`` characters, without anything that a terminal obeys.
public enum ShownText {
  /// The most characters that are shown of a name.
  public static let limit = 64

  /// A name in quotation marks, clipped, with control characters and quotation marks escaped.
  public static func quoted(_ name: Identifier) -> String { "\"\(clipped(name))\"" }

  /// A name in quotation marks, clipped, with control characters and quotation marks escaped.
  static func quoted(_ name: Bytes) -> String { quoted(Identifier(utf8: name)) }

  /// A name, clipped, with control characters and quotation marks escaped.
  public static func clipped(_ name: Identifier) -> String {
    let scalars = name.text.unicodeScalars.prefix(limit + 1)
    let shown = scalars.prefix(limit).map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : harmless($0) }
    return shown.joined() + (scalars.count > limit ? "…" : "")
  }

  /// A text of any length without anything that a terminal obeys, line breaks among it.
  public static func harmless(_ text: String) -> String { text.unicodeScalars.map(harmless).joined() }

  private static func harmless(_ scalar: Unicode.Scalar) -> String {
    isHarmless(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: true
    }
  }
}

extension FenceError {
  /// The description with names fit to be shown.
  var shownDescription: String {
    func shown(_ name: Identifier) -> Identifier { Identifier(ShownText.clipped(name)) }
    let clipped: FenceError =
      switch self {
      case .emptyID: self
      case .center(let id, let swap): .center(shown(id), swap)
      case .unknownPolicy(let id, let name): .unknownPolicy(shown(id), shown(name))
      case .enterRadius(let id, let value): .enterRadius(shown(id), value)
      case .exitRadius(let id, let value, let enter): .exitRadius(shown(id), value, enter: enter)
      case .duplicateID(let id): .duplicateID(shown(id))
      case .unknownID(let id): .unknownID(shown(id))
      }
    return clipped.description
  }
}
