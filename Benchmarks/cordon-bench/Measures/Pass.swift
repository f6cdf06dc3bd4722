import GeoPolicy
import MultiFence

/// One run of one engine, fresh from its making, over all samples of a work set.
struct Pass {
  /// Nanoseconds per sample of the steady part: every device has been seen before, its record exists, and what the engine
  /// remembers of it is in place.
  var nanosecondsPerSample: Double
  /// Nanoseconds per sample of the first part, in which devices come for the first time.
  var firstNanosecondsPerSample: Double?
  /// Nanoseconds for a change of the fences, where they change; no part of the other times.
  var nanosecondsPerChange: Double?
  /// The share of the machine that others used meanwhile.
  var othersShare: Double?
  /// What came out, of both parts.
  var digest: EventDigest?
  /// What the engine did in the steady part.
  var work: EngineWork?
  /// What it held at the end.
  var bytes: EngineBytes?

  /// Makes an engine and feeds it.
  ///
  /// Not timed: making the engine, checking what came out and counting. Timed is nothing but the calls of
  /// `evaluate`, one per batch, and the two readings of the clock around each, a tenth of a nanosecond per sample; and,
  /// apart from these, the calls of `apply` between them.
  static func measure(
    _ set: WorkSet, by clock: Clock, engine makeEngine: (WorkSet) throws -> any MeasuredEngine
  ) throws -> Pass {
    let loadBefore = OthersLoad.now()
    let residentBefore = ResidentMemory.bytes()
    let engine = try makeEngine(set)
    let residentWithFences = ResidentMemory.bytes()
    var evaluation = Evaluation()
    var digest = EventDigest()
    var numbers = FenceNumbers(set.fencesEver)
    var changing = 0.0
    func run(_ batches: [SampleColumns], _ changes: [[FenceChange]]) throws(FenceError) -> Double {
      var sum = 0.0
      for (index, batch) in batches.enumerated() {
        if index < changes.count {
          let start = clock.now()
          try engine.apply(changes[index])
          changing += clock.now() - start
        }
        evaluation.removeAll()
        let start = clock.now()
        engine.evaluate(batch, into: &evaluation)
        sum += clock.now() - start
        digest.add(evaluation.events, rows: batch.count) { numbers.number(of: $0, id: engine.id(of: $0)) }
      }
      return sum
    }
    let first = try run(set.first, [])
    let workBefore = engine.countedWork
    let steady = try run(set.steady, set.changes)
    return Pass(
      nanosecondsPerSample: steady / Double(max(set.steadyCount, 1)),
      firstNanosecondsPerSample: set.firstCount > 0 ? first / Double(set.firstCount) : nil,
      nanosecondsPerChange: set.changeCount > 0 ? changing / Double(set.changeCount) : nil,
      othersShare: loadBefore.flatMap { before in OthersLoad.now().flatMap { before.share(until: $0) } },
      digest: digest, work: engine.countedWork.flatMap { work in workBefore.map { work.since($0) } },
      bytes: engine.heldBytes ?? growth(residentBefore, residentWithFences, ResidentMemory.bytes()))
  }

  /// What an engine holds by the growth of the process: while it was made, and while it saw the samples.
  private static func growth(_ before: Int?, _ withFences: Int?, _ withDevices: Int?) -> EngineBytes? {
    guard let before, let withFences, let withDevices else { return nil }
    let fences = max(0, withFences - before)
    return EngineBytes(index: fences, fences: fences, devices: max(0, withDevices - withFences))
  }
}
