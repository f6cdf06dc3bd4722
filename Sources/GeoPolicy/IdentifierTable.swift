/// Names ↔ small whole numbers: gives every distinct name a handle, from 0 in order of first appearance.
///
/// Made for streams in which few names come many times: a name that is known costs one hash of its bytes and one
/// comparison, and no allocation.
public struct IdentifierTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Open addressing with linear probing; holds handle + 1, and 0 where free. At most half full.
  private var slots: [UInt32] = Array(repeating: 0, count: 16)

  /// An empty table.
  public init() {}

  /// The number of names.
  public var count: Int { ends.count }

  /// The handle of a name, given anew to one not seen before.
  ///
  /// - Complexity: O(length) expected, amortized.
  public mutating func handle(for name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var slot = firstSlot(of: name)
    while slots[slot] != 0 {
      if equals(Int(slots[slot] - 1), name) { return slots[slot] - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    let handle = UInt32(ends.count)
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    slots[slot] = handle + 1
    if ends.count * 2 > slots.count { grow() }
    return handle
  }

  /// The handle of a name, given anew to one not seen before.
  public mutating func handle(for name: Identifier) -> UInt32 {
    var text = name.text
    return text.withUTF8 { handle(for: $0) }
  }

  /// The handle of a name, or `nil` for one not seen before.
  public func find(_ name: Identifier) -> UInt32? {
    var text = name.text
    return text.withUTF8 { name in
      var slot = firstSlot(of: name)
      while slots[slot] != 0 {
        if equals(Int(slots[slot] - 1), name) { return slots[slot] - 1 }
        slot = (slot + 1) & (slots.count - 1)
      }
      return nil
    }
  }

  /// The name of a handle that this table gave.
  public subscript(handle: UInt32) -> Identifier {
    withBytes(of: handle) { Identifier(utf8: $0) }
  }

  /// Calls `body` with the bytes of the name of a handle that this table gave.
  public func withBytes<Result>(of handle: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = range(of: Int(handle))
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private func range(of handle: Int) -> Range<Int> { (handle == 0 ? 0 : ends[handle - 1])..<ends[handle] }

  private func equals(_ handle: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = range(of: handle)
    guard range.count == name.count else { return false }
    for (offset, byte) in name.enumerated() where bytes[range.lowerBound + offset] != byte { return false }
    return true
  }

  private func firstSlot(of name: UnsafeBufferPointer<UInt8>) -> Int {
    Int(truncatingIfNeeded: seed.hash(name) >> 20) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for handle in 0..<ends.count {
      var slot = withBytes(of: UInt32(handle)) { firstSlot(of: $0) }
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(handle) + 1
    }
  }

  private let seed = NameHash()
}

/// A seeded hash of names. The seed differs from process to process, so that no file can be made to collide.
public struct NameHash: Sendable {
  private let key: UInt64

  /// A hash with a random key.
  public init() { key = UInt64.random(in: .min ... .max) | 1 }

  /// The hash of these bytes under the key; its upper bits are the best mixed.
  public func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = key ^ UInt64(name.count)
    var index = 0
    while index + 8 <= name.count {
      hash = mix(hash ^ UnsafeRawBufferPointer(name).loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < name.count {
      rest = rest << 8 | UInt64(name[index])
      index += 1
    }
    return mix(hash ^ rest)
  }

  private func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: key ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
