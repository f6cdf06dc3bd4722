import FenceReplay
import GeoPolicy
import Workload

/// Made-up reports, from a short visit to what no file should hold.
enum PageExamples {
  /// Every example with the name of its file.
  static let all: [(name: String, report: TimelineReport)] = [
    ("visit", visit), ("crowded", crowded), ("wild", wild), ("long", long), ("many", many), ("names", names),
    ("nothing", nothing),
  ]

  /// Unix seconds of 2025-05-14 13:40:00 UTC.
  static let start = 1_747_230_000.0

  /// Walks between radii like a person would, a sample each 20 s, judged by the rules.
  static func walk(
    device: String, fence: String, seed: UInt64, count: Int, step: Double = 20, enter: Double = 80, exit: Double = 120,
    distance: (_ progress: Double) -> Double
  ) -> FenceTimeline {
    var timeline = FenceTimeline(device: device, fence: fence, enterRadiusMeters: enter, exitRadiusMeters: exit)
    var random = SplitMix64(seed: seed)
    var state = FenceState.unknown
    var bearing = (east: 0.6, north: 0.8)
    for index in 0..<count {
      let turn = (random.uniform() - 0.5) * 0.5
      let (east, north) = (bearing.east - bearing.north * turn, bearing.north + bearing.east * turn)
      let length = (east * east + north * north).squareRoot()
      bearing = (east / length, north / length)
      let place = distance(Double(index) / Double(max(1, count - 1))) + (random.uniform() - 0.5) * 16
      let accuracy = 4 + random.uniform() * 14
      var sample = TimelineSample(
        seq: Int64(index), time: start + Double(index) * step, distanceMeters: place.magnitude,
        accuracyMeters: accuracy, eastMeters: place.magnitude * bearing.east,
        northMeters: place.magnitude * bearing.north,
        state: state)
      if random.uniform() < 0.12 {
        let reasons: [RejectionReasons] = [.accuracyTooCoarse, .accuracyMissing, .outOfOrder, .duplicate, .stale]
        sample.rejected = reasons[Int(random.uniform() * 4.999)]
        if sample.rejected == .accuracyTooCoarse { sample.accuracyMeters = 45 + random.uniform() * 120 }
        if sample.rejected == .accuracyMissing { sample.accuracyMeters = nil }
      } else {
        let next: FenceState = place.magnitude <= enter ? .inside : place.magnitude >= exit ? .outside : state
        if next == .inside && state != .inside {
          timeline.events.append(TimelineEvent(time: sample.time ?? 0, kind: .enter))
        }
        if next == .outside && state == .inside {
          timeline.events.append(TimelineEvent(time: sample.time ?? 0, kind: .exit))
        }
        state = next
        sample.state = next
      }
      timeline.samples.append(sample)
    }
    return timeline
  }

  /// A finding at a time in seconds from the start.
  static func finding(
    _ offset: Double, until end: Double? = nil, _ fault: TimelineFinding.Fault, _ cause: String, _ detail: String
  ) -> TimelineFinding {
    TimelineFinding(time: start + offset, endTime: end.map { start + $0 }, fault: fault, cause: cause, detail: detail)
  }

  /// There and back, with a jump out and a late system: what most pages look like.
  static var visit: TimelineReport {
    var timeline = walk(device: "courier-7", fence: "bakery", seed: 3, count: 72) { progress in
      30 + 330 * ((progress - 0.5) * 2).magnitude.squareRoot() * ((progress - 0.5) * 2).magnitude
    }
    for (index, far) in [(36, 640.0), (40, 0)] where far > 0 {
      timeline.samples[index].distanceMeters = far
      timeline.samples[index].eastMeters = far * 0.9
      timeline.samples[index].northMeters = far * 0.43
      timeline.samples[index].rejected = []
      timeline.samples[index].state = .outside
      timeline.samples[index].accuracyMeters = 6
      timeline.events.append(TimelineEvent(time: start + 720, kind: .exit))
      timeline.events.append(TimelineEvent(time: start + 740, kind: .enter))
      timeline.events.sort { $0.time < $1.time }
    }
    timeline.samples[20].distanceMeters = nil
    timeline.samples[20].eastMeters = nil
    timeline.samples[20].rejected = .coordinates
    timeline.systemEvents = [
      SystemEvent(time: start + 545, kind: .enter), SystemEvent(time: start + 1190, kind: .exit),
    ]
    timeline.findings = [
      finding(
        420, until: 545, .system, "system lag", "The system reported enter 125 s and 61 m after the edge was crossed."),
      finding(
        720, .samples, "over-confident fix",
        "640 m away for one sample that claims 6 m: 31 m/s there and back at once. Two confirmations remove the flap and "
          + "cost 20 s."),
      finding(
        1060, until: 1190, .system, "system lag", "The system reported exit 130 s and 140 m after the edge was crossed."
      ),
    ]
    var edge = walk(device: "courier-7", fence: "depot, north gate", seed: 11, count: 90, enter: 80, exit: 85) {
      progress in
      progress < 0.15 ? 240 - progress * 1050 : 82.5 + 12 * (progress * 40).remainder(dividingBy: 2)
    }
    edge.findings = edge.events.dropFirst(2).filter { $0.kind == .enter }.map {
      TimelineFinding(
        time: $0.time, fault: .rules, cause: "band narrower than the noise",
        detail:
          "The band of 5 m is narrower than the noise of 11 m. An exit radius of 103 m removes the flap and costs 40 s."
      )
    }
    return TimelineReport(
      title: "Why did it flap?", timelines: [timeline, edge],
      notes: ["Two pairs of one device, judged under the default policy."])
  }

  /// Findings and system events that crowd at one moment and all along.
  static var crowded: TimelineReport {
    var timeline = walk(device: "tracker", fence: "stadium", seed: 5, count: 240, step: 30) {
      100 + 60 * ($0 * 60).remainder(dividingBy: 2)
    }
    var random = SplitMix64(seed: 8)
    for index in 0..<60 {
      let faults = TimelineFinding.Fault.allCases
      let offset = index < 12 ? 3000 + random.uniform() * 90 : random.uniform() * 7170
      timeline.findings.append(
        finding(
          offset, faults[index % 4],
          ["narrow band", "over-confident fix", "system event missing", "walked out"][index % 4],
          "Made up."))
      timeline.systemEvents.append(SystemEvent(time: start + offset + 60, kind: index % 2 == 0 ? .enter : .exit))
    }
    var few = walk(device: "tracker", fence: "kiosk", seed: 6, count: 60) { 300 * ($0 - 0.5).magnitude }
    few.findings = (0..<9).map {
      finding(
        500 + Double($0) * 30, [.rules, .samples, .system, .movement][$0 % 4], "cause number \($0 + 1) of nine",
        "Made up.")
    }
    return TimelineReport(title: "A crowded page", timelines: [timeline, few])
  }

  /// Teleports, gaps of days, a clock far in the future, radii of centimeters and of continents, and values that are none.
  static var wild: TimelineReport {
    var jumps = walk(device: "phone", fence: "home", seed: 21, count: 120) {
      60 + 40 * ($0 * 12).remainder(dividingBy: 2)
    }
    for (index, far) in [(20, 5200.0), (50, 1_250_000), (80, 18_000_000), (81, 900)] {
      jumps.samples[index].distanceMeters = far
      jumps.samples[index].eastMeters = index == 50 ? -far * 0.8 : far * 0.6
      jumps.samples[index].northMeters = index == 50 ? far * 0.6 : -far * 0.8
    }
    var days = walk(device: "phone", fence: "work", seed: 22, count: 150) {
      40 + 200 * ($0 * 6).remainder(dividingBy: 2).magnitude
    }
    for index in days.samples.indices {
      let time = days.samples[index].time ?? 0
      days.samples[index].time = time + Double(index / 30) * 86_400
    }
    days.events = []
    days.samples[75].time = 1.7e12
    days.samples[75].rejected = .future
    var strange = FenceTimeline(device: "phone", fence: "strange", enterRadiusMeters: 1e300, exitRadiusMeters: 1e300)
    let values = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -5, .leastNonzeroMagnitude, 1e9]
    for (index, value) in values.enumerated() {
      strange.samples.append(
        TimelineSample(
          seq: index.isMultiple(of: 2) ? .max : .min, time: value, distanceMeters: value, accuracyMeters: value,
          eastMeters: value, northMeters: value, rejected: index == 3 ? RejectionReasons(rawValue: 0x7FF) : [],
          state: .inside))
      strange.events.append(TimelineEvent(time: value, kind: .enter))
      strange.systemEvents.append(SystemEvent(time: value, kind: .exit))
      strange.findings.append(
        TimelineFinding(time: value, endTime: -value, fault: .rules, cause: "odd", detail: "Odd."))
    }
    var equal = FenceTimeline(device: "phone", fence: "one radius", enterRadiusMeters: 50, exitRadiusMeters: 50)
    equal.samples = (0..<4).map {
      TimelineSample(seq: Int64($0), time: start, distanceMeters: Double($0) * 30, accuracyMeters: 5, state: .inside)
    }
    var bad = FenceTimeline(device: "phone", fence: "no radius", enterRadiusMeters: .nan, exitRadiusMeters: -1)
    bad.samples = [
      TimelineSample(
        seq: 0, time: -2e9, distanceMeters: 12, accuracyMeters: nil, eastMeters: 3, northMeters: 4, state: .unknown)
    ]
    return TimelineReport(title: "A wild page", timelines: [jumps, days, strange, equal, bad])
  }

  /// A hundred thousand samples, some of them telling.
  static var long: TimelineReport {
    let timeline = walk(device: "van", fence: "depot", seed: 31, count: 100_000, step: 15) {
      150 + 140 * ($0 * 38).remainder(dividingBy: 2)
    }
    return TimelineReport(title: "A long trace", timelines: [timeline])
  }

  /// More pairs than a page shows.
  static var many: TimelineReport {
    let timelines = (0..<640).map { number in
      walk(device: "device-\(number % 80)", fence: "shop-\(number / 80)", seed: UInt64(number), count: 40) {
        60 + 160 * ($0 - 0.5).magnitude
      }
    }
    return TimelineReport(title: "Many pairs", timelines: timelines)
  }

  /// Names that mean something to a browser.
  static var names: TimelineReport {
    let names = [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\u{0}b\u{1F}c\u{7F}\u{FFFE}",
      "\u{202E}txt.exe\u{202C}",
      "e\u{301} and \u{E9}", "]]>&amp;<!--", "متجر القهوة", "東京駅前店", String(repeating: "long ", count: 80), "", "👩‍👩‍👧‍👦",
    ]
    let timelines = names.map { name in
      var timeline = walk(device: name, fence: "fence " + name, seed: 41, count: 30) { 200 * ($0 - 0.5).magnitude }
      timeline.findings = [finding(200, .rules, name, "Detail of " + name)]
      return timeline
    }
    return TimelineReport(title: "Names <b>& others", timelines: timelines, notes: ["A note </p><script>"])
  }

  /// Nothing at all, and timelines of nothing.
  static var nothing: TimelineReport {
    TimelineReport(
      title: "Nothing",
      timelines: [FenceTimeline(device: "d", fence: "f", enterRadiusMeters: 80, exitRadiusMeters: 120)])
  }
}
