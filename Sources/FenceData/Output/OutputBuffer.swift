/// Bytes of JSON on their way out: what the functions that write lines append to.
///
/// A value is written straight into the bytes, without a `String` per number or name on the way. The caller writes
/// ``bytes`` somewhere and calls ``removeAll()``, which keeps the memory.
public struct OutputBuffer: Sendable {
  /// What has been appended so far, UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// An empty buffer.
  public init() {}

  /// The number of bytes.
  public var count: Int { bytes.count }
  /// Whether nothing waits to be written.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Removes all bytes and keeps the memory.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends text as it stands.
  public mutating func append(literal text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends bytes as they stand.
  public mutating func append(raw utf8: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: utf8) }

  /// Appends text as it stands, without quotes or escapes.
  public mutating func append(raw text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends a JSON string: quotes around, and `"`, `\` and controls escaped.
  public mutating func append(string text: String) {
    var text = text
    text.withUTF8 { append(string: $0) }
  }

  /// Appends a JSON string of these bytes, which must be UTF-8.
  public mutating func append(string utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for (index, byte) in utf8.enumerated() where Self.needsEscape(byte) {
      // What needs no escape is copied in one go.
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
      appendEscape(of: byte)
      start = index + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(literal: #"\""#)
    case UInt8(ascii: "\\"): append(literal: #"\\"#)
    case 0x08: append(literal: #"\b"#)
    case 0x09: append(literal: #"\t"#)
    case 0x0A: append(literal: #"\n"#)
    case 0x0C: append(literal: #"\f"#)
    case 0x0D: append(literal: #"\r"#)
    default:
      append(literal: #"\u00"#)
      for digit in [byte >> 4, byte & 15] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
