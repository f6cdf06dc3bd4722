import GeoPolicy

/// Policy and slot of a fence in 32 bits, as candidates and exceptions carry them.
enum FenceWord {
  static let slotBits = 28
  static let maximumSlots = 1 << slotBits

  @inline(__always) static func make(slot: UInt32, policy: UInt8) -> UInt32 { UInt32(policy) << 28 | slot }
  @inline(__always) static func slot(_ word: UInt32) -> UInt32 { word & 0x0FFF_FFFF }
  @inline(__always) static func policy(_ word: UInt32) -> Int { Int(word &>> 28) }
}

/// The fences by slot, and the way from an id to its slot.
///
/// A removed fence keeps its slot, and its id, while devices were inside it that have not been told. Slots are in chunks,
/// so that a growing table moves nothing.
struct FenceTable: ~Copyable {
  private static let noSlot = UInt64(FenceWord.maximumSlots)

  /// The first `slotCount` slots are initialized, as are their ids.
  let chunks: FenceChunks
  private let idChunks: UnsafeMutablePointer<UnsafeMutablePointer<Identifier>>
  /// The first chunks in one piece, if it was known how many there would be.
  private var block: UnsafeMutableRawPointer?
  private var chunksInBlock = 0
  private(set) var slotCount = 0
  private(set) var aliveCount = 0
  private var firstFree = FenceTable.noSlot
  /// Hash of an id → slot, for living fences.
  private var directory = SegmentedTable()
  private let nameHash = NameHash()

  /// A table that will soon hold so many fences.
  init(count: Int) {
    chunks = FenceChunks(base: .allocate(capacity: FenceWord.maximumSlots >> FenceChunk.shift))
    idChunks = .allocate(capacity: FenceWord.maximumSlots >> FenceChunk.shift)
    chunksInBlock = min(count, FenceWord.maximumSlots) >> FenceChunk.shift
    guard chunksInBlock > 0 else { return }
    let block = TableMemory.allocate(byteCount: chunksInBlock * FenceChunk.byteCount)
    for chunk in 0..<chunksInBlock {
      (chunks.base + chunk).initialize(to: FenceChunk(block + chunk * FenceChunk.byteCount))
    }
    self.block = block
  }

  deinit {
    var start = 0
    while start < slotCount {
      if start >> FenceChunk.shift >= chunksInBlock { chunks.base[start >> FenceChunk.shift].deallocate() }
      idChunks[start >> FenceChunk.shift].deinitialize(count: min(FenceChunk.slots, slotCount - start))
      idChunks[start >> FenceChunk.shift].deallocate()
      start += FenceChunk.slots
    }
    block?.deallocate()
    chunks.base.deallocate()
    idChunks.deallocate()
  }

  private var chunkCount: Int { (slotCount + FenceChunk.slots - 1) >> FenceChunk.shift }

  /// The bytes of all but the ids, the directory among them.
  var recordBytes: Int { chunkCount * FenceChunk.byteCount + directory.bytes }

  /// The bytes of the ids, without text that they keep outside.
  var nameBytes: Int { chunkCount * FenceChunk.slots * MemoryLayout<Identifier>.stride }

  func record(_ slot: UInt32) -> UnsafeMutablePointer<FenceRecord> { chunks.record(slot) }
  func radii(_ slot: UInt32) -> UnsafeMutablePointer<FenceRadii> { chunks.radii(slot) }
  func insideCount(_ slot: UInt32) -> UnsafeMutablePointer<UInt32> { chunks.insideCount(slot) }

  func circle(_ slot: UInt32) -> FenceCircle {
    let place = record(slot).pointee.place, radii = radii(slot).pointee
    return FenceCircle(
      center: Point(latitude: place.latitude, longitude: place.longitude), enterRadiusMeters: radii.enter,
      exitRadiusMeters: radii.exit)
  }

  func id(_ slot: UInt32) -> Identifier { idChunks[Int(slot) >> FenceChunk.shift][Int(slot) & (FenceChunk.slots - 1)] }

  /// The slot of the living fence of this id.
  ///
  /// - Complexity: O(1) expected.
  func slot(of id: Identifier) -> UInt32? {
    directory.firstValue(of: key(of: id)) { self.id(UInt32($0)) == id }.map { UInt32($0) }
  }

  /// Adds a fence whose id is free, and returns its slot.
  mutating func add(_ fence: Fence, birth: UInt64) -> UInt32 {
    let slot = takeSlot(for: fence.id)
    record(slot).initialize(to: FenceRecord(place: fence.place, birth: birth, policy: UInt8(fence.policyIndex)))
    radii(slot).initialize(to: FenceRadii(fence))
    insideCount(slot).initialize(to: 0)
    directory.insert(key(of: fence.id), UInt64(slot))
    aliveCount += 1
    return slot
  }

  /// Cuts the directory to its need: it is asked for changes and queries, not for samples, and may be well filled.
  mutating func fit() { directory.fit(percent: 70) }

  /// Ends a fence's life. Its slot stays taken until ``free(_:)``.
  mutating func retire(_ slot: UInt32) {
    directory.remove(key(of: id(slot)), UInt64(slot))
    record(slot).pointee.isAlive = false
    aliveCount -= 1
  }

  /// Frees the slot of a retired fence that no device is inside any more.
  mutating func free(_ slot: UInt32) {
    idChunks[Int(slot) >> FenceChunk.shift][Int(slot) & (FenceChunk.slots - 1)] = ""
    record(slot).pointee.birth = firstFree
    firstFree = UInt64(slot)
  }

  private mutating func takeSlot(for id: Identifier) -> UInt32 {
    if firstFree != Self.noSlot {
      let slot = UInt32(firstFree)
      firstFree = record(slot).pointee.birth
      idChunks[Int(slot) >> FenceChunk.shift][Int(slot) & (FenceChunk.slots - 1)] = id
      return slot
    }
    precondition(slotCount < FenceWord.maximumSlots, "more than 268 million fences")
    let chunk = slotCount >> FenceChunk.shift
    if slotCount & (FenceChunk.slots - 1) == 0 {
      if chunk >= chunksInBlock {
        (chunks.base + chunk).initialize(to: FenceChunk(TableMemory.allocate(byteCount: FenceChunk.byteCount)))
      }
      idChunks[chunk] = .allocate(capacity: FenceChunk.slots)
    }
    (idChunks[chunk] + (slotCount & (FenceChunk.slots - 1))).initialize(to: id)
    slotCount += 1
    return UInt32(slotCount - 1)
  }

  private func key(of id: Identifier) -> UInt64 {
    var text = id.text
    return text.withUTF8 { nameHash.hash($0) } | 1
  }
}
