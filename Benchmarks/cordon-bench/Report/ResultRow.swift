import GeoPolicy
import MultiFence

/// What came of one variant of one scenario.
struct ResultRow {
  var scenario: String
  var fences: Int
  var devices: Int
  var variant: String
  var clock: Clock
  /// Samples of the steady part, on which all numbers per sample rest.
  var samples: Int
  var rounds: Int
  /// Nanoseconds per sample; `nil` where no round was fit to be counted.
  var nanosecondsPerSample: Spread?
  /// Nanoseconds per sample while devices come for the first time.
  var firstNanosecondsPerSample: Double?
  /// Nanoseconds for a change of the fences, where they change.
  var nanosecondsPerChange: Double?
  /// Rounds that do not count, since others used too much of the machine for wall time to mean anything.
  var voidRounds = 0
  /// The share of the machine that others used, in the middle of all rounds.
  var othersShare: Double?
  /// What the engine did in the steady part.
  var work: EngineWork?
  /// What the engine held.
  var bytes: EngineBytes?
  /// What came out, of all samples.
  var digest: EventDigest?
  /// What a line costs, in tables of the size of this scenario's.
  var lines: LineCosts?

  /// The row of these passes, of which there is at least one.
  init(scenario: String, variant: Variant, set: WorkSet, passes: [Pass], lines: LineCosts?) {
    self.scenario = scenario
    fences = set.fences.count
    devices = set.deviceCount
    self.variant = variant.name
    clock = variant.clock
    samples = set.steadyCount
    rounds = passes.count
    // Thread time leaves out what others take; wall time counts only where there was little of that. Where the system does
    // not tell, or the pass was over before it could, the round counts, and the share in the row is unknown.
    let fit = passes.filter { clock == .thread || ($0.othersShare ?? 0) <= OthersLoad.limit }
    voidRounds = passes.count - fit.count
    nanosecondsPerSample = Spread(fit.map(\.nanosecondsPerSample))
    firstNanosecondsPerSample = Spread(fit.compactMap(\.firstNanosecondsPerSample))?.median
    nanosecondsPerChange = Spread(fit.compactMap(\.nanosecondsPerChange))?.median
    othersShare = Spread(passes.compactMap(\.othersShare))?.median
    // These are the same in each round.
    work = passes.first?.work
    digest = passes.first?.digest
    bytes = passes.compactMap(\.bytes).reduce(nil) { $0?.union($1) ?? $1 }
    self.lines = lines
  }

  /// A count of the steady part, per sample.
  func perSample(_ count: Int?) -> Double? { count.map { Double($0) / Double(max(samples, 1)) } }

  /// Fences judged per sample.
  var candidatesPerSample: Double? {
    // A scan judges all of them, and counts nothing.
    digest != nil && work == nil ? Double(fences) : perSample(work?.candidates)
  }
  var bytesPerFence: Double? { bytes.map { Double($0.fences) / Double(max(fences, 1)) } }
  var bytesPerDevice: Double? { bytes.map { Double($0.devices) / Double(max(devices, 1)) } }
  /// The time of a sample in lines.
  var linesPerSample: Double? {
    guard let nanosecondsPerSample, let lines, lines.nanosecondsPerLine > 0 else { return nil }
    return nanosecondsPerSample.median / lines.nanosecondsPerLine
  }
}
