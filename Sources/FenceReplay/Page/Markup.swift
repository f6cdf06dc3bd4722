internal import FenceData

/// HTML on its way out: tags as they stand, text escaped.
struct Markup {
  private var out = OutputBuffer()

  /// What has been written, UTF-8.
  var bytes: [UInt8] { out.bytes }
  /// The number of bytes.
  var count: Int { out.count }

  /// Appends markup as it stands. Only for text of this module's own.
  mutating func raw(_ markup: String) { out.append(raw: markup) }

  /// Appends text for content or an attribute in double quotes.
  mutating func text(_ text: String) { out.append(raw: Self.escaped(text)) }

  /// Appends a name that may be written in any direction, kept from turning what stands around it.
  mutating func name(_ name: String) { raw("<bdi>\(Self.escaped(name))</bdi>") }

  /// Text that means itself in content and in a quoted attribute, in HTML and in XML.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text with all that a page cannot hold, or would hide, shown by its number, so that two names never look the same
  /// by such a character alone: controls, characters that are none, and those that turn the direction of what follows.
  static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: mustBeShownByNumber) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if mustBeShownByNumber(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "⟨U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "⟩"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func mustBeShownByNumber(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true  // controls
    case 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true  // unseen; directions
    case 0xFFF9...0xFFFB, 0xFDD0...0xFDEF, 0xE0000...0xE007F: true  // annotations, none at all, tags
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }
}

/// Text that fits: what is longer is cut, and ends in an ellipsis.
func shortened(_ text: String, toScalars limit: Int) -> String {
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return text }
  return String(scalars[..<end]) + "…"
}
