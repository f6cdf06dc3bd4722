public import GeoPolicy

extension FenceEngine {
  /// Takes a batch of samples and appends what came of them to `evaluation`.
  ///
  /// The answer depends neither on how the samples are cut into batches nor on the number of threads. Batches of some
  /// thousand samples are evaluated fastest; with several threads, some ten thousand.
  ///
  /// - Complexity: O(1) expected for each sample, and O(fences near it).
  public func evaluate(_ samples: SampleColumns, into evaluation: inout Evaluation) {
    devices.makeRoom(for: samples.devices)
    let view = engineView()
    samples.withView { batch in
      if shards.count == 1 {
        shards[0].takeAllRows(of: batch)
        shards[0].evaluate(batch, view, into: &evaluation)
      } else {
        evaluateInParallel(batch, view, into: &evaluation)
      }
    }
    collectReleasedSlots()
  }

  private func evaluateInParallel(_ batch: BatchView, _ view: EngineView, into evaluation: inout Evaluation) {
    let shards = self.shards
    @Sendable func evaluateShard(_ index: Int) {
      let shard = shards[index]
      shard.evaluation.removeAll()
      shard.takeRows(of: batch, shard: index, of: shards.count)
      shard.evaluate(batch, view, into: &shard.evaluation)
    }
    for (index, worker) in workers.enumerated() { worker.begin { evaluateShard(index + 1) } }
    evaluateShard(0)
    for worker in workers { worker.finish() }
    evaluation.merge(shards.map(\.evaluation))
  }

  private func engineView() -> EngineView {
    var levelCount = 0
    for level in grid.levels where level != nil {
      guard let level, grid.fenceCounts[level.index] > 0, let rows = level.rows.baseAddress else { continue }
      levelViews[levelCount] = LevelView(
        index: level.index, rowsPerDegree: level.rowsPerDegree, height: level.height, quantum: Float(level.quantum),
        margin: Float(level.marginMeters).nextDown, lastRow: level.rows.count - 1, rows: rows)
      levelCount += 1
    }
    let inUse = policiesInUse
    var strictestAccuracy = Double.infinity, coarsestAccuracy = 0.0
    for index in policies.policies.indices where inUse & 1 << UInt16(index) != 0 {
      strictestAccuracy = min(strictestAccuracy, compiledPolicies[index].maxAccuracy)
      coarsestAccuracy = max(coarsestAccuracy, compiledPolicies[index].maxAccuracy)
    }
    return EngineView(
      version: version, inUse: inUse, policyCount: policies.policies.count,
      compiledPolicies: compiledPolicies,
      strictestAccuracy: strictestAccuracy, coarsestAccuracy: coarsestAccuracy,
      hasAgeLimits: policies.maxAgeSeconds != nil || policies.maxFutureSeconds != nil,
      maxAge: policies.maxAgeSeconds ?? .infinity, maxFuture: policies.maxFutureSeconds ?? .infinity,
      cosines: cosines, recordsDecisions: options.recordsDecisions,
      skipsSafely: options.passesSamplesOver,
      levelCount: levelCount, levels: levelViews, hasGlobeFences: grid.fenceCounts[FenceGrid.globeLevel] > 0,
      cells: grid.cells.segments, blocks: grid.arena.chunks, fences: fences.chunks, devices: devices.chunks)
  }

  /// What the engine did since it was made.
  public var work: EngineWork { shards.reduce(into: EngineWork()) { $0 += $1.work } }

  func shard(of device: UInt32) -> EngineShard { shards[Sharding.shard(of: device, among: shards.count)] }
}

/// Which thread a device belongs to.
enum Sharding {
  @inline(__always) static func shard(of device: UInt32, among count: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(device &* 0x9E37_79B1) &* UInt64(truncatingIfNeeded: count)) &>> 32)
  }
}

extension EngineShard {
  /// Takes every row of a batch.
  func takeAllRows(of batch: BatchView) {
    rows.count = 0
    rows.reserve(batch.count)
    for row in 0..<batch.count { rows.base[row] = UInt32(truncatingIfNeeded: row) }
    rows.count = batch.count
  }

  /// Takes the rows of the devices of one shard.
  func takeRows(of batch: BatchView, shard: Int, of count: Int) {
    rows.count = 0
    rows.reserve(batch.count)
    var taken = 0
    for row in 0..<batch.count {
      rows.base[taken] = UInt32(truncatingIfNeeded: row)
      if Sharding.shard(of: batch.devices[row], among: count) == shard { taken &+= 1 }
    }
    rows.count = taken
  }
}
