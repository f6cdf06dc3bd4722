internal import CellKernel

/// A hash table from 64-bit keys to 64-bit values, in 256 segments that grow one at a time.
///
/// A table of millions of entries that doubles as a whole stops its owner for tens of milliseconds; a segment holds one
/// entry in 256 and moves in well under one. Within a segment: open addressing, linear probing, removal by shifting back,
/// so that a look-up reads one run of slots, usually within one cache line.
///
/// Key 0 marks a free slot and is no key. Equal keys may be stored more than once; ``firstValue(of:where:)`` tells them apart.
struct SegmentedTable: ~Copyable {
  struct Slot {
    var key: UInt64
    var value: UInt64
  }

  struct Segment {
    /// `capacity` slots, or none while the capacity is 0.
    var slots: UnsafeMutablePointer<Slot>?
    var capacity: UInt32
    var count: UInt32
  }

  private static let segmentCount = 256
  /// Always `segmentCount` initialized segments, whose memory belongs to this table alone.
  let segments: UnsafeMutablePointer<Segment>
  /// The slots of all segments, one after another, from ``fit(percent:)`` on; a segment that is resized leaves it.
  private var slab: UnsafeMutableBufferPointer<Slot>?
  private var segmentsInSlab = 0

  init() {
    segments = .allocate(capacity: Self.segmentCount)
    segments.initialize(
      repeating: Segment(slots: nil, capacity: 0, count: 0), count: Self.segmentCount)
  }

  deinit {
    for index in 0..<Self.segmentCount where !isInSlab(segments[index]) { segments[index].slots?.deallocate() }
    slab?.deallocate()
    segments.deallocate()
  }

  var count: Int { (0..<Self.segmentCount).reduce(0) { $0 + Int(segments[$1].count) } }

  var bytes: Int {
    var slots = slab?.count ?? 0
    for index in 0..<Self.segmentCount where !isInSlab(segments[index]) { slots += Int(segments[index].capacity) }
    return Self.segmentCount * MemoryLayout<Segment>.stride + slots * MemoryLayout<Slot>.stride
  }

  @inline(__always) static func hash(_ key: UInt64) -> UInt64 {
    var hash = key &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    return hash &* 0xBF58_476D_1CE4_E5B9
  }

  /// The first slot at which a key of this hash may stand, by multiplication instead of a division.
  @inline(__always) private static func home(_ hash: UInt64, _ capacity: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(UInt32(truncatingIfNeeded: hash &>> 24)) &* UInt64(capacity)) &>> 32)
  }

  /// Asks for the slot where a key will be found, most of the time. A look-up itself cannot run ahead of the memory: the
  /// processor guesses how it ends, and what follows a wrong guess is thrown away.
  @inline(__always) static func prefetch(_ key: UInt64, in segments: UnsafeMutablePointer<Segment>) {
    let hash = hash(key)
    let segment = segments[Int(truncatingIfNeeded: hash &>> 56)]
    guard let slots = segment.slots else { return }
    cordon_prefetch(slots + home(hash, segment.capacity))
  }

  /// The slot of a key, or `nil`. The pointer is good until the table changes.
  @inline(__always) static func find(
    _ key: UInt64, in segments: UnsafeMutablePointer<Segment>
  ) -> UnsafeMutablePointer<Slot>? {
    let hash = hash(key)
    let segment = segments[Int(truncatingIfNeeded: hash &>> 56)]
    guard let slots = segment.slots else { return nil }
    var index = home(hash, segment.capacity)
    while slots[index].key != 0 {
      if slots[index].key == key { return slots + index }
      index = index &+ 1 == Int(segment.capacity) ? 0 : index &+ 1
    }
    return nil
  }

  /// The slot of a key, or `nil`. The pointer is good until the table changes.
  func find(_ key: UInt64) -> UnsafeMutablePointer<Slot>? { Self.find(key, in: segments) }

  /// Calls `body` with the values of a key until it returns true; returns that value.
  func firstValue(of key: UInt64, where matches: (UInt64) -> Bool) -> UInt64? {
    let hash = Self.hash(key)
    let segment = segments[Int(truncatingIfNeeded: hash >> 56)]
    guard let slots = segment.slots else { return nil }
    var index = Self.home(hash, segment.capacity)
    while slots[index].key != 0 {
      if slots[index].key == key, matches(slots[index].value) { return slots[index].value }
      index = index + 1 == Int(segment.capacity) ? 0 : index + 1
    }
    return nil
  }

  /// Adds an entry, and returns its slot. Does not look for an equal key.
  ///
  /// - Complexity: O(1) expected, amortized; at worst O(count/256).
  @discardableResult
  mutating func insert(_ key: UInt64, _ value: UInt64) -> UnsafeMutablePointer<Slot> {
    let segment = segments + Int(truncatingIfNeeded: Self.hash(key) >> 56)
    if UInt64(segment.pointee.count + 1) * 10 > UInt64(segment.pointee.capacity) * 7 {
      resize(segment, capacity: max(4, (segment.pointee.count + 1) * 2))
    }
    segment.pointee.count += 1
    return Self.place(Slot(key: key, value: value), in: segment.pointee)
  }

  /// Removes an entry with this key and value; there must be one.
  mutating func remove(_ key: UInt64, _ value: UInt64) {
    let hash = Self.hash(key)
    let segment = segments + Int(truncatingIfNeeded: hash >> 56)
    guard let slots = segment.pointee.slots else { return }
    let capacity = segment.pointee.capacity
    func next(_ index: Int) -> Int { index + 1 == Int(capacity) ? 0 : index + 1 }
    var hole = Self.home(hash, capacity)
    while slots[hole].key != key || slots[hole].value != value {
      if slots[hole].key == 0 { return }
      hole = next(hole)
    }
    // Move back whatever would not be found across the hole.
    var index = next(hole)
    while slots[index].key != 0 {
      let home = Self.home(Self.hash(slots[index].key), capacity)
      let staysBehindHole = hole <= index ? hole < home && home <= index : hole < home || home <= index
      if !staysBehindHole {
        slots[hole] = slots[index]
        hole = index
      }
      index = next(index)
    }
    slots[hole] = Slot(key: 0, value: 0)
    segment.pointee.count -= 1
    if segment.pointee.capacity > 16, segment.pointee.count * 5 < segment.pointee.capacity {
      resize(segment, capacity: segment.pointee.count * 2)
    }
  }

  /// Gives every segment the room for its entries at a fill of so many percent, at most 70, all in one block.
  mutating func fit(percent: UInt64) {
    func capacity(_ count: UInt32) -> UInt32 { max(4, UInt32(UInt64(count) * 100 / percent + 1)) }
    let total = (0..<Self.segmentCount).reduce(0) { $0 + Int(capacity(segments[$1].count)) }
    let memory = TableMemory.allocate(byteCount: total * MemoryLayout<Slot>.stride)
    let block = UnsafeMutableBufferPointer(start: memory.bindMemory(to: Slot.self, capacity: total), count: total)
    var start = 0
    for index in 0..<Self.segmentCount {
      let capacity = capacity(segments[index].count)
      let slots = UnsafeMutableBufferPointer(rebasing: block[start..<start + Int(capacity)])
      move(segments + index, to: slots)
      start += Int(capacity)
    }
    slab = block
    segmentsInSlab = Self.segmentCount
  }

  /// Calls `body` with every slot, in no order.
  func forEach(_ body: (UnsafeMutablePointer<Slot>) -> Void) {
    for index in 0..<Self.segmentCount {
      guard let slots = segments[index].slots else { continue }
      for slot in 0..<Int(segments[index].capacity) where slots[slot].key != 0 { body(slots + slot) }
    }
  }

  private static func place(_ slot: Slot, in segment: Segment) -> UnsafeMutablePointer<Slot> {
    guard let slots = segment.slots else { fatalError("a segment without room was chosen to place an entry") }
    var index = home(hash(slot.key), segment.capacity)
    while slots[index].key != 0 { index = index + 1 == Int(segment.capacity) ? 0 : index + 1 }
    slots[index] = slot
    return slots + index
  }

  private mutating func resize(_ segment: UnsafeMutablePointer<Segment>, capacity: UInt32) {
    move(segment, to: .allocate(capacity: Int(capacity)))
  }

  /// Moves the entries of a segment to other memory, uninitialized, and gives its own back.
  private mutating func move(_ segment: UnsafeMutablePointer<Segment>, to slots: UnsafeMutableBufferPointer<Slot>) {
    slots.initialize(repeating: Slot(key: 0, value: 0))
    let old = segment.pointee
    segment.pointee = Segment(slots: slots.baseAddress, capacity: UInt32(slots.count), count: old.count)
    guard let oldSlots = old.slots else { return }
    for index in 0..<Int(old.capacity) where oldSlots[index].key != 0 {
      _ = Self.place(oldSlots[index], in: segment.pointee)
    }
    guard isInSlab(old) else { return oldSlots.deallocate() }
    segmentsInSlab -= 1
    if segmentsInSlab == 0 {
      slab?.deallocate()
      slab = nil
    }
  }

  private func isInSlab(_ segment: Segment) -> Bool {
    guard let slab, let start = slab.baseAddress, let slots = segment.slots else { return false }
    return slots >= start && slots < start + slab.count
  }
}
