import GeoPolicy

/// What the devices of one thread need besides their records: further exceptions, diverging versions, and scratch space.
final class EngineShard {
  var arena = ExceptionArena()
  /// For devices whose policies accepted samples at different versions of the fence set: one version per policy.
  var spilledVersions: [UInt32: SIMD16<UInt64>] = [:]

  // Scratch of a single sample, kept between samples so that a steady state allocates nothing.
  var hits: [Hit] = []
  var exceptions: [StateException] = []
  var matched: [Bool] = []
  var kept: [StateException] = []
  var events: [(order: UInt64, event: FenceEvent)] = []
  var decisions: [(order: UInt64, decision: FenceDecision)] = []
  var places = WordTable()

  /// What came of the rows of this shard in the batch at hand.
  var evaluation = Evaluation()
}

/// Fence word → index, for one sample at a time: a small table that is emptied in no time.
struct WordTable {
  private var slots: [(stamp: UInt32, word: UInt32, index: UInt32)] = []
  private var stamp: UInt32 = 0

  /// Empties the table and makes room for `count` words.
  mutating func reset(count: Int) {
    if slots.count < 2 * count {
      var capacity = 64
      while capacity < 2 * count { capacity *= 2 }
      slots = Array(repeating: (0, 0, 0), count: capacity)
      stamp = 0
    }
    if stamp == .max {
      for index in slots.indices { slots[index].stamp = 0 }
      stamp = 0
    }
    stamp += 1
  }

  mutating func insert(_ word: UInt32, index: Int) {
    var slot = home(word)
    while slots[slot].stamp == stamp { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = (stamp, word, UInt32(index))
  }

  func index(of word: UInt32) -> Int? {
    var slot = home(word)
    while slots[slot].stamp == stamp {
      if slots[slot].word == word { return Int(slots[slot].index) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func home(_ word: UInt32) -> Int { Int((word &* 0x9E37_79B1) >> 8) & (slots.count - 1) }
}
