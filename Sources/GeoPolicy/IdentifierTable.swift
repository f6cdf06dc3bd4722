/// Names ↔ small whole numbers: gives every distinct name a handle, from 0 in order of first appearance.
///
/// Made for streams in which few names come many times: a name that is known costs one hash of its bytes, one place in the
/// table and one in the names, and no allocation.
public struct IdentifierTable: Sendable {
  private struct Slot {
    /// The upper half of the name's hash, so that other names are seldom looked at.
    var tag: UInt32
    /// Where the name stands, in words, plus one; 0 where the slot is free.
    var place: UInt32
  }

  /// The names one behind the other, each from a whole word on: a word of handle and length, then the bytes.
  private var words: [UInt64] = []
  /// Where the name of each handle stands.
  private var places: [UInt32] = []
  /// Open addressing with linear probing, at most half full.
  private var slots = [Slot](repeating: Slot(tag: 0, place: 0), count: 16)
  private let seed = NameHash()

  /// An empty table.
  public init() {}

  /// The number of names.
  public var count: Int { places.count }

  /// The handle of a name, given anew to one not seen before.
  ///
  /// - Complexity: O(length) expected, amortized. Handles end at 2³², names at 32 GiB in all.
  public mutating func handle(for name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let hash = seed.hash(name)
    let (slot, known) = find(name, hash)
    if let known { return known }
    let handle = UInt32(places.count)
    let place = append(name, handle)
    places.append(place)
    slots[slot] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), place: place + 1)
    if places.count * 2 > slots.count { grow() }
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
    return text.withUTF8 { find($0, seed.hash($0)).known }
  }

  /// The name of a handle that this table gave.
  public subscript(handle: UInt32) -> Identifier {
    withBytes(of: handle) { Identifier(utf8: $0) }
  }

  /// Calls `body` with the bytes of the name of a handle that this table gave.
  public func withBytes<Result>(of handle: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let place = Int(places[Int(handle)])
    return words.withUnsafeBytes { words in
      let length = Int(words.load(fromByteOffset: 8 * place, as: UInt64.self) >> 32)
      let bytes = UnsafeRawBufferPointer(rebasing: words[8 * (place + 1)..<8 * (place + 1) + length])
      return bytes.withMemoryRebound(to: UInt8.self, body)
    }
  }

  /// The free slot in which a name would go, or the handle that it has.
  private func find(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> (slot: Int, known: UInt32?) {
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    return words.withUnsafeBytes { words in
      slots.withUnsafeBufferPointer { slots in
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot].place != 0 {
          if slots[slot].tag == tag {
            let start = 8 * Int(slots[slot].place - 1)
            let head = words.load(fromByteOffset: start, as: UInt64.self)
            if head >> 32 == UInt64(name.count), Self.equals(words, start + 8, name) {
              return (slot, UInt32(truncatingIfNeeded: head))
            }
          }
          slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, nil)
      }
    }
  }

  private static func equals(
    _ words: UnsafeRawBufferPointer, _ start: Int, _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let other = UnsafeRawBufferPointer(name)
    var index = 0
    while index + 8 <= other.count {
      if words.load(fromByteOffset: start + index, as: UInt64.self)
        != other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index += 8
    }
    while index < other.count {
      if words[start + index] != other[index] { return false }
      index += 1
    }
    return true
  }

  private mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ handle: UInt32) -> UInt32 {
    let place = words.count
    words.append(UInt64(name.count) << 32 | UInt64(handle))
    words.append(contentsOf: repeatElement(0, count: (name.count + 7) / 8))
    words.withUnsafeMutableBytes { words in
      UnsafeMutableRawBufferPointer(rebasing: words[(8 * (place + 1))...]).copyMemory(
        from: UnsafeRawBufferPointer(name))
    }
    return UInt32(place)
  }

  private mutating func grow() {
    var larger = [Slot](repeating: Slot(tag: 0, place: 0), count: slots.count * 2)
    for handle in 0..<UInt32(places.count) {
      let hash = withBytes(of: handle) { seed.hash($0) }
      var slot = Int(truncatingIfNeeded: hash) & (larger.count - 1)
      while larger[slot].place != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), place: places[Int(handle)] + 1)
    }
    slots = larger
  }
}
