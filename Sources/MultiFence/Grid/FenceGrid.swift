import GeoPolicy

/// Which fences could matter to a place: for every cell of every level in use, the fences whose exit circle touches it or
/// comes near.
///
/// One hash table over the cells of all levels, and the candidates of a cell side by side in an arena. A place needs one
/// look-up per level in use and no neighbors. Built at once it is tight; later changes are made in place, in the few cells
/// of the fence at hand, so there is nothing to merge and evaluation never waits.
final class FenceGrid {
  /// Each level's cells are this many times wider than those of the level before.
  static let levelFactor = 8.0
  /// The level of fences too large for any other: one cell, the globe.
  static let globeLevel = 7
  static let minimumCellMeters = 64.0
  /// Cells beyond this width would be too few to help.
  static let maximumCellMeters = 2_500_000.0

  /// Of the finest level; the margin is that of all, each in its own cells.
  let cellSize: CellSize
  private(set) var levels: [GridLevel?] = Array(repeating: nil, count: FenceGrid.globeLevel)
  /// The number of fences on each level, the globe's last.
  private(set) var fenceCounts: [Int] = Array(repeating: 0, count: FenceGrid.globeLevel + 1)
  /// Cell key → ``CellEntry``.
  private(set) var cells = SegmentedTable()
  private(set) var arena = CandidateArena()

  init(_ cellSize: CellSize) {
    self.cellSize = CellSize(
      meters: min(max(cellSize.meters, Self.minimumCellMeters), Self.maximumCellMeters), margin: cellSize.margin)
  }

  /// The level of the smallest cells that a fence of this exit radius does not overcrowd.
  func levelIndex(exitRadiusMeters: Double) -> Int {
    var cellMeters = cellSize.meters
    for level in 0..<Self.globeLevel {
      if cellMeters > Self.maximumCellMeters { break }
      if exitRadiusMeters <= cellMeters * (GridLevel.reachInCells - cellSize.margin) { return level }
      cellMeters *= Self.levelFactor
    }
    return Self.globeLevel
  }

  /// Calls `body` with the cells of a fence, and its place and radii there.
  private func forEachCandidate(of fence: FenceCircle, word: UInt32, _ body: (UInt64, GridCandidate) -> Void) {
    let index = levelIndex(exitRadiusMeters: fence.exitRadiusMeters)
    guard index < Self.globeLevel else {
      return body(Self.globeKey, GridCandidate(x: 0, y: 0, enter: 0, exit: 0, word: word))
    }
    let level = level(index)
    let enter = level.quantizedRadius(fence.enterRadiusMeters)
    let exit = level.quantizedRadius(fence.exitRadiusMeters)
    level.forEachCell(around: fence.center, radiusMeters: fence.exitRadiusMeters + level.marginMeters) { cell in
      let place = level.localPlace(of: fence.center, in: cell)
      body(CellEntry.key(cell), GridCandidate(x: place.x, y: place.y, enter: enter, exit: exit, word: word))
    }
  }

  private func level(_ index: Int) -> GridLevel {
    if let level = levels[index] { return level }
    var cellMeters = cellSize.meters
    for _ in 0..<index { cellMeters *= Self.levelFactor }
    let level = GridLevel(index: index, cellMeters: cellMeters, marginMeters: cellMeters * cellSize.margin)
    levels[index] = level
    return level
  }

  /// The keys of the cells of a fence.
  func cellKeys(of fence: FenceCircle) -> [UInt64] {
    var keys: [UInt64] = []
    forEachCandidate(of: fence, word: 0) { key, _ in keys.append(key) }
    return keys
  }

  static var globeKey: UInt64 { CellEntry.key(GridCell(level: globeLevel, row: 0, column: 0)) }

  // MARK: Building

  /// Fills an empty grid: counts the candidates of every cell, lays the blocks out, and fills them.
  ///
  /// - Complexity: O(candidates) expected; nothing but the finished grid is kept in memory meanwhile.
  func build(count: Int, fence: (Int) -> (circle: FenceCircle, word: UInt32)) {
    var total = 0
    for index in 0..<count { fenceCounts[levelIndex(exitRadiusMeters: fence(index).circle.exitRadiusMeters)] += 1 }
    forEachGroup(of: count, fence) { group in
      total += group.count
      for (key, _) in group {
        if let slot = cells.find(key) { slot.pointee.value += 1 } else { cells.insert(key, 1) }
      }
    }
    guard total > 0 else { return }
    cells.fit(percent: 64)
    arena.reserveBuilt(candidates: total)
    cells.forEach { slot in
      let count = Int(slot.pointee.value)
      slot.pointee.value = CellEntry(start: arena.takeBuilt(count: count), count: count, isTight: true).packed
    }
    var entries: [CellEntry] = []
    forEachGroup(of: count, fence) { group in
      entries.removeAll(keepingCapacity: true)
      for (key, _) in group {
        guard let slot = cells.find(key) else { fatalError("a cell was not counted") }
        let entry = CellEntry(packed: slot.pointee.value)
        CandidateBlock(arena.block(entry.start), stride: entry.stride).prefetch(count: entry.count)
        entries.append(entry)
      }
      for ((_, candidate), entry) in zip(group, entries) {
        let block = CandidateBlock(arena.block(entry.start), stride: entry.stride)
        // Until the block is full, its last fence word, zero at first, counts the candidates that stand already.
        let filled = Int(block.word(entry.count - 1))
        block.set(filled, candidate)
        if filled < entry.count - 1 { block.setWord(entry.count - 1, UInt32(filled + 1)) }
      }
    }
  }

  /// Calls `body` with the candidates of all fences, in order, some hundred at a time. The slots of their cells have been
  /// asked for, so that the misses of a group overlap.
  private func forEachGroup(
    of count: Int, _ fence: (Int) -> (circle: FenceCircle, word: UInt32),
    _ body: ([(key: UInt64, candidate: GridCandidate)]) -> Void
  ) {
    var group: [(key: UInt64, candidate: GridCandidate)] = []
    for index in 0..<count {
      let (circle, word) = fence(index)
      forEachCandidate(of: circle, word: word) { key, candidate in
        SegmentedTable.prefetch(key, in: cells.segments)
        group.append((key, candidate))
      }
      if group.count >= Self.groupSize || index == count - 1 {
        body(group)
        group.removeAll(keepingCapacity: true)
      }
    }
  }

  private static let groupSize = 256

  // MARK: Changes

  /// Adds the candidates of one fence.
  ///
  /// - Complexity: O(cells of the fence) expected and amortized, about three for an ordinary fence.
  func insert(_ fence: FenceCircle, word: UInt32) {
    fenceCounts[levelIndex(exitRadiusMeters: fence.exitRadiusMeters)] += 1
    forEachCandidate(of: fence, word: word) { key, candidate in
      let slot = cells.find(key) ?? cells.insert(key, 0)
      slot.pointee.value = appending(candidate, to: slot.pointee.value)
    }
  }

  /// Removes the candidates of one fence; the circle must be the one that was inserted.
  ///
  /// - Complexity: O(candidates in the cells of the fence).
  func remove(_ fence: FenceCircle, word: UInt32) {
    fenceCounts[levelIndex(exitRadiusMeters: fence.exitRadiusMeters)] -= 1
    forEachCandidate(of: fence, word: word) { key, _ in
      guard let slot = cells.find(key) else { return }
      let value = slot.pointee.value
      let left = removing(word, from: CellEntry(packed: value))
      if left != 0 { slot.pointee.value = left } else { cells.remove(key, value) }
    }
  }

  private func appending(_ candidate: GridCandidate, to packed: UInt64) -> UInt64 {
    guard packed != 0 else {
      let start = arena.take(count: 1)
      CandidateBlock(arena.block(start), stride: 1).set(0, candidate)
      return CellEntry(start: start, count: 1, isTight: false).packed
    }
    let entry = CellEntry(packed: packed)
    let grown = resized(entry, to: entry.count + 1)
    CandidateBlock(arena.block(grown.start), stride: grown.stride).set(entry.count, candidate)
    return grown.packed
  }

  private func removing(_ word: UInt32, from entry: CellEntry) -> UInt64 {
    let block = CandidateBlock(arena.block(entry.start), stride: entry.stride)
    guard let index = (0..<entry.count).first(where: { block.word($0) == word }) else { return entry.packed }
    block.set(index, block.candidate(entry.count - 1))
    if entry.count == 1 {
      arena.give(entry.start, capacity: entry.stride)
      return 0
    }
    return resized(entry, to: entry.count - 1).packed
  }

  /// The entry of a cell that is to hold `count` candidates, with those that stay copied to where it stands then.
  private func resized(_ entry: CellEntry, to count: Int) -> CellEntry {
    var resized = CellEntry(start: entry.start, count: count, isTight: false)
    if !entry.isTight, resized.stride == entry.stride { return resized }
    resized.start = arena.take(count: count)
    let from = CandidateBlock(arena.block(entry.start), stride: entry.stride)
    let to = CandidateBlock(arena.block(resized.start), stride: resized.stride)
    for index in 0..<min(count, entry.count) { to.set(index, from.candidate(index)) }
    arena.give(entry.start, capacity: entry.stride)
    return resized
  }
}

/// What the grid knows of a fence.
struct FenceCircle: Equatable {
  var center: Point
  var enterRadiusMeters: Double
  var exitRadiusMeters: Double
}
