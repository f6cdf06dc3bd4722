internal import CellKernel
import GeoPolicy

/// The devices of one thread: what they need besides their records, and the evaluation of their samples.
///
/// Samples are taken in stages of 64, so that the cache misses of many samples overlap. Each step goes over the whole stage
/// and prefetches what the next step reads; the records of the devices are asked for a stage ahead.
///
/// 1. *screen* lets those pass that provably change nothing, and leaves out the look-up of those that will be refused;
/// 2. *locate* and *look up* find the cells of the others and their candidates;
/// 3. *settle* compares with the candidates, and is done with every sample at which no fence changes its state;
/// 4. what is left, a small part, is *decided* one after the other, in order, for it makes events and rejections;
/// 5. the events are *completed* a stage later, when the records of their fences have come.
final class EngineShard: @unchecked Sendable {
  static let stageSize = 64

  // None of these is reached from two places at once; the run-time check of that would cost more than the work.
  @exclusivity(unchecked) var arena = ExceptionArena()
  /// For devices whose policies accepted samples at different versions of the fence set: one version per policy.
  @exclusivity(unchecked) var spilledVersions: [UInt32: SIMD16<UInt64>] = [:]
  /// What came of this shard's rows of the batch at hand, where there are several shards.
  @exclusivity(unchecked) var evaluation = Evaluation()

  /// The slots of removed fences that the last device was told of in the batch at hand.
  @exclusivity(unchecked) var releasedSlots: [UInt32] = []

  // Scratch space, kept so that a steady state allocates nothing.
  @exclusivity(unchecked) var rows = ScratchList<UInt32>()
  /// The records of the devices of a stage and of the one that follows it.
  @exclusivity(unchecked) var records = ScratchList<UnsafeMutablePointer<DeviceRecord>>(capacity: stageSize)
  @exclusivity(unchecked) var nextRecords = ScratchList<UnsafeMutablePointer<DeviceRecord>>(capacity: stageSize)
  /// The samples of a stage that are not done with, in order.
  @exclusivity(unchecked) var active = ScratchList<ActiveSample>(capacity: stageSize)
  /// By level, and in it by ``ActiveSample/probe``.
  @exclusivity(unchecked) var probes = ScratchList<CellProbe>()
  /// The number of samples of the stage that have probes.
  @exclusivity(unchecked) var probedCount = 0
  /// The hits of the samples of a stage, and by ``ActiveSample/probe`` which of them are its own.
  @exclusivity(unchecked) var hits = ScratchList<Hit>()
  @exclusivity(unchecked) var found = ScratchList<FoundHits>(capacity: stageSize)
  @exclusivity(unchecked) var exceptions = ScratchList<StateException>()
  @exclusivity(unchecked) var matched = ScratchList<Bool>()
  /// Counts what the evaluation did, for benchmarks and capacity plans.
  @exclusivity(unchecked) var work = EngineWork()

  let policies: PolicySet
  /// The kernel that fits the processor.
  let scanCell = cordon_best_scan()

  init(policies: PolicySet) { self.policies = policies }

  /// Evaluates the rows of a batch whose numbers stand in `rows`, in order.
  func evaluate(_ batch: BatchView, _ view: EngineView, into evaluation: inout Evaluation) {
    probes.count = 0
    probes.reserve(Self.stageSize * max(1, view.levelCount))
    findRecords(from: 0, batch, view)
    var completed = evaluation.events.count
    var start = 0
    while start < rows.count {
      swap(&records, &nextRecords)
      let count = records.count
      findRecords(from: start &+ count, batch, view)
      evaluation.acceptedCount &+= screen(UnsafePointer(rows.base + start), batch, view)
      locate(batch, view)
      lookUp(view)
      evaluation.acceptedCount &+= settle(batch, view)
      let decided = evaluation.events.count
      for index in 0..<active.count { decide(active.base[index], batch, view, into: &evaluation) }
      complete(completed..<decided, batch, view, in: &evaluation)
      completed = decided
      start &+= count
    }
    complete(completed..<evaluation.events.count, batch, view, in: &evaluation)
  }

  /// Finds the records of the stage that begins at a place of `rows`, and asks for them.
  @inline(never)
  private func findRecords(from start: Int, _ batch: BatchView, _ view: EngineView) {
    let count = max(0, min(Self.stageSize, rows.count &- start))
    let records = nextRecords.base, rows = self.rows.base + start, devices = batch.devices, chunks = view.devices
    for index in 0..<count {
      let record = DeviceTable.existingRecord(devices[Int(rows[index])], in: chunks)
      cordon_prefetch(record)
      records[index] = record
    }
    nextRecords.count = count
  }
}

/// A sample of a stage that has to be looked at.
struct ActiveSample: BitwiseCopyable {
  var record: UnsafeMutablePointer<DeviceRecord>
  var row: UInt32
  /// One bit for each policy in use that accepts the accuracy, or 0 where anything about the sample is out of the ordinary,
  /// the order of time left out.
  var accepting: UInt16
  /// Its number among the samples of the stage that have probes.
  var probe: UInt8
  var kind: Kind

  enum Kind: UInt8 {
    /// The first of its device in the stage.
    case first
    /// Not the first of its device: what the earlier ones do to the record comes before.
    case further
    /// Sure to be refused, so that its cells are not asked for.
    case refused
  }
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
