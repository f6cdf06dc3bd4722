/// How wide a text may get in a figure, without knowing the reader's font.
///
/// The widths are those of a wide sans serif (a little above DejaVu Sans and Verdana), so that what is laid out by them
/// has room in any usual one.
enum TextWidth {
  /// The width of `text` in the units of `size`, the font size.
  static func of(_ text: String, size: Double) -> Double {
    var ems = 0.0
    for scalar in text.unicodeScalars { ems += width(of: scalar) }
    return ems * size
  }

  /// The text, or as much of it as fits into `width` with an ellipsis.
  static func fitted(_ text: String, width: Double, size: Double) -> String {
    guard of(text, size: size) > width else { return text }
    var kept = ""
    var used = of("…", size: size)
    for character in text {
      used += of(String(character), size: size)
      guard used <= width else { break }
      kept.append(character)
    }
    while kept.last == " " { kept.removeLast() }
    return kept + "…"
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", " ", "!": 0.37
    case "f", "r", "t", "(", ")", "[", "]", "/", "-", "°": 0.44
    case "m", "w", "M", "W", "%", "@", "—", "…": 1.02
    case "a"..."z", "0"..."9", "–", "_", "?": 0.65
    case "A"..."Z": 0.76
    case _ where scalar.value < 0x80: 0.85
    // Letters of other scripts are seldom wider than an em; pictures are.
    case _ where scalar.value < 0x2E80: 0.95
    default: 1.35
    }
  }
}
