import Workload

/// What it costs to read a cache line at random in a table of some size: the yardstick that a machine brings with it.
///
/// Engines of this kind wait for memory more than they compute. Their time in such reads compares better between machines
/// than their time in nanoseconds, and says how far from the possible it is.
struct LineCost: Equatable {
  /// The size of the table.
  var bytes: Int
  /// Nanoseconds for a read whose place the read before it tells, so that they wait for each other.
  var dependent: Double
  /// Nanoseconds for a read among others whose places are known ahead, so that they overlap.
  var independent: Double

  private static let lineBytes = 64
  // A debug build measures nothing that counts, and is run by tests.
  private static let dependentReads = Machine.isReleaseBuild ? 1 << 19 : 1 << 13
  private static let independentReads = Machine.isReleaseBuild ? 1 << 22 : 1 << 15
  private static let repeats = 3

  /// Measures in a table of this size, in memory as the allocator gives it, as the engine's own.
  static func measure(bytes: Int) -> LineCost {
    let lines = max(2, bytes / lineBytes)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: lines * lineBytes, alignment: lineBytes)
    defer { memory.deallocate() }
    chain(memory, lines)
    // What is read goes into a sum that the next round starts from, so that no read can be left out.
    var start: UInt64 = 0
    let dependent = Spread(
      (0..<repeats).map { _ in time(dependentReads) { start = follow(memory, from: start % UInt64(lines)) } })
    let independent = Spread(
      (0..<repeats).map { _ in time(independentReads) { start = gather(memory, lines, seed: start) } })
    return LineCost(
      bytes: lines * lineBytes, dependent: dependent?.median ?? .nan, independent: independent?.median ?? .nan)
  }

  private static func time(_ reads: Int, _ body: () -> Void) -> Double {
    let before = Clock.thread.now()
    body()
    return (Clock.thread.now() - before) / Double(reads)
  }

  /// Makes one random cycle through all lines (Sattolo's shuffle): each line holds the number of the next.
  private static func chain(_ memory: UnsafeMutableRawPointer, _ lines: Int) {
    var random = SplitMix64(seed: UInt64(lines))
    for line in 0..<lines { memory.storeBytes(of: UInt64(line), toByteOffset: line * lineBytes, as: UInt64.self) }
    for line in stride(from: lines - 1, to: 0, by: -1) {
      let other = random.below(line)
      let next = memory.load(fromByteOffset: line * lineBytes, as: UInt64.self)
      memory.storeBytes(
        of: memory.load(fromByteOffset: other * lineBytes, as: UInt64.self), toByteOffset: line * lineBytes,
        as: UInt64.self)
      memory.storeBytes(of: next, toByteOffset: other * lineBytes, as: UInt64.self)
    }
  }

  @inline(never) private static func follow(_ memory: UnsafeMutableRawPointer, from start: UInt64) -> UInt64 {
    var line = Int(start)
    for _ in 0..<dependentReads {
      line = Int(truncatingIfNeeded: memory.load(fromByteOffset: line &* lineBytes, as: UInt64.self))
    }
    return UInt64(truncatingIfNeeded: line)
  }

  @inline(never) private static func gather(
    _ memory: UnsafeMutableRawPointer, _ lines: Int, seed: UInt64
  ) -> UInt64 {
    var sum: UInt64 = 0
    var state = seed
    for _ in 0..<independentReads {
      // The upper bits of such a product are random enough, and cost one cycle.
      state = state &* 0xD134_2543_DE82_EF95 &+ 1
      let line = Int(truncatingIfNeeded: state.multipliedFullWidth(by: UInt64(lines)).high)
      sum = sum &+ memory.load(fromByteOffset: line &* lineBytes, as: UInt64.self)
    }
    return sum
  }
}

/// The cost of lines in the two tables in which every sample looks up.
struct LineCosts: Equatable {
  /// In a table as large as the engine's index.
  var index: LineCost
  /// In a table as large as all records of devices.
  var devices: LineCost

  /// Nanoseconds that count as one line: the mean of an independent read in either table.
  var nanosecondsPerLine: Double { (index.independent + devices.independent) / 2 }

  /// Measures for an engine of this size.
  static func measure(for bytes: EngineBytes) -> LineCosts {
    LineCosts(index: .measure(bytes: bytes.index), devices: .measure(bytes: bytes.devices))
  }
}
