/// The exceptions of devices that have more than two, in blocks of size classes: 16 bytes each, at most 24 with the room.
///
/// A block holds `size(class of count)` entries of 16 bytes; its first entry also holds the count. Block 0 does not exist.
struct ExceptionArena: ~Copyable {
  struct Entry {
    var word: UInt32
    /// The state in the low byte; in the first entry of a block the block's count in the upper three.
    var packed: UInt32
    var enterTime: Double
  }

  private static let chunkShift = 14
  private static let chunkEntries = 1 << chunkShift
  private static let maximumChunks = 1 << 16
  private static let none: UInt32 = 0
  static let maximumCount = 1 << 24 - 1

  /// The start of each run of `chunkEntries` entries; runs of one allocation follow each other without a gap.
  let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Entry>>
  private var chunkCount = 0
  private var allocations: [UnsafeMutablePointer<Entry>] = []
  private var tail: Range<Int> = 0..<0
  private var freeBlocks: [UInt32] = Array(repeating: Self.none, count: SizeClass.count)
  private(set) var bytes = 0
  /// Entries in blocks that are taken, room included.
  private(set) var takenEntries = 0

  init() { chunks = .allocate(capacity: Self.maximumChunks) }

  deinit {
    for allocation in allocations { allocation.deallocate() }
    chunks.deallocate()
  }

  @inline(__always) func block(_ start: UInt32) -> UnsafeMutablePointer<Entry> {
    chunks[Int(start) &>> Self.chunkShift] + (Int(start) & (Self.chunkEntries - 1))
  }

  @inline(__always) func count(_ start: UInt32) -> Int { Int(block(start).pointee.packed &>> 8) }

  /// Calls `body` with each exception of a block.
  @inline(__always) func forEach(_ start: UInt32, _ body: (StateException) -> Void) {
    let block = block(start)
    for index in 0..<Int(block.pointee.packed &>> 8) {
      let state = PackedState(rawValue: UInt8(truncatingIfNeeded: block[index].packed))
      body(StateException(word: block[index].word, state: state, enterTime: block[index].enterTime))
    }
  }

  /// The state that a block holds for a fence, if any.
  @inline(__always) func state(of word: UInt32, in start: UInt32) -> PackedState? {
    let block = block(start)
    for index in 0..<Int(block.pointee.packed &>> 8) where block[index].word == word {
      return PackedState(rawValue: UInt8(truncatingIfNeeded: block[index].packed))
    }
    return nil
  }

  /// Makes the exceptions the contents of a block, which may move: `start` is the old one or 0; returns the new one or 0.
  mutating func store(_ exceptions: UnsafeBufferPointer<StateException>, in start: UInt32) -> UInt32 {
    precondition(exceptions.count <= Self.maximumCount, "a device at more than 16 million fences")
    let oldClass = start == Self.none ? nil : SizeClass.index(of: count(start))
    let newClass = exceptions.isEmpty ? nil : SizeClass.index(of: exceptions.count)
    var start = start
    if oldClass != newClass {
      if let oldClass { give(start, oldClass) }
      start = newClass.map { take($0) } ?? Self.none
    }
    guard start != Self.none else { return start }
    let block = block(start)
    for (index, exception) in exceptions.enumerated() {
      block[index] = Entry(
        word: exception.word, packed: UInt32(exception.state.rawValue), enterTime: exception.enterTime)
    }
    block.pointee.packed |= UInt32(exceptions.count) << 8
    return start
  }

  private mutating func take(_ sizeClass: Int) -> UInt32 {
    let size = SizeClass.size(sizeClass)
    takenEntries += size
    let free = freeBlocks[sizeClass]
    if free != Self.none {
      freeBlocks[sizeClass] = block(free).pointee.word
      return free
    }
    if tail.count < size { grow(for: size) }
    let start = tail.lowerBound
    tail = start + size..<tail.upperBound
    return UInt32(start)
  }

  private mutating func give(_ start: UInt32, _ sizeClass: Int) {
    block(start).pointee.word = freeBlocks[sizeClass]
    freeBlocks[sizeClass] = start
    takenEntries -= SizeClass.size(sizeClass)
  }

  private mutating func grow(for size: Int) {
    while !tail.isEmpty {
      let sizeClass = SizeClass.indexOfLargest(within: tail.count)
      takenEntries += SizeClass.size(sizeClass)
      give(UInt32(tail.lowerBound), sizeClass)
      tail = tail.lowerBound + SizeClass.size(sizeClass)..<tail.upperBound
    }
    // One more than asked for, since the very first entry, number 0, stays unused.
    let runs = (size + 1 + Self.chunkEntries - 1) >> Self.chunkShift
    precondition(chunkCount + runs <= Self.maximumChunks, "more than 16 GiB of exceptions")
    let memory = UnsafeMutablePointer<Entry>.allocate(capacity: runs << Self.chunkShift)
    memory.initialize(repeating: Entry(word: 0, packed: 0, enterTime: 0), count: runs << Self.chunkShift)
    allocations.append(memory)
    bytes += (runs << Self.chunkShift) * MemoryLayout<Entry>.stride
    for run in 0..<runs { chunks[chunkCount + run] = memory + run << Self.chunkShift }
    tail = chunkCount << Self.chunkShift..<(chunkCount + runs) << Self.chunkShift
    if chunkCount == 0 { tail = 1..<tail.upperBound }
    chunkCount += runs
  }
}
