/// Bytes that someone else owns: a view for the length of a call, never stored.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// The bytes that mean something to the readers of this folder.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let dot = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let zero = UInt8(ascii: "0")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  /// The byte-order mark in UTF-8.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a byte is a blank within a line.
  @inline(__always) static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// Whether a byte is a blank or ends a line.
  @inline(__always) static func isBlankOrBreak(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  /// A letter A…Z as its small one, any other byte as it is.
  @inline(__always) static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of `range`, which must lie within this buffer.
  ///
  /// Unsafe for the sake of the inner loops: nothing checks the range in a release build. Every caller passes bounds
  /// that it found by scanning this very buffer.
  @inline(__always) func slice(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

  /// The bytes without blanks at either end.
  @inline(__always) var trimmed: Bytes {
    var start = 0
    var end = count
    while start < end, Byte.isBlank(self[start]) { start += 1 }
    while end > start, Byte.isBlank(self[end - 1]) { end -= 1 }
    return slice(start..<end)
  }

  /// Whether every byte is a blank or ends a line.
  var isBlank: Bool { allSatisfy { Byte.isBlankOrBreak($0) } }

  /// Whether these bytes are the given ASCII text.
  @inline(__always) func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Whether these bytes are the given ASCII text, of small letters, in any case.
  @inline(__always) func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where Byte.lowercased(self[index]) != Byte.lowercased(text.utf8Start[index]) {
      return false
    }
    return true
  }

  /// The number of line breaks in `range`: LF, CR LF, or CR alone.
  func lineBreaks(in range: Range<Int>) -> Int {
    var breaks = 0
    for index in range {
      if self[index] == Byte.lineFeed {
        if index == 0 || self[index - 1] != Byte.carriageReturn { breaks += 1 }
      } else if self[index] == Byte.carriageReturn {
        breaks += 1
      }
    }
    return breaks
  }
}

/// Eight bytes at a time: a word, read in the order of the bytes, is searched with a few whole-number operations.
enum Word {
  private static let low = 0x0101_0101_0101_0101 as UInt64
  private static let high = 0x8080_8080_8080_8080 as UInt64

  /// The top bit of every byte that has it set in `word`: those that are not ASCII.
  @inline(__always) static func nonASCII(_ word: UInt64) -> UInt64 { word & high }

  /// The top bit of every byte of `word` that is a comma, a quotation mark or a control character, and no other bit.
  @inline(__always) static func separators(_ word: UInt64) -> UInt64 {
    // Per byte of seven bits: adding 0x7F carries into the top bit unless the byte is 0, adding 0x60 unless it is below
    // 0x20. No sum passes 0xFE, so no byte disturbs the next.
    let seven = word & ~high
    let notComma = (seven ^ (low * 0x2C)) + ~high
    let notQuote = (seven ^ (low * 0x22)) + ~high
    let notControl = seven + low * 0x60
    return ~(notComma & notQuote & notControl | word) & high
  }

  /// The top bit of every byte of `word` that equals `byte`, which must be ASCII.
  @inline(__always) static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    ~(((word & ~high) ^ (low * UInt64(byte))) + ~high | word) & high
  }
}
