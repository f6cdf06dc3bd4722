/// A list of plain values that is emptied for every sample and keeps its memory.
///
/// Not an array, because an array in a class costs a check, a reference count and a bound for every access.
struct ScratchList<Element: BitwiseCopyable>: ~Copyable {
  /// The first `count` elements are initialized.
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  var count = 0

  init(capacity: Int = 64) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { base.deallocate() }

  /// Makes room for `more` elements behind those there are.
  @inline(__always) mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(count &+ more) }
  }

  @inline(never) private mutating func grow(_ needed: Int) {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: max(needed, 2 * capacity))
    grown.update(from: base, count: count)
    base.deallocate()
    base = grown
    capacity = max(needed, 2 * capacity)
  }

  @inline(__always) mutating func append(_ element: Element) {
    reserve(1)
    base[count] = element
    count &+= 1
  }

  /// Keeps the elements that `isKept` accepts, in their order.
  @inline(__always) mutating func filter(_ isKept: (Element) -> Bool) {
    var kept = 0
    for index in 0..<count where isKept(base[index]) {
      base[kept] = base[index]
      kept &+= 1
    }
    count = kept
  }

  /// Sorts the elements by a number of theirs.
  mutating func sort(by key: (Element) -> UInt64) {
    var elements = UnsafeMutableBufferPointer(start: base, count: count)
    elements.sort { key($0) < key($1) }
  }
}

/// Fence word → index, for one sample at a time: a small table that is emptied in no time.
struct WordTable {
  private var slots: [(stamp: UInt32, word: UInt32, index: UInt32)] = []
  private var stamp: UInt32 = 0

  /// Empties the table and makes room for `count` words.
  mutating func reset(count: Int) {
    if slots.count < 2 * count || stamp == .max {
      var capacity = max(64, slots.count)
      while capacity < 2 * count { capacity *= 2 }
      slots = Array(repeating: (0, 0, 0), count: capacity)
      stamp = 0
    }
    stamp += 1
  }

  mutating func insert(_ word: UInt32, index: Int) {
    var slot = home(word)
    while slots[slot].stamp == stamp { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = (stamp, word, UInt32(truncatingIfNeeded: index))
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
