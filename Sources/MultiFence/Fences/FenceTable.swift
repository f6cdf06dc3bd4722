import GeoPolicy

/// Policy and slot of a fence in 32 bits, as candidates and exceptions carry them.
enum FenceWord {
  static let slotBits = 28
  static let maximumSlots = 1 << slotBits

  @inline(__always) static func make(slot: UInt32, policy: UInt8) -> UInt32 { UInt32(policy) << 28 | slot }
  @inline(__always) static func slot(_ word: UInt32) -> UInt32 { word & 0x0FFF_FFFF }
  @inline(__always) static func policy(_ word: UInt32) -> Int { Int(word &>> 28) }
}

/// One fence as the engine keeps it.
struct FenceRecord {
  var latitude: Double
  var longitude: Double
  var enterRadius: Double
  var exitRadius: Double
  /// The version of the set in which the fence was added: rises from fence to fence, so it is the fence order too. In a
  /// free slot the number of the next free one.
  var birth: UInt64
  /// The number of devices inside, those not yet told of a removal counted.
  var insideCount: UInt32
  var policy: UInt8
  var isAlive: Bool

  var circle: FenceCircle {
    FenceCircle(
      center: Point(latitude: latitude, longitude: longitude), enterRadiusMeters: enterRadius,
      exitRadiusMeters: exitRadius)
  }
}

/// The fences by slot, and the way from an id to its slot.
///
/// A removed fence keeps its slot, and its id, while devices were inside it that have not been told. Slots are in chunks,
/// so that a growing table moves nothing.
struct FenceTable: ~Copyable {
  private static let chunkShift = 13
  private static let chunkSlots = 1 << chunkShift
  private static let noSlot = UInt64.max

  /// The records of each chunk; the first `slotCount` slots are initialized, as are their ids.
  let chunks: UnsafeMutablePointer<UnsafeMutablePointer<FenceRecord>>
  private let idChunks: UnsafeMutablePointer<UnsafeMutablePointer<Identifier>>
  /// The records of the first chunks in one piece, if it was known how many there would be.
  private var block: UnsafeMutablePointer<FenceRecord>?
  private var chunksInBlock = 0
  private(set) var slotCount = 0
  private(set) var aliveCount = 0
  private var firstFree = FenceTable.noSlot
  /// Hash of an id → slot, for living fences.
  private var directory = SegmentedTable()
  private let nameHash = NameHash()

  /// A table that will soon hold so many fences.
  init(count: Int) {
    chunks = .allocate(capacity: FenceWord.maximumSlots >> Self.chunkShift)
    idChunks = .allocate(capacity: FenceWord.maximumSlots >> Self.chunkShift)
    chunksInBlock = min(count, FenceWord.maximumSlots) >> Self.chunkShift
    guard chunksInBlock > 0 else { return }
    let slots = chunksInBlock << Self.chunkShift
    let block = TableMemory.allocate(byteCount: slots * MemoryLayout<FenceRecord>.stride)
      .bindMemory(to: FenceRecord.self, capacity: slots)
    for chunk in 0..<chunksInBlock { chunks[chunk] = block + chunk << Self.chunkShift }
    self.block = block
  }

  deinit {
    var start = 0
    while start < slotCount {
      if start >> Self.chunkShift >= chunksInBlock { chunks[start >> Self.chunkShift].deallocate() }
      idChunks[start >> Self.chunkShift].deinitialize(count: min(Self.chunkSlots, slotCount - start))
      idChunks[start >> Self.chunkShift].deallocate()
      start += Self.chunkSlots
    }
    block?.deallocate()
    chunks.deallocate()
    idChunks.deallocate()
  }

  private var roomInSlots: Int { (slotCount + Self.chunkSlots - 1) >> Self.chunkShift * Self.chunkSlots }

  /// The bytes of the records and of the directory.
  var recordBytes: Int { roomInSlots * MemoryLayout<FenceRecord>.stride + directory.bytes }

  /// The bytes of the ids, without text that they keep outside.
  var nameBytes: Int { roomInSlots * MemoryLayout<Identifier>.stride }

  @inline(__always) static func record(
    _ slot: UInt32, in chunks: UnsafeMutablePointer<UnsafeMutablePointer<FenceRecord>>
  ) -> UnsafeMutablePointer<FenceRecord> {
    chunks[Int(slot) &>> chunkShift] + (Int(slot) & (chunkSlots - 1))
  }

  func record(_ slot: UInt32) -> UnsafeMutablePointer<FenceRecord> { Self.record(slot, in: chunks) }

  func id(_ slot: UInt32) -> Identifier { idChunks[Int(slot) >> Self.chunkShift][Int(slot) & (Self.chunkSlots - 1)] }

  /// The slot of the living fence of this id.
  ///
  /// - Complexity: O(1) expected.
  func slot(of id: Identifier) -> UInt32? {
    directory.firstValue(of: key(of: id)) { self.id(UInt32($0)) == id }.map { UInt32($0) }
  }

  /// Adds a fence whose id is free, and returns its slot.
  mutating func add(_ fence: Fence, birth: UInt64) -> UInt32 {
    let slot = takeSlot(for: fence.id)
    record(slot).initialize(
      to: FenceRecord(
        latitude: fence.center.latitude, longitude: fence.center.longitude, enterRadius: fence.enterRadiusMeters,
        exitRadius: fence.exitRadiusMeters, birth: birth, insideCount: 0, policy: UInt8(fence.policyIndex),
        isAlive: true))
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
    idChunks[Int(slot) >> Self.chunkShift][Int(slot) & (Self.chunkSlots - 1)] = ""
    record(slot).pointee.birth = firstFree
    firstFree = UInt64(slot)
  }

  private mutating func takeSlot(for id: Identifier) -> UInt32 {
    if firstFree != Self.noSlot {
      let slot = UInt32(firstFree)
      firstFree = record(slot).pointee.birth
      idChunks[Int(slot) >> Self.chunkShift][Int(slot) & (Self.chunkSlots - 1)] = id
      return slot
    }
    precondition(slotCount < FenceWord.maximumSlots, "more than 268 million fences")
    let chunk = slotCount >> Self.chunkShift
    if slotCount & (Self.chunkSlots - 1) == 0 {
      if chunk >= chunksInBlock { chunks[chunk] = .allocate(capacity: Self.chunkSlots) }
      idChunks[chunk] = .allocate(capacity: Self.chunkSlots)
    }
    (idChunks[chunk] + (slotCount & (Self.chunkSlots - 1))).initialize(to: id)
    slotCount += 1
    return UInt32(slotCount - 1)
  }

  private func key(of id: Identifier) -> UInt64 {
    var text = id.text
    return text.withUTF8 { nameHash.hash($0) } | 1
  }
}
