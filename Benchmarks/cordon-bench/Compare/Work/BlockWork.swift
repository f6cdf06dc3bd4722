import CBench

/// Work that is cut into blocks, the same blocks in every process: what a regression check runs and times.
///
/// Blocks follow each other for ever; after a lap the data come again, as if time had gone on.
protocol BlockWork: AnyObject {
  /// What the work is done on, condensed: two processes compare only where it is equal.
  var dataDigest: UInt64 { get }
  /// Blocks in a lap.
  var blockCount: Int { get }
  /// Makes the next block ready; not timed.
  func prepare()
  /// Does the work of the block; timed.
  func run()
  /// Looks at what came out; not timed.
  func finish()
  /// What was done and held so far.
  var counts: WorkCounts { get }
}

/// Drives some work, and looks at the clock and at the allocator around each block.
final class BlockRunner {
  private let work: any BlockWork
  /// Calls of the allocator in measured blocks, or `nil` where they cannot be counted.
  private(set) var allocations: Int?
  private var nanoseconds = 0.0

  /// - Parameter work: Freshly made.
  init(_ work: any BlockWork) {
    self.work = work
    allocations = cordonBenchAllocations() < 0 ? nil : 0
  }

  /// Runs the next blocks and returns the nanoseconds of this thread that their measured part took.
  func run(blocks: Int) -> Double {
    nanoseconds = 0
    for _ in 0..<blocks {
      work.prepare()
      // Through C, for a profiler to know the measured part by its name.
      cordonBenchMeasured(
        { context in
          if let context { Unmanaged<BlockRunner>.fromOpaque(context).takeUnretainedValue().runOne() }
        }, Unmanaged.passUnretained(self).toOpaque())
      work.finish()
    }
    return nanoseconds
  }

  private func runOne() {
    let allocationsBefore = cordonBenchAllocations()
    let start = Clock.thread.now()
    work.run()
    nanoseconds += Clock.thread.now() - start
    if let count = allocations { allocations = count + Int(cordonBenchAllocations() - allocationsBefore) }
  }

  /// What a lap does, counted after a lap of warming up.
  func countLap() -> WorkCounts {
    _ = run(blocks: work.blockCount)
    let before = work.counts
    let allocationsBefore = allocations
    _ = run(blocks: work.blockCount)
    var counts = work.counts.since(before)
    if let allocations, let allocationsBefore { counts[.allocations] = allocations - allocationsBefore }
    return counts
  }
}
