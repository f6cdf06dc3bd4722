import GeoPolicy
import Testing
import Workload

@testable import MultiFence

/// Blocks of the arenas: sizes, contents, and that no two of them overlap.
@Suite struct ArenaTests {
  @Test func sizeClassesAreInOrderAndNearest() {
    let sizes = (0..<SizeClass.count).map { SizeClass.size($0) }
    #expect(Array(sizes[..<10]) == [1, 2, 3, 4, 6, 8, 12, 16, 24, 32])
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 && 2 * $0 >= $1 })
    for count in Array(1...5000) + [65_535, 65_536, 65_537, 1 << 24, 1 << 24 + 1] {
      let above = SizeClass.index(of: count), below = SizeClass.indexOfLargest(within: count)
      #expect(SizeClass.size(above) >= count && (above == 0 || SizeClass.size(above - 1) < count))
      #expect(SizeClass.size(below) <= count && SizeClass.size(below + 1) > count)
    }
  }

  @Test func cellEntriesPackAndUnpack() {
    for start in [0, 1, 77, UInt32.max] {
      for count in [1, 2, 3, 5, 1000, 0x7FFF_FFFF] {
        for isTight in [true, false] {
          let entry = CellEntry(packed: CellEntry(start: start, count: count, isTight: isTight).packed)
          #expect(entry.start == start && entry.count == count && entry.isTight == isTight)
          #expect(entry.stride >= count && (!isTight || entry.stride == count))
        }
      }
    }
    var keys: Set<UInt64> = []
    for level in 0..<8 {
      for row in [0, 1, 1 << 18] {
        for column in [0, 1, 1 << 20] {
          keys.insert(CellEntry.key(level: level, row: row, column: column))
        }
      }
    }
    #expect(keys.count == 72 && !keys.contains(0))
  }

  @Test func candidateBlocksNeverOverlap() {
    var random = SplitMix64(seed: 12)
    var arena = CandidateArena()
    arena.reserveBuilt(candidates: 60)
    var blocks: [(start: UInt32, room: Int, mark: UInt32)] = []
    for count in 1...10 {
      blocks.append((arena.takeBuilt(count: count), count, UInt32(count)))
      arena.fill(blocks[count - 1].start, count, UInt32(count))
    }
    for step in 100..<6000 as Range<UInt32> {
      if random.chance(blocks.count < 200 ? 0.7 : 0.4) {
        let count = random.pick([1, 2, 3, 5, random.whole(1...100), random.whole(1...4000)])
        let room = SizeClass.size(SizeClass.index(of: count))
        let start = arena.take(count: count)
        arena.fill(start, room, step)
        blocks.append((start, room, step))
      } else if !blocks.isEmpty {
        let block = blocks.remove(at: random.below(blocks.count))
        let isWhole = arena.holds(block.start, block.room, block.mark)
        #expect(isWhole, "step \(step)")
        arena.give(block.start, capacity: block.room)
      }
    }
    let areWhole = blocks.allSatisfy { arena.holds($0.start, $0.room, $0.mark) }
    #expect(areWhole)
    #expect(arena.builtBytes >= 60 * 12 && arena.allocatedBytes > arena.builtBytes)
  }

  /// Every number of candidates in a cell, built at once or one by one, and the removal of each.
  @Test(arguments: [true, false]) func everyCandidateCanLeaveItsCell(isBuilt: Bool) throws {
    let circle = FenceCircle(
      center: Point(latitude: 10.01, longitude: 20.01), enterRadiusMeters: 80, exitRadiusMeters: 120)
    for count in 1...26 as ClosedRange<UInt32> {
      for leaving in 0..<count {
        let grid = FenceGrid(CellSize(meters: 1_000_000, margin: 0.2))
        if isBuilt {
          grid.build(count: Int(count)) { (circle, UInt32($0) + 50) }
        } else {
          for index in 0..<count { grid.insert(circle, word: index + 50) }
        }
        grid.remove(circle, word: leaving + 50)
        let expected = (0..<count).filter { $0 != leaving }.map { $0 + 50 }
        let key = try #require(grid.cellKeys(of: circle).first)
        #expect(grid.words(key).sorted() == expected, "\(leaving) of \(count)")
        grid.insert(circle, word: 7)
        #expect(grid.words(key).sorted() == [7] + expected, "\(leaving) of \(count), one more")
      }
    }
  }

  @Test func exceptionBlocksChangeToEverySize() {
    var arena = ExceptionArena()
    let neighbor = arena.store(9, from: 5000, in: 0)
    for from in 0...40 {
      for to in 0...40 {
        let first = arena.store(from, from: 100, in: 0)
        let second = arena.store(to, from: 900, in: first)
        #expect((first == 0) == (from == 0) && (second == 0) == (to == 0))
        #expect(arena.words(second) == (0..<UInt32(to)).map { 900 + $0 })
        if second != 0 {
          #expect(arena.count(second) == to)
          for word in 0..<UInt32(to) {
            #expect(arena.state(of: 900 + word, in: second) == ExceptionArena.state(900 + word))
          }
          #expect(arena.state(of: 900 + UInt32(to), in: second) == nil)
        }
        #expect(arena.store(0, from: 0, in: second) == 0)
      }
    }
    #expect(arena.words(neighbor) == (0..<9).map { 5000 + $0 })
    #expect(arena.takenEntries == SizeClass.size(SizeClass.index(of: 9)))
    #expect(arena.bytes <= 1 << 19)
  }

  @Test func exceptionBlocksNeverOverlap() {
    var random = SplitMix64(seed: 13)
    var arena = ExceptionArena()
    var blocks: [(start: UInt32, count: Int, first: UInt32)] = Array(repeating: (0, 0, 0), count: 120)
    for step in 0..<8000 as Range<UInt32> {
      let index = random.below(blocks.count)
      let count = random.pick([0, 1, 2, 3, random.whole(0...30), random.whole(0...600)])
      let first = step * 1000
      blocks[index] = (arena.store(count, from: first, in: blocks[index].start), count, first)
      let other = random.pick(blocks)
      #expect(arena.words(other.start) == (0..<UInt32(other.count)).map { other.first + $0 }, "step \(step)")
    }
    let taken = blocks.reduce(0) { $0 + ($1.count == 0 ? 0 : SizeClass.size(SizeClass.index(of: $1.count))) }
    #expect(arena.takenEntries == taken)
  }

  @Test func statesPackAndUnpack() {
    #expect(PackedState.unknown.hysteresis == Hysteresis(state: .unknown))
    var bytes: Set<UInt8> = [PackedState.unknown.rawValue]
    for state in [FenceState.inside, .outside] {
      for run in 0..<FencePolicy.maximumConfirmations {
        let packed = PackedState(Hysteresis(state: state, run: run))
        #expect(packed.hysteresis == Hysteresis(state: state, run: run))
        #expect(bytes.insert(packed.rawValue).inserted)
      }
    }
    #expect(PackedState.inside.hysteresis == Hysteresis(state: .inside))
    #expect(PackedState.outside.hysteresis == Hysteresis(state: .outside))
  }
}

extension CandidateArena {
  fileprivate func fill(_ start: UInt32, _ room: Int, _ mark: UInt32) {
    let block = CandidateBlock(block(start), stride: room)
    let low = UInt16(truncatingIfNeeded: mark)
    for index in 0..<room {
      block.set(index, GridCandidate(x: Int16(bitPattern: low), y: 3, enter: low, exit: low, word: mark))
    }
  }

  fileprivate func holds(_ start: UInt32, _ room: Int, _ mark: UInt32) -> Bool {
    let block = CandidateBlock(block(start), stride: room)
    let low = UInt16(truncatingIfNeeded: mark)
    return (0..<room).allSatisfy {
      block.candidate($0) == GridCandidate(x: Int16(bitPattern: low), y: 3, enter: low, exit: low, word: mark)
    }
  }
}

extension FenceGrid {
  fileprivate func words(_ key: UInt64) -> [UInt32] {
    guard let slot = cells.find(key) else { return [] }
    let entry = CellEntry(packed: slot.pointee.value)
    let block = CandidateBlock(arena.block(entry.start), stride: entry.stride)
    return (0..<entry.count).map { block.word($0) }
  }
}

extension ExceptionArena {
  /// A state that tells the word it belongs to.
  fileprivate static func state(_ word: UInt32) -> PackedState {
    PackedState(Hysteresis(state: .inside, run: Int(word % 90)))
  }

  /// Stores that many exceptions of consecutive words.
  fileprivate mutating func store(_ count: Int, from first: UInt32, in start: UInt32) -> UInt32 {
    let exceptions = (first..<first + UInt32(count)).map {
      StateException(word: $0, state: Self.state($0), enterTime: Double($0))
    }
    return exceptions.withUnsafeBufferPointer { store($0, in: start) }
  }

  fileprivate func words(_ start: UInt32) -> [UInt32] {
    var words: [UInt32] = []
    if start != 0 { forEach(start) { if $0.enterTime == Double($0.word) { words.append($0.word) } } }
    return words
  }
}
