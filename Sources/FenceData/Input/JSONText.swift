/// The escapes of JSON strings.
enum JSONText {
  /// The bytes of the escape at `at`, a surrogate pair as one; `nil` where it is none or stands for no character.
  static func escapeLength(_ bytes: Bytes, at: Int) -> Int? {
    guard at + 1 < bytes.count else { return nil }
    switch bytes[at + 1] {
    case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard let unit = codeUnit(bytes, at: at + 2), !(0xDC00...0xDFFF).contains(unit) else { return nil }
      guard (0xD800...0xDBFF).contains(unit) else { return 6 }
      guard
        at + 7 < bytes.count, bytes[at + 6] == Byte.backslash, bytes[at + 7] == UInt8(ascii: "u"),
        let trailing = codeUnit(bytes, at: at + 8), (0xDC00...0xDFFF).contains(trailing)
      else { return nil }
      return 12
    default:
      return nil
    }
  }

  /// Appends what a string's content stands for. Its escapes must be sound: ``JSONCursor`` has checked them.
  static func decode(_ content: Bytes, into text: inout [UInt8]) {
    var at = 0
    while at < content.count {
      guard content[at] == Byte.backslash, let length = escapeLength(content, at: at) else {
        text.append(content[at])
        at += 1
        continue
      }
      switch content[at + 1] {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(Byte.lineFeed)
      case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
      case UInt8(ascii: "t"): text.append(Byte.tab)
      case UInt8(ascii: "u"):
        if let encoded = UTF8.encode(scalar(content, at: at, length: length)) { text.append(contentsOf: encoded) }
      default: text.append(content[at + 1])
      }
      at += length
    }
  }

  /// What a sound `\u` escape stands for, one or a surrogate pair.
  private static func scalar(_ content: Bytes, at: Int, length: Int) -> Unicode.Scalar {
    let first = UInt32(codeUnit(content, at: at + 2) ?? 0xFFFD)
    guard length == 12, let trailing = codeUnit(content, at: at + 8) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    return Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10 | (UInt32(trailing) & 0x3FF))) ?? "\u{FFFD}"
  }

  private static func codeUnit(_ bytes: Bytes, at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit = 0 as UInt16
    for index in start..<start + 4 {
      let byte = Byte.lowercased(bytes[index])
      switch byte {
      case Byte.zero...(Byte.zero + 9): unit = unit << 4 | UInt16(byte - Byte.zero)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return unit
  }
}
