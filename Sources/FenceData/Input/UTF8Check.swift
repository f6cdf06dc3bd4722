extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF, no cut sequence.
  ///
  /// - Complexity: O(count); eight bytes at a time where they are ASCII.
  var isUTF8: Bool {
    var at = 0
    let raw = UnsafeRawBufferPointer(self)
    while at < count {
      if at + 8 <= count, Word.nonASCII(raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)) == 0 {
        at += 8
        continue
      }
      let lead = self[at]
      if lead < 0x80 {
        at += 1
        continue
      }
      // The second byte's range rules out overlong forms (E0, F0), surrogates (ED) and too large values (F4).
      let length: Int
      let second: ClosedRange<UInt8>
      switch lead {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return false
      }
      guard at + length <= count, second.contains(self[at + 1]) else { return false }
      for offset in 2..<Swift.max(length, 2) where self[at + offset] & 0xC0 != 0x80 { return false }
      at += length
    }
    return true
  }
}
