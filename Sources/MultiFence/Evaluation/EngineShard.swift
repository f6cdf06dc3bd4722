import GeoPolicy

/// The devices of one thread: what they need besides their records, and the evaluation of their samples.
///
/// Samples are taken in stages of 64, so that the cache misses of many samples overlap: first those are let pass that
/// provably change nothing, then the cells of the others are located, their entries looked up, and their candidates
/// compared; only then is one sample after the other decided, in order.
final class EngineShard: @unchecked Sendable {
  static let stageSize = 64

  // None of these is reached from two places at once; the run-time check of that would cost more than the work.
  @exclusivity(unchecked) var arena = ExceptionArena()
  /// For devices whose policies accepted samples at different versions of the fence set: one version per policy.
  @exclusivity(unchecked) var spilledVersions: [UInt32: SIMD16<UInt64>] = [:]
  /// What came of this shard's rows of the batch at hand, where there are several shards.
  @exclusivity(unchecked) var evaluation = Evaluation()

  // Scratch space, kept so that a steady state allocates nothing.
  @exclusivity(unchecked) var rows = ScratchList<UInt32>()
  @exclusivity(unchecked) var probes = ScratchList<CellProbe>()
  @exclusivity(unchecked) var active = ScratchList<ActiveSample>(capacity: stageSize)
  /// The hits of the samples of a stage, and for each active sample which of them are its own.
  @exclusivity(unchecked) var hits = ScratchList<Hit>()
  @exclusivity(unchecked) var found = ScratchList<FoundHits>(capacity: stageSize)
  @exclusivity(unchecked) var exceptions = ScratchList<StateException>()
  @exclusivity(unchecked) var matched = ScratchList<Bool>()
  @exclusivity(unchecked) var places = WordTable()
  /// Takes what was read only to be in the cache, so that the reads are not left out.
  @exclusivity(unchecked) var touch: UInt64 = 0
  /// Counts what the evaluation did, for benchmarks and capacity plans.
  @exclusivity(unchecked) var work = EngineWork()

  let policies: PolicySet

  init(policies: PolicySet) { self.policies = policies }

  /// Evaluates the rows of a batch whose numbers stand in `rows`, in order.
  func evaluate(_ batch: BatchView, _ view: EngineView, into evaluation: inout Evaluation) {
    probes.count = 0
    probes.reserve(Self.stageSize * max(1, view.levelCount))
    var start = 0
    while start < rows.count {
      let count = min(Self.stageSize, rows.count &- start)
      screen(UnsafePointer(rows.base + start), count, batch, view, into: &evaluation)
      locate(batch, view)
      lookUp(view)
      compare(batch, view)
      if view.hasManyFences { foresee(view) }
      for index in 0..<active.count { decide(index, batch, view, into: &evaluation) }
      start &+= count
    }
  }
}

/// A sample of a stage that has to be looked at.
struct ActiveSample: BitwiseCopyable {
  var record: UnsafeMutablePointer<DeviceRecord>
  var row: UInt32
  /// One bit for each policy in use that accepts the accuracy, or 0 where anything about the sample is out of the ordinary,
  /// the order of time left out.
  var accepting: UInt16
}

/// A sample that was accepted.
struct AcceptedSample {
  var row: UInt32
  var device: UInt32
  var time: Double
  var latitude: Double
  var longitude: Double
  var accuracy: Double
  /// One bit for each policy in use that accepts it.
  var accepting: UInt16
}
