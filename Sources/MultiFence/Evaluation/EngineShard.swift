import GeoPolicy

/// The devices of one thread: what they need besides their records, and the evaluation of their samples.
///
/// Samples are taken in stages of 64, so that the cache misses of many samples overlap: first the cells and records of all
/// of them are asked for, then the cells' entries, then their candidates; only then is one after the other decided, in
/// order.
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
  @exclusivity(unchecked) var hits = ScratchList<Hit>()
  @exclusivity(unchecked) var exceptions = ScratchList<StateException>()
  @exclusivity(unchecked) var matched = ScratchList<Bool>()
  @exclusivity(unchecked) var events = ScratchList<OrderedEvent>()
  @exclusivity(unchecked) var decisions = ScratchList<OrderedDecision>()
  @exclusivity(unchecked) var places = WordTable()
  /// Takes what was read only to be in the cache, so that the reads are not left out.
  @exclusivity(unchecked) var touch: UInt16 = 0
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
      let stage = start..<min(start &+ Self.stageSize, rows.count)
      locate(stage, batch, view)
      lookUp(stage, batch, view)
      for index in stage { step(index, index &- start, batch, view, into: &evaluation) }
      start = stage.upperBound
    }
  }
}

/// An event with its place in the order of one sample's events.
struct OrderedEvent: BitwiseCopyable {
  var order: UInt64
  var event: FenceEvent
}

/// A decision with its place in the order of one sample's decisions.
struct OrderedDecision: BitwiseCopyable {
  var order: UInt64
  var decision: FenceDecision
}

/// The sample at hand, once it is accepted.
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
