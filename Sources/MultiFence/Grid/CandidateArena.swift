/// The memory in which the candidates of each cell stand together.
///
/// A block holds the candidates of one cell as five columns one behind the other, each `stride` long: x, y (Int16), enter,
/// exit (UInt16), fence word (UInt32): 12 bytes a candidate. Blocks are named by their first 4-byte unit. When the grid is
/// built, every block has just the room it needs; a block that grows afterwards moves to one with the room of a size class.
struct CandidateArena: ~Copyable {
  static let bytesPerCandidate = 12
  private static let unitBytes = 4
  private static let unitsPerCandidate = 3
  private static let chunkShift = 18
  private static let chunkUnits = 1 << chunkShift
  private static let maximumChunks = 1 << 14
  /// A kernel may read this far behind a block.
  private static let slackBytes = 64

  /// The start of each run of `chunkUnits` units; runs of one allocation follow each other without a gap.
  let chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  private var chunkCount = 0
  private var allocations: [UnsafeMutableRawPointer] = []
  /// The unused units at the end of the last allocation.
  private var tail: Range<Int> = 0..<0
  /// The first free block of each size class; the first unit of a free block names the next.
  private var freeBlocks: [UInt32] = Array(repeating: Self.none, count: SizeClass.count)
  private(set) var builtBytes = 0
  private(set) var allocatedBytes = 0

  private static let none = UInt32.max

  init() { chunks = .allocate(capacity: Self.maximumChunks) }

  deinit {
    for allocation in allocations { allocation.deallocate() }
    chunks.deallocate()
  }

  @inline(__always) static func block(
    _ start: UInt32, in chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  ) -> UnsafeMutableRawPointer {
    chunks[Int(start) &>> chunkShift] + (Int(start) & (chunkUnits - 1)) &* unitBytes
  }

  func block(_ start: UInt32) -> UnsafeMutableRawPointer { Self.block(start, in: chunks) }

  /// Room for all blocks of a freshly built grid, one after another in a single allocation, zeroed.
  mutating func reserveBuilt(candidates: Int) {
    allocate(units: candidates * Self.unitsPerCandidate, extra: 0)
    builtBytes = allocatedBytes
  }

  /// The next block of exactly `count` candidates of the room that was reserved.
  mutating func takeBuilt(count: Int) -> UInt32 {
    let start = tail.lowerBound
    tail = start + count * Self.unitsPerCandidate..<tail.upperBound
    return UInt32(start)
  }

  /// A block with the room of the class of `count`; its contents are arbitrary.
  mutating func take(count: Int) -> UInt32 {
    let sizeClass = SizeClass.index(of: count)
    let free = freeBlocks[sizeClass]
    if free != Self.none {
      freeBlocks[sizeClass] = block(free).load(as: UInt32.self)
      return free
    }
    let units = SizeClass.size(sizeClass) * Self.unitsPerCandidate
    if tail.count < units {
      recycleTail()
      allocate(units: units, extra: Self.chunkUnits)
    }
    let start = tail.lowerBound
    tail = start + units..<tail.upperBound
    return UInt32(start)
  }

  /// Gives a block with room for `capacity` candidates back.
  mutating func give(_ start: UInt32, capacity: Int) {
    let sizeClass = SizeClass.indexOfLargest(within: capacity)
    block(start).storeBytes(of: freeBlocks[sizeClass], as: UInt32.self)
    freeBlocks[sizeClass] = start
  }

  private mutating func recycleTail() {
    while tail.count >= Self.unitsPerCandidate {
      let sizeClass = SizeClass.indexOfLargest(within: tail.count / Self.unitsPerCandidate)
      give(UInt32(tail.lowerBound), capacity: SizeClass.size(sizeClass))
      tail = tail.lowerBound + SizeClass.size(sizeClass) * Self.unitsPerCandidate..<tail.upperBound
    }
  }

  private mutating func allocate(units: Int, extra: Int) {
    let runs = max(1, (max(units, extra) + Self.chunkUnits - 1) >> Self.chunkShift)
    precondition(chunkCount + runs <= Self.maximumChunks, "more than 16 GiB of grid candidates")
    // The built allocation is cut to its need; its last run is then shorter than the others and ends the range.
    let room = extra == 0 ? units : runs << Self.chunkShift
    let byteCount = room * Self.unitBytes + Self.slackBytes
    let memory = TableMemory.allocate(byteCount: byteCount)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    allocations.append(memory)
    allocatedBytes += byteCount
    for run in 0..<runs { chunks[chunkCount + run] = memory + (run << Self.chunkShift) * Self.unitBytes }
    tail = chunkCount << Self.chunkShift..<(chunkCount << Self.chunkShift) + room
    chunkCount += runs
  }
}

/// Sizes 1, 2, 3, 4, 6, 8, 12, 16, 24, …: at most half of a block is room to grow.
enum SizeClass {
  static let count = 56

  static func size(_ index: Int) -> Int {
    index < 2 ? index + 1 : (index & 1 == 0 ? 3 : 4) << ((index - 2) / 2)
  }

  /// The class of the smallest size that holds `count` ≥ 1.
  static func index(of count: Int) -> Int {
    let below = indexOfLargest(within: count)
    return size(below) == count ? below : below + 1
  }

  /// The class of the largest size that fits into `room` ≥ 1.
  static func indexOfLargest(within room: Int) -> Int {
    if room < 3 { return room - 1 }
    let shift = (Int.bitWidth - 1 - room.leadingZeroBitCount) - 1
    // Within [2 << shift, 4 << shift) lie the sizes 2 << shift = 4 << (shift - 1) and 3 << shift.
    return room >= 3 << shift ? 2 + 2 * shift : 1 + 2 * shift
  }
}
