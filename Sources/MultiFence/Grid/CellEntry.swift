internal import CellKernel

/// Where the candidates of a cell stand, packed into the value of a table slot.
struct CellEntry {
  /// The first unit of the block in the arena.
  var start: UInt32
  /// The number of candidates, at least 1.
  var count: Int
  /// Whether the block has just the room for its candidates, as in a freshly built grid, and not that of a size class.
  var isTight: Bool

  init(start: UInt32, count: Int, isTight: Bool) {
    self.start = start
    self.count = count
    self.isTight = isTight
  }

  @inline(__always) init(packed: UInt64) {
    start = UInt32(truncatingIfNeeded: packed)
    count = Int(truncatingIfNeeded: (packed &>> 32) & 0x7FFF_FFFF)
    isTight = packed &>> 63 != 0
  }

  var packed: UInt64 { UInt64(isTight ? 1 : 0) << 63 | UInt64(count) << 32 | UInt64(start) }

  /// The room of the block in candidates, and the distance between its columns.
  @inline(__always) var stride: Int { isTight ? count : SizeClass.size(SizeClass.index(of: count)) }

  /// A cell's key in the table, never 0.
  static func key(_ cell: GridCell) -> UInt64 { key(level: cell.level, row: cell.row, column: cell.column) }

  @inline(__always) static func key(level: Int, row: Int, column: Int) -> UInt64 {
    1 << 63 | UInt64(truncatingIfNeeded: level) &<< 56 | UInt64(truncatingIfNeeded: row) &<< 28
      | UInt64(truncatingIfNeeded: column)
  }
}

/// A fence as it stands in one cell.
struct GridCandidate: Equatable {
  /// The center's place relative to the middle of the cell, in quanta of the level.
  var x: Int16
  var y: Int16
  /// The radii in quanta.
  var enter: UInt16
  var exit: UInt16
  /// Policy and slot of the fence; see `FenceWord`.
  var word: UInt32
}

/// The columns of one cell's candidates.
///
/// `base` points to a block of the arena with room for at least `stride` candidates; indices are below that.
struct CandidateBlock {
  let base: UnsafeMutableRawPointer
  let stride: Int

  @inline(__always) init(_ base: UnsafeMutableRawPointer, stride: Int) {
    self.base = base
    self.stride = stride
  }

  @inline(__always) var x: UnsafeMutablePointer<Int16> { base.assumingMemoryBound(to: Int16.self) }
  @inline(__always) var y: UnsafeMutablePointer<Int16> { x + stride }
  @inline(__always) var enter: UnsafeMutablePointer<UInt16> {
    (base + 4 &* stride).assumingMemoryBound(to: UInt16.self)
  }
  @inline(__always) var exit: UnsafeMutablePointer<UInt16> { enter + stride }
  @inline(__always) var words: UnsafeMutablePointer<UInt32> {
    (base + 8 &* stride).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always) func word(_ index: Int) -> UInt32 { words[index] }

  func setWord(_ index: Int, _ word: UInt32) { words[index] = word }

  /// Asks for a tight block of so many candidates, at least one.
  @inline(__always) func prefetch(count: Int) {
    let end = min(count &* CandidateArena.bytesPerCandidate, Self.prefetchedBytes)
    var offset = 0
    repeat {
      cordon_prefetch(base + offset)
      offset &+= 64
    } while offset < end
  }

  /// So much of a block is asked for ahead; the processor sees by itself that more will be needed.
  private static let prefetchedBytes = 320

  func candidate(_ index: Int) -> GridCandidate {
    GridCandidate(x: x[index], y: y[index], enter: enter[index], exit: exit[index], word: words[index])
  }

  func set(_ index: Int, _ candidate: GridCandidate) {
    x[index] = candidate.x
    y[index] = candidate.y
    enter[index] = candidate.enter
    exit[index] = candidate.exit
    words[index] = candidate.word
  }
}
