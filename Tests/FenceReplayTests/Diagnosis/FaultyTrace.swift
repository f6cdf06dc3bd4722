import FenceReplay
import Foundation
import GeoPolicy
import Workload

/// A fault that is put into a made trace, with the cause that a diagnosis must find.
enum InjectedFault: String, CaseIterable {
  case none, overconfidentFix, coarseFix, noiseFlap, starvation, clockAhead, olderSample, twoOfOneMoment
  case realReturn, systemLag, systemMissing, systemContradicted, crossing

  /// The cause; `nil` for a clean trace.
  var causes: Set<Cause> {
    switch self {
    case .none: []
    case .overconfidentFix: [.overconfidentFix]
    case .coarseFix: [.coarseFix]
    case .noiseFlap: [.noBand, .narrowBand]
    case .starvation: [.accuracyStarved]
    case .clockAhead, .olderSample, .twoOfOneMoment: [.disorder]
    case .realReturn: [.movement]
    case .systemLag: [.systemLag]
    case .systemMissing: [.systemMissing]
    case .systemContradicted: [.systemContradicted]
    case .crossing: [.betweenSamples]
    }
  }
}

/// The ranges from which traces are made; the ones that were never looked at while rules were made are ``holdout``.
struct TraceRanges {
  var interval = 5.0...15.0
  var accuracy = 4.0...9.0
  var speed = 1.1...2.2
  var enterRadius = 60.0...120.0
  var lag = 70.0...500.0
  var origin = Point(latitude: 50.3, longitude: 10.4)

  static let tuned = TraceRanges()
  static let holdout = TraceRanges(
    interval: 3.0...20.0, accuracy: 3.0...12.0, speed: 0.9...5.0, enterRadius: 50.0...250.0, lag: 60.0...800.0,
    origin: Point(latitude: -37.8, longitude: 144.9))
}

/// A made trace of one device at one fence: an approach, a stay, a departure, and what the system told; with one fault.
///
/// Positions are meters east and north of the fence's center. A position's noise is normal, with the deviation in each
/// direction that makes its accuracy a radius of 68 %; it wanders, as that of receivers does.
struct FaultyTrace {
  struct Row {
    var time: Double
    /// Where the device is, and where it seems to be.
    var truth: SIMD2<Double>
    var seen: SIMD2<Double>
    var accuracy: Double
  }

  let fault: InjectedFault
  let enterRadius: Double
  private(set) var exitRadius: Double
  private(set) var rows: [Row] = []
  private(set) var maxAccuracy = 30.0
  /// What the system tells: time, and whether it is an enter.
  private(set) var systemEvents: [(time: Double, isEnter: Bool)] = []
  /// The time at which the fault is, to within ``slackSeconds``.
  private(set) var faultTime = 0.0
  private(set) var slackSeconds = 0.0

  private let origin: Point
  private let interval: Double
  private let accuracy: Double
  private let speed: Double
  private var random: SplitMix64
  private var noise = SIMD2<Double>.zero
  private var now = 1_748_595_600.0
  private var place = SIMD2<Double>.zero

  init(_ fault: InjectedFault, seed: UInt64, _ ranges: TraceRanges) {
    self.fault = fault
    random = SplitMix64(seed: seed)
    func draw(_ range: ClosedRange<Double>, _ random: inout SplitMix64) -> Double {
      random.uniform(range.lowerBound, range.upperBound)
    }
    interval = draw(ranges.interval, &random).rounded()
    accuracy = draw(ranges.accuracy, &random)
    speed = draw(ranges.speed, &random)
    enterRadius = draw(ranges.enterRadius, &random).rounded()
    exitRadius = (enterRadius + max(40, 6 * accuracy)).rounded()
    origin = ranges.origin
    let lag = draw(ranges.lag, &random)
    let heading = direction()
    if fault == .crossing {
      makeCrossing(heading)
      return
    }
    place = heading * (exitRadius + 250)
    if fault == .noiseFlap {
      exitRadius = random.chance(0.3) ? enterRadius : enterRadius + random.uniform(0.1, 0.8) * accuracy
      go(to: heading * ((enterRadius + exitRadius) / 2))
      faultTime = now
      stay(seconds: 60 * interval)
      slackSeconds = now - faultTime
    } else {
      go(to: direction() * (0.3 * enterRadius))
      stay(seconds: random.uniform(20, 60) * interval)
      if fault == .realReturn { leaveAndComeBack() }
      stay(seconds: random.uniform(20, 60) * interval)
    }
    go(to: direction() * (exitRadius + 250))
    stay(seconds: 20 * interval)
    tellTruth()
    inject(lag: lag)
  }

  // MARK: Movement

  private mutating func direction() -> SIMD2<Double> {
    let angle = random.uniform(0, 2 * Double.pi)
    return SIMD2(cos(angle), sin(angle))
  }

  private mutating func go(to goal: SIMD2<Double>, speed: Double? = nil) {
    let step = (speed ?? self.speed) * interval
    while true {
      let way = goal - place
      let length = (way * way).sum().squareRoot()
      if length <= step { break }
      place += way / length * step
      report()
    }
    place = goal
    report()
  }

  private mutating func stay(seconds: Double) {
    let end = now + seconds
    while now < end { report() }
  }

  private mutating func report() {
    let (x, y) = random.gaussianPair()
    noise = noise * 0.6 + SIMD2(x, y) * 0.8
    rows.append(Row(time: now, truth: place, seen: place + noise * (accuracy / 1.515), accuracy: accuracy))
    now += interval
  }

  private mutating func leaveAndComeBack() {
    faultTime = now
    let back = place
    let fast = max(speed, 2 * exitRadius / 200)
    go(to: direction() * (exitRadius + 80), speed: fast)
    go(to: back, speed: fast)
    slackSeconds = now - faultTime
  }

  // MARK: The system

  /// The system tells every true crossing, a few seconds late.
  private mutating func tellTruth() {
    var isInside = false
    for row in rows {
      let distance = (row.truth * row.truth).sum().squareRoot()
      let isNow = isInside ? distance < exitRadius : distance <= enterRadius
      if isNow != isInside { systemEvents.append((row.time + random.uniform(0, 15), isNow)) }
      isInside = isNow
    }
    // A device at the very edge is no matter of the system here.
    if fault == .noiseFlap { systemEvents = [] }
  }

  // MARK: Faults

  private mutating func inject(lag: Double) {
    switch fault {
    case .none, .noiseFlap, .realReturn, .crossing: break
    case .overconfidentFix: injectOutlier(count: random.chance(0.25) ? 2 : 1, isCoarse: false)
    case .coarseFix: injectOutlier(count: 1, isCoarse: true)
    case .starvation: injectStarvation()
    case .clockAhead: injectClock()
    case .olderSample: injectOlderSample()
    case .twoOfOneMoment: injectTwin()
    case .systemLag:
      let which = random.below(systemEvents.count)
      systemEvents[which].time += lag
      mark(systemEvents[which].time)
    case .systemMissing:
      let gone = systemEvents.remove(at: random.below(systemEvents.count))
      mark(gone.time, slack: 60)
    case .systemContradicted:
      let middle = (stayRows.lowerBound + stayRows.upperBound) / 2
      systemEvents.append((rows[middle].time + random.uniform(0, interval), false))
      mark(rows[middle].time, slack: interval)
      systemEvents.sort { $0.time < $1.time }
    }
  }

  private mutating func mark(_ time: Double, slack: Double = 1) {
    faultTime = time
    slackSeconds = slack
  }

  /// The rows of the stay inside.
  private var stayRows: ClosedRange<Int> {
    let inside = rows.indices.filter { (rows[$0].truth * rows[$0].truth).sum().squareRoot() < 0.31 * enterRadius }
    return (inside.first ?? 0)...(inside.last ?? 0)
  }

  /// The first row whose true place is beyond the exit radius after the stay.
  private var departure: Int {
    rows.indices.first {
      $0 > stayRows.upperBound && (rows[$0].truth * rows[$0].truth).sum().squareRoot() >= exitRadius
    } ?? rows.count - 1
  }

  private mutating func injectOutlier(count: Int, isCoarse: Bool) {
    let range = stayRows
    let at = range.lowerBound + 6 + random.below(max(1, range.count - 16))
    let far = exitRadius + random.uniform(40, 250)
    // Slow enough legs could be a real way.
    let offset = direction() * (isCoarse ? far : max(far, 9 * interval + exitRadius + 40))
    for index in at..<at + count {
      rows[index].seen = offset + noise * 2
      rows[index].accuracy = isCoarse ? far / random.uniform(2.6, 4.0) : random.uniform(1.5, 8)
    }
    if isCoarse { maxAccuracy = 200 }
    mark(rows[at].time, slack: 2 * interval)
  }

  private mutating func injectStarvation() {
    let start = departure - 2
    let end = min(rows.count - 3, departure + Int((random.uniform(60, 200) / interval).rounded(.up)) + 1)
    for index in start..<end { rows[index].accuracy = random.uniform(35, 150) }
    mark(rows[end].time, slack: 3 * interval)
  }

  private mutating func injectClock() {
    let start = departure - 2
    let ahead = random.uniform(90, 250)
    rows[start].time += ahead
    mark(rows[departure].time, slack: ahead + 3 * interval)
  }

  private mutating func injectOlderSample() {
    var old = rows[stayRows.upperBound - 2]
    let after = departure + 1
    old.time = rows[after].time - random.uniform(0.6, 0.9) * interval * 2
    rows.insert(old, at: after + 1)
    mark(old.time)
  }

  private mutating func injectTwin() {
    let at = stayRows.lowerBound + 6
    var twin = rows[at]
    twin.seen = direction() * (exitRadius + 60)
    rows.insert(twin, at: at + 1)
    mark(twin.time, slack: 2 * interval)
  }

  private mutating func makeCrossing(_ heading: SIMD2<Double>) {
    let side = SIMD2(-heading.y, heading.x) * random.uniform(-0.5, 0.5) * enterRadius
    let stepSeconds = 2.6 * exitRadius / 18
    place = side - heading * (1.3 * exitRadius + 4 * 2.6 * exitRadius)
    for _ in 0..<10 {
      let (x, y) = random.gaussianPair()
      rows.append(Row(time: now, truth: place, seen: place + SIMD2(x, y) * (accuracy / 1.515), accuracy: accuracy))
      place += heading * (2.6 * exitRadius)
      now += stepSeconds
    }
    mark(rows[4].time, slack: stepSeconds)
  }

  // MARK: Files

  var fencesCSV: String {
    "id,latitude,longitude,enter_m,exit_m\nshop,\(origin.latitude),\(origin.longitude),\(enterRadius),\(exitRadius)\n"
  }

  var samplesCSV: String {
    let metersPerDegree = earthRadiusMeters * Double.pi / 180
    let lines = rows.map { row in
      let latitude = origin.latitude + row.seen.y / metersPerDegree
      let longitude = origin.longitude + row.seen.x / (metersPerDegree * cos(origin.latitude * Double.pi / 180))
      return "phone,\(row.time),\(latitude),\(longitude),\(row.accuracy)\n"
    }
    return "device,time,latitude,longitude,accuracy\n" + lines.joined()
  }

  var regionEventsCSV: String? {
    guard !systemEvents.isEmpty else { return nil }
    let lines = systemEvents.map { "phone,\($0.time),shop,\($0.isEnter ? "enter" : "exit")\n" }
    return "device,time,fence,event\n" + lines.joined()
  }

  func policies() throws -> PolicySet {
    try PolicySet(default: FencePolicy(maxAccuracyMeters: maxAccuracy))
  }
}
