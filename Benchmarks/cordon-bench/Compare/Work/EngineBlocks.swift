import GeoPolicy
import MultiFence
import Workload

/// Blocks of samples for an engine: what the regression check is mostly about.
final class EngineBlocks: BlockWork {
  let dataDigest: UInt64
  var blockCount: Int { lap.blocks.count }

  private let engine: FenceEngine
  private let lap: LapSamples
  /// The changes of the fences that come with each block; empty where the fences stay.
  private let changes: [[FenceChange]]
  private var numbers: FenceNumbers
  private var batch = SampleColumns()
  private var batchChanges: [FenceChange] = []
  private var evaluation = Evaluation()
  private var next = 0
  private var sampleCount = 0
  private var eventCount = 0
  private var answer: UInt64 = 0

  /// Work on a world's samples, and on its fences under these policies, which they name in turn.
  init(
    _ world: StoreWorld, _ size: WorkCase.Size, policies: PolicySet = .standard, skipsSafely: Bool = true,
    changesPerBlock: Int = 0
  ) throws {
    var world = world
    let fences = try Self.fences(of: world, policies)
    var options = EngineOptions()
    options.skipsSafely = skipsSafely
    engine = try FenceEngine(fences: fences, policies: policies, options: options)
    numbers = FenceNumbers(fences)
    lap = LapSamples(&world, size)
    changes = try Self.changes(of: fences, perBlock: changesPerBlock, blocks: size.blocks, policies)
    var digest = Checksum()
    for fence in fences {
      digest.add(fence.center.latitude.bitPattern)
      digest.add(fence.center.longitude.bitPattern)
      digest.add(fence.enterRadiusMeters.bitPattern)
    }
    digest.add(lap.digest)
    dataDigest = digest.value
  }

  private static func fences(of world: StoreWorld, _ policies: PolicySet) throws -> [Fence] {
    guard policies.names.count > 1 else { return world.fences }
    return try world.fences.enumerated().map { index, fence in
      try Fence(
        id: fence.id, center: fence.center, enterRadiusMeters: fence.enterRadiusMeters,
        exitRadiusMeters: fence.exitRadiusMeters, policy: policies.names[index % policies.names.count], in: policies)
    }
  }

  /// Changes that undo each other: what goes or moves in a block comes back in the next one.
  private static func changes(
    of fences: [Fence], perBlock count: Int, blocks: Int, _ policies: PolicySet
  ) throws -> [[FenceChange]] {
    guard count > 0 else { return [] }
    let half = count / 2
    return try (0..<blocks).map { block in
      let pair = block / 2
      return try (0..<half).flatMap { offset -> [FenceChange] in
        let gone = fences[(pair * half + offset) * 2 % fences.count]
        let moved = fences[((pair * half + offset) * 2 + 1) % fences.count]
        guard block.isMultiple(of: 2) else { return [.add(gone), .edit(moved)] }
        let place = Point(latitude: moved.center.latitude + 0.0002, longitude: moved.center.longitude)
        let edited = try Fence(
          id: moved.id, center: place, enterRadiusMeters: moved.enterRadiusMeters,
          exitRadiusMeters: moved.exitRadiusMeters, in: policies)
        return [.remove(gone.id), .edit(edited)]
      }
    }
  }

  func prepare() {
    let block = next % blockCount
    batch = lap.blocks[block]
    let shift = Double(next / blockCount) * lap.lapSeconds
    for row in batch.times.indices { batch.times[row] += shift }
    batchChanges = changes.isEmpty ? [] : changes[block]
    evaluation.removeAll()
    next += 1
  }

  func run() {
    // Changes that undo each other always apply.
    if !batchChanges.isEmpty { try? engine.apply(batchChanges) }
    engine.evaluate(batch, into: &evaluation)
  }

  func finish() {
    sampleCount += batch.count
    eventCount += evaluation.events.count
    var sum = Checksum()
    for event in evaluation.events {
      sum.add(UInt64(event.row) << 32 | UInt64(event.device))
      sum.add(UInt64(bitPattern: Int64(numbers.number(of: event.fence, id: engine.id(of: event.fence)))))
      // Rounded to a micrometer: C libraries differ in the last digits of a distance.
      let micrometers = Int64(exactly: (event.distanceMeters * 1e6).rounded()) ?? -1
      sum.add(UInt64(event.kind.rawValue) ^ UInt64(bitPattern: micrometers) << 2)
    }
    for rejection in evaluation.rejections { sum.add(UInt64(rejection.row) << 16 | UInt64(rejection.reasons.rawValue)) }
    answer &+= sum.value
  }

  var counts: WorkCounts {
    var counts = WorkCounts()
    let work = engine.work
    let memory = engine.memory
    counts[.samples] = sampleCount
    counts[.events] = eventCount
    counts[.answer] = Int(truncatingIfNeeded: answer)
    counts[.probes] = work.probes
    counts[.candidates] = work.candidates
    counts[.fallbacks] = work.fallbacks
    counts[.hits] = work.hits
    counts[.skips] = work.skips
    counts[.fenceBytes] = memory.index + memory.overlay + memory.fences + memory.names
    counts[.deviceBytes] = memory.devices + memory.overflow
    return counts
  }
}
