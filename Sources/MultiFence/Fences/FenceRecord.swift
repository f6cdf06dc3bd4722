import GeoPolicy

/// What an event reads of its fence: half a cache line, so that it never takes two.
struct FenceRecord {
  var place: MeasuredPlace
  private var birthLow: UInt32
  private var birthHigh: UInt8
  var policy: UInt8
  var isAlive: Bool

  init(place: MeasuredPlace, birth: UInt64, policy: UInt8) {
    self.place = place
    self.policy = policy
    isAlive = true
    (birthLow, birthHigh) = (0, 0)
    self.birth = birth
  }

  /// The version of the set in which the fence was added: rises from fence to fence, so it is the fence order too. In a
  /// free slot the number of the next free one. 40 bits, as versions have them.
  @inline(__always) var birth: UInt64 {
    get { UInt64(birthHigh) << 32 | UInt64(birthLow) }
    set {
      birthLow = UInt32(truncatingIfNeeded: newValue)
      birthHigh = UInt8(truncatingIfNeeded: newValue &>> 32)
    }
  }
}

/// The radii of a fence in meters, which are only read where the filter cannot tell.
struct FenceRadii {
  var enter: Double
  var exit: Double
}

/// A piece of the fence table, in three columns: the records of its slots, their radii, and how many devices are inside.
struct FenceChunk {
  static let shift = 13
  static let slots = 1 << shift
  static let byteCount = countsOffset + slots * MemoryLayout<UInt32>.stride
  private static let radiiOffset = slots * MemoryLayout<FenceRecord>.stride
  private static let countsOffset = radiiOffset + slots * MemoryLayout<FenceRadii>.stride

  private let base: UnsafeMutableRawPointer

  /// - Parameter base: Uninitialized memory of `byteCount` bytes.
  init(_ base: UnsafeMutableRawPointer) {
    self.base = base
    base.bindMemory(to: FenceRecord.self, capacity: Self.slots)
    (base + Self.radiiOffset).bindMemory(to: FenceRadii.self, capacity: Self.slots)
    (base + Self.countsOffset).bindMemory(to: UInt32.self, capacity: Self.slots)
  }

  @inline(__always) func record(_ slot: UInt32) -> UnsafeMutablePointer<FenceRecord> {
    base.assumingMemoryBound(to: FenceRecord.self) + (Int(slot) & (Self.slots - 1))
  }

  @inline(__always) func radii(_ slot: UInt32) -> UnsafeMutablePointer<FenceRadii> {
    (base + Self.radiiOffset).assumingMemoryBound(to: FenceRadii.self) + (Int(slot) & (Self.slots - 1))
  }

  /// The number of devices inside, those not yet told of a removal counted.
  @inline(__always) func insideCount(_ slot: UInt32) -> UnsafeMutablePointer<UInt32> {
    (base + Self.countsOffset).assumingMemoryBound(to: UInt32.self) + (Int(slot) & (Self.slots - 1))
  }

  func deallocate() { base.deallocate() }
}

/// The chunks of a fence table, by slot.
struct FenceChunks {
  let base: UnsafeMutablePointer<FenceChunk>

  @inline(__always) private func chunk(_ slot: UInt32) -> FenceChunk { base[Int(slot) &>> FenceChunk.shift] }

  @inline(__always) func record(_ slot: UInt32) -> UnsafeMutablePointer<FenceRecord> { chunk(slot).record(slot) }
  @inline(__always) func radii(_ slot: UInt32) -> UnsafeMutablePointer<FenceRadii> { chunk(slot).radii(slot) }
  @inline(__always) func insideCount(_ slot: UInt32) -> UnsafeMutablePointer<UInt32> { chunk(slot).insideCount(slot) }
}

extension Fence {
  var place: MeasuredPlace { MeasuredPlace(latitude: center.latitude, longitude: center.longitude) }
}

extension FenceRadii {
  init(_ fence: Fence) { self.init(enter: fence.enterRadiusMeters, exit: fence.exitRadiusMeters) }
}
