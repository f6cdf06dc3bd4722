import GeoPolicy

/// What a pass answered, condensed: the number of events and a checksum of them in their order.
///
/// Into the checksum go, for each event in turn, the sample's number in the whole stream, the device, the number of the
/// fence in fence order, the kind and the bits of the distance. Two passes over the same samples that differ in any of
/// these, or in the order, differ in the checksum, but for a chance of 2⁻⁶⁴. The portable checksum leaves the distance out,
/// in whose last digits C libraries differ: it is the same on every machine, and can be kept.
struct EventDigest: Equatable {
  /// The number of events.
  private(set) var count = 0
  /// The checksum of all of them.
  var checksum: UInt64 { sum.value }
  /// The checksum of all of them but for their distances.
  var portableChecksum: UInt64 { portableSum.value }
  /// The checksum after each batch, to find where two passes part.
  private(set) var trail: [UInt64] = []

  private var sum = Checksum()
  private var portableSum = Checksum()
  private var firstRow = 0

  /// Takes in the events of the next batch.
  mutating func add(_ events: [FenceEvent], rows: Int, fenceNumber: (FenceHandle) -> Int) {
    for event in events {
      add(UInt64(firstRow + Int(event.row)))
      add(UInt64(event.device) << 32 | UInt64(event.kind.rawValue))
      add(UInt64(bitPattern: Int64(fenceNumber(event.fence))))
      sum.add(event.distanceMeters.bitPattern)
    }
    count += events.count
    firstRow += rows
    trail.append(checksum)
  }

  private mutating func add(_ word: UInt64) {
    sum.add(word)
    portableSum.add(word)
  }

  /// What tells this digest from another, in words, or `nil` where they agree.
  func difference(from other: EventDigest) -> String? {
    guard self != other else { return nil }
    let batch = zip(trail, other.trail).enumerated().first { $1.0 != $1.1 }?.offset
    let place = batch.map { ", first in batch \($0)" } ?? ""
    return "\(count) events against \(other.count)\(place), checksum \(hexadecimal) against \(other.hexadecimal)"
  }

  /// The checksum as text.
  var hexadecimal: String { Self.hexadecimal(checksum) }

  /// A checksum as 16 digits.
  static func hexadecimal(_ checksum: UInt64) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// A checksum of words in their order.
struct Checksum: Equatable {
  private(set) var value: UInt64 = 0x243F_6A88_85A3_08D3

  /// Takes in the next word.
  mutating func add(_ word: UInt64) {
    let mixed = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value = (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9 &+ 1
  }
}

/// The number of each fence in fence order, by the handle that an engine gave it.
///
/// Handles are an engine's own, and so is their order. Looking up a handle's id would suffice, but for an engine that
/// numbers its fences in order, as all do so far, a comparison of ids is all it takes.
struct FenceNumbers {
  private let fences: [Fence]
  private var numbers: [Identifier: Int] = [:]

  init(_ fences: [Fence]) { self.fences = fences }

  /// The number of the fence that an engine calls by `handle`, and whose id is `id`.
  mutating func number(of handle: FenceHandle, id: Identifier) -> Int {
    let guess = Int(handle.rawValue)
    if guess < fences.count, fences[guess].id == id { return guess }
    if numbers.isEmpty { for (number, fence) in fences.enumerated() { numbers[fence.id] = number } }
    return numbers[id] ?? -1
  }
}
