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

  /// Sorts the elements by a number of theirs; best where most are in order.
  @inline(__always) mutating func sort(by key: (Element) -> UInt32) {
    UnsafeMutableBufferPointer(start: base, count: count).sort(byRising: { UInt64(key($0)) })
  }
}

extension UnsafeMutableBufferPointer {
  /// Sorts in place by a number of the elements: by insertion while there are few, for a general sort costs more to begin
  /// with.
  @inline(__always) func sort(byRising key: (Element) -> UInt64) {
    guard count <= 16 else {
      var all = self
      return all.sort { key($0) < key($1) }
    }
    for index in stride(from: 1, to: count, by: 1) {
      let element = self[index], place = key(element)
      var hole = index
      while hole > 0, key(self[hole &- 1]) > place {
        self[hole] = self[hole &- 1]
        hole &-= 1
      }
      self[hole] = element
    }
  }
}
