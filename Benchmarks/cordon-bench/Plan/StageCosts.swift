import GeoPolicy
import MultiFence

/// What each stage costs for a sample, in nanoseconds of one thread.
///
/// Reading, judging and writing are timed as they follow each other in a worker. What happens within judging cannot be
/// timed apart without changing it; it is found by differences of runs of one engine without safe skip:
///
/// - *admission*: every sample is refused, for its accuracy is −1;
/// - *match*: every sample repeats its device's last, so that fences are looked up and measured and no state changes; less
///   the admission;
/// - *state*: the samples of the fleet; less those that repeat;
/// - *safe skip*: what the engine takes as it is by default; less what it takes without. It saves, so it is below 0.
struct StageCosts {
  var samples = 0
  /// Reading NDJSON and CSV, the look-up of the device's name included.
  var readNDJSON = 0.0
  var readCSV = 0.0
  var names = 0.0
  var admission = 0.0
  /// A run in which samples repeat.
  var repeated = 0.0
  /// The fleet, without safe skip.
  var moving = 0.0
  /// The fleet, as the engine is by default.
  var judge = 0.0
  /// Writing events, for a sample.
  var write = 0.0
  var eventsPerSample = 0.0
  var bytesPerEvent = 0.0
  var acceptedShare = 0.0
  var skipShare = 0.0
  var candidatesPerSample = 0.0
  var bytesPerNDJSONRow = 0.0
  var bytesPerCSVRow = 0.0

  var match: Double { repeated - admission }
  var state: Double { moving - repeated }
  var skip: Double { judge - moving }

  func read(_ form: PlanOptions.Input) -> Double { form == .csv ? readCSV : readNDJSON }
  func rowBytes(_ form: PlanOptions.Input) -> Double { form == .csv ? bytesPerCSVRow : bytesPerNDJSONRow }
  /// All of it.
  func total(_ form: PlanOptions.Input) -> Double { read(form) + judge + write }
}

/// Measures the stages.
struct StageMeasurement {
  let fences: [Fence]
  let policies: PolicySet
  let names: IdentifierTable
  /// Seconds for each of the two parts.
  var seconds = 3.0
  /// Rows that are measured at a time.
  var block = Pipeline.batchRows

  /// Runs the fleet.
  func run(_ source: inout FleetSource) throws -> StageCosts {
    var costs = StageCosts()
    let plain = try PlanEngines.make(fences, policies, skips: false)
    let count = source.deviceCount
    var last = SampleColumns()
    do {
      let engine = try PlanEngines.make(fences, policies)
      let pipelines = try [PlanOptions.Input.ndjson, .csv].map { try Pipeline(engine: engine, names: names, form: $0) }
      try measureFleet(&source, pipelines, plain, into: &costs)
    }
    source.fill(&last, count: count)
    measureRepeats(&last, plain, into: &costs)
    return costs
  }

  /// Reads, judges and writes blocks of the fleet, by turns as NDJSON and as CSV.
  private func measureFleet(
    _ source: inout FleetSource, _ pipelines: [Pipeline], _ plain: FenceEngine, into costs: inout StageCosts
  ) throws {
    var columns = SampleColumns()
    var evaluation = Evaluation()
    var moving = 0.0
    var rows = [0, 0]
    var bytes = [0, 0]
    var times = [Pipeline.Times(), Pipeline.Times()]
    var texts = [RowText(.ndjson), RowText(.csv)]
    var before = Self.counts(pipelines)
    var blocks = 0
    var deadline = Double.infinity
    while blocks.isMultiple(of: 2) == false || costs.samples == 0 || Clock.wall.now() < deadline {
      // A first and a second sample of each device are not counted: records come into being, states are found.
      let isWarm = blocks * block >= 2 * source.deviceCount && blocks.isMultiple(of: 2) || deadline.isFinite
      if isWarm, deadline.isInfinite {
        deadline = Clock.wall.now() + seconds * 1e9
        before = Self.counts(pipelines)
        moving = 0
        times = [Pipeline.Times(), Pipeline.Times()]
        rows = [0, 0]
        bytes = [0, 0]
      }
      let form = blocks % 2
      source.fill(&columns, count: block)
      texts[form].removeAll()
      texts[form].append(columns, names: names)
      try pipelines[form].take(texts[form].bytes, addingTo: &times[form]) { columns in
        evaluation.removeAll()
        let start = Clock.thread.now()
        plain.evaluate(columns, into: &evaluation)
        moving += Clock.thread.now() - start
      }
      rows[form] += block
      bytes[form] += texts[form].bytes.count
      blocks += 1
      if isWarm { costs.samples += block }
    }
    let all = Double(max(costs.samples, 1))
    let after = Self.counts(pipelines)
    let work = after.work.since(before.work)
    costs.readNDJSON = times[0].read / Double(max(rows[0], 1))
    costs.readCSV = times[1].read / Double(max(rows[1], 1))
    costs.bytesPerNDJSONRow = Double(bytes[0]) / Double(max(rows[0], 1))
    costs.bytesPerCSVRow = Double(bytes[1]) / Double(max(rows[1], 1))
    costs.judge = (times[0].judge + times[1].judge) / all
    costs.write = (times[0].write + times[1].write) / all
    costs.moving = moving / all
    let events = after.events - before.events
    costs.eventsPerSample = Double(events) / all
    costs.bytesPerEvent = events > 0 ? Double(after.eventBytes - before.eventBytes) / Double(events) : 0
    costs.acceptedShare = Double(after.accepted - before.accepted) / Double(max(after.rows - before.rows, 1))
    costs.skipShare = Double(work.skips) / all
    costs.candidatesPerSample = Double(work.candidates) / all
  }

  private static func counts(
    _ pipelines: [Pipeline]
  ) -> (events: Int, eventBytes: Int, accepted: Int, rows: Int, work: EngineWork) {
    var counts = (events: 0, eventBytes: 0, accepted: 0, rows: 0, work: EngineWork())
    for pipeline in pipelines {
      counts.events += pipeline.eventCount
      counts.eventBytes += pipeline.eventBytes
      counts.accepted += pipeline.acceptedCount
      counts.rows += pipeline.rowCount
    }
    // They share their engine.
    if let engine = pipelines.first?.engine { counts.work = engine.work }
    return counts
  }

  /// Measures samples that repeat, samples that are refused, and names, block by block and each block of other devices.
  private func measureRepeats(_ last: inout SampleColumns, _ plain: FenceEngine, into costs: inout StageCosts) {
    // Few devices repeat several times in a block.
    let round = last
    let repeats = max(1, block / max(round.count, 1))
    for number in 1..<max(repeats, 2) where number < repeats {
      last.append(contentsOf: round)
      for row in 0..<round.count { last.times[number * round.count + row] += Double(number) }
    }
    var evaluation = Evaluation()
    var lookUp = NameBlock()
    let count = last.count
    let size = min(block, count)
    var table = names
    var sums = (repeated: 0.0, admission: 0.0, names: 0.0)
    var rows = 0
    var place = 0
    var deadline = Double.infinity
    while deadline.isInfinite || rows < count || Clock.wall.now() < deadline {
      let range = place..<min(place + size, count)
      for row in range { last.times[row] += Double(repeats) }
      evaluation.removeAll()
      let block = last.rows(range)
      var start = Clock.thread.now()
      plain.evaluate(block, into: &evaluation)
      sums.repeated += Clock.thread.now() - start

      let far = (place + count / 2) % count
      var refused = last.rows(far..<min(far + size, count))
      for row in refused.accuracies.indices { refused.accuracies[row] = -1 }
      evaluation.removeAll()
      start = Clock.thread.now()
      plain.evaluate(refused, into: &evaluation)
      sums.admission += (Clock.thread.now() - start) * Double(range.count) / Double(max(refused.count, 1))

      let other = (place + count / 4) % count
      sums.names += lookUp.time(last.devices[other..<min(other + size, count)], in: &table) * Double(range.count)
      rows += range.count
      place = range.upperBound == count ? 0 : range.upperBound
      // The first time around is not counted: some of these samples still change a state.
      if deadline.isInfinite, place == 0 {
        sums = (0, 0, 0)
        rows = 0
        deadline = Clock.wall.now() + seconds * 1e9
      }
    }
    costs.repeated = sums.repeated / Double(rows)
    costs.admission = sums.admission / Double(rows)
    costs.names = sums.names / Double(rows)
  }
}

/// Looks up names that lie side by side in memory.
private struct NameBlock {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Nanoseconds for each name of these handles.
  mutating func time(_ handles: ArraySlice<UInt32>, in table: inout IdentifierTable) -> Double {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for handle in handles {
      table.withBytes(of: handle) { bytes.append(contentsOf: $0) }
      ends.append(bytes.count)
    }
    let start = Clock.thread.now()
    bytes.withUnsafeBufferPointer { bytes in
      var from = 0
      for end in ends {
        _ = table.handle(for: UnsafeBufferPointer(rebasing: bytes[from..<end]))
        from = end
      }
    }
    return (Clock.thread.now() - start) / Double(max(handles.count, 1))
  }
}

/// The engines of a plan.
enum PlanEngines {
  static func make(_ fences: [Fence], _ policies: PolicySet, skips: Bool = true) throws -> FenceEngine {
    var options = EngineOptions()
    options.skipsSafely = skips
    return try FenceEngine(fences: fences, policies: policies, options: options)
  }
}
