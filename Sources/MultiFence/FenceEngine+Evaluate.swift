public import GeoPolicy

extension FenceEngine {
  /// Takes a batch of samples and appends what came of them to `evaluation`.
  ///
  /// The answer does not depend on how the samples are cut into batches.
  ///
  /// - Complexity: O(1) expected for each sample, and O(fences near it).
  public func evaluate(_ samples: SampleColumns, into evaluation: inout Evaluation) {
    precondition(samples.times.count == samples.count && samples.latitudes.count == samples.count, "uneven columns")
    precondition(
      samples.longitudes.count == samples.count && samples.accuracies.count == samples.count, "uneven columns")
    precondition(samples.received.isEmpty || samples.received.count == samples.count, "uneven columns")
    precondition(samples.count <= UInt32.max, "more than 2³² samples in a batch")
    for device in samples.devices { devices.makeRoom(device) }
    let firstEvent = evaluation.events.count
    let levels = grid.levels.indices.compactMap { index in
      grid.fenceCounts[index] > 0 ? grid.levels[index].map { LevelProbe($0) } : nil
    }
    withEvaluator(levels) { evaluator in
      for row in 0..<samples.count { evaluator.evaluate(row, of: samples, into: &evaluation) }
    }
    countInside(evaluation.events[firstEvent...])
  }

  private func withEvaluator(_ levels: [LevelProbe], _ body: (inout SampleEvaluator) -> Void) {
    var evaluator = SampleEvaluator(
      policies: policies, inUse: policiesInUse, version: version, recordsDecisions: options.recordsDecisions,
      levels: levels, hasGlobeFences: grid.fenceCounts[FenceGrid.globeLevel] > 0, cells: grid.cells.segments,
      blocks: grid.arena.chunks, fences: fences.chunks, devices: devices.chunks, shard: shards[0])
    body(&evaluator)
  }

  /// Brings the counts of devices inside up to date with the events of a batch, which alone change them.
  private func countInside(_ events: ArraySlice<FenceEvent>) {
    for event in events { countInside(event.fence.rawValue, by: event.kind == .enter ? 1 : -1) }
  }
}
