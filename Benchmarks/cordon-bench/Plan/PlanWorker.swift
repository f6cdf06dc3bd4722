import Dispatch
import GeoPolicy

/// One worker: a pipeline with its own engine, and devices that are its alone, whose samples come as text without end.
///
/// Workers share nothing, for a device's events depend on its own samples alone (rule R8): as many as there are cores can
/// run side by side, each with the devices of one part.
final class PlanWorker {
  let pipeline: Pipeline
  let loop: TextLoop
  /// The most rows that are read at a time.
  private let batchRows: Int
  /// The number of the row that comes next.
  private var next = 0

  init(
    fences: [Fence], policies: PolicySet, names: IdentifierTable, _ source: inout FleetSource, rounds: Int,
    form: PlanOptions.Input, batchRows: Int = Pipeline.batchRows
  ) throws {
    self.batchRows = batchRows
    pipeline = try Pipeline(engine: PlanEngines.make(fences, policies), names: names, form: form)
    loop = TextLoop(&source, rounds: rounds, form: form, names: names)
    // All devices come, and have been seen twice.
    try serve(2 * source.deviceCount)
  }

  /// Takes the next rows.
  func serve(_ count: Int) throws {
    try loop.withText(next..<next + count) { try pipeline.take($0) }
    next += count
  }

  /// Takes rows for so many seconds and returns how many it took.
  func serve(seconds: Double) throws -> (rows: Int, wallNanoseconds: Double, threadNanoseconds: Double) {
    let start = Clock.wall.now()
    let threadStart = Clock.thread.now()
    let end = start + seconds * 1e9
    var rows = 0
    var now = start
    while now < end {
      try serve(batchRows)
      rows += batchRows
      now = Clock.wall.now()
    }
    return (rows, now - start, Clock.thread.now() - threadStart)
  }

  /// Takes arrivals at a rate for so many seconds, and gives up so many nanoseconds after the last.
  func serve(rate: Double, seconds: Double, patience: Double) throws -> (outcome: OpenLoop.Outcome, count: Int) {
    let count = max(2, Int(rate * seconds))
    let loop = OpenLoop(rate: rate, count: count, maximumBatch: batchRows, patience: patience)
    let outcome = try loop.run(
      now: { Clock.wall.now() }, wait: { System.sleep(until: $0) }, serve: { try serve($0.count) })
    return (outcome, count)
  }
}

/// What several workers do side by side.
struct ScalingStep: Equatable {
  var workers: Int
  /// Samples in a second of each worker's own processor time, all workers together: what they do when nobody else needs the
  /// processors.
  var rate: Double
  /// Samples per second of all of them, by the clock on the wall.
  var wallRate: Double
  /// The share of the machine that others used meanwhile.
  var othersShare: Double?

  /// Runs the first so many workers at a time.
  static func measure(_ workers: [PlanWorker], count: Int, seconds: Double) throws -> ScalingStep {
    nonisolated(unsafe) let workers = workers
    nonisolated(unsafe) var rates = [Result<SIMD2<Double>, any Error>](repeating: .success(.zero), count: count)
    let before = OthersLoad.now()
    rates.withUnsafeMutableBufferPointer { rates in
      nonisolated(unsafe) let rates = rates
      DispatchQueue.concurrentPerform(iterations: count) { index in
        rates[index] = Result {
          let done = try workers[index].serve(seconds: seconds)
          return Double(done.rows) * 1e9 / SIMD2(done.threadNanoseconds, done.wallNanoseconds)
        }
      }
    }
    let share = before.flatMap { before in OthersLoad.now().flatMap { before.share(until: $0) } }
    let sum = try rates.reduce(SIMD2<Double>.zero) { try $0 + $1.get() }
    return ScalingStep(workers: count, rate: sum.x, wallRate: sum.y, othersShare: share)
  }

  /// Samples per second of so many workers, beyond those that were run by the share of the last step.
  ///
  /// - Returns: Samples per second, and whether that was run.
  static func rate(of workers: Int, by steps: [ScalingStep]) -> (rate: Double, isMeasured: Bool)? {
    if let step = steps.first(where: { $0.workers == workers }) { return (step.rate, true) }
    guard let last = steps.last else { return nil }
    return (last.rate / Double(last.workers) * Double(workers), false)
  }
}
