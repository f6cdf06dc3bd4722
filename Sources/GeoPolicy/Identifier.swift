/// The name of a fence, a device or a policy: a string that is compared byte by byte.
///
/// Swift's `String` holds `é` and `e` + combining accent for equal; files of fences may hold both, as two fences.
/// Nothing is trimmed, folded or normalized.
public struct Identifier: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The characters as given.
  public let text: String

  /// An identifier of these characters.
  public init(_ text: String) { self.text = text }

  /// An identifier of these characters.
  public init(stringLiteral text: String) { self.text = text }

  /// The identifier of these bytes, which must be UTF-8; other bytes are replaced by U+FFFD.
  public init(utf8 bytes: UnsafeBufferPointer<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

  /// The characters as given.
  public var description: String { text }
}

extension Identifier: Hashable, Comparable {
  /// Whether the bytes are the same.
  public static func == (a: Identifier, b: Identifier) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  /// Whether the bytes of `a` come before those of `b`.
  public static func < (a: Identifier, b: Identifier) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  /// Feeds the bytes to the hasher.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
