import GeoPolicy

/// What both renderings of a timeline draw, worked out once: which samples, which states when, which findings in order.
struct TimelineScene {
  /// A stretch of time in one state.
  struct Run: Equatable {
    var state: FenceState
    var start: Double
    var end: Double
  }

  let timeline: FenceTimeline
  /// The samples to draw, in order of arrival, with a time that is finite.
  let drawn: [TimelineSample]
  /// The drawn samples that changed the state.
  let isChange: [Bool]
  /// Findings in the order of time: the numbers in the figures are their places from 1.
  let findings: [TimelineFinding]
  /// Events of the system in the order of time.
  let systemEvents: [SystemEvent]
  /// What the rules said, when.
  let stateRuns: [Run]
  /// What the system's events say, when; empty where there are none.
  let systemRuns: [Run]
  /// Samples that have no time to stand at.
  let untimedCount: Int
  /// Changes of state that are too many to draw each.
  let omittedChangeCount: Int
  /// All samples by reason, in the order of ``SampleMarks/shapes``, where there are any.
  let refusals: [(reason: RejectionReasons, name: String, count: Int)]

  /// The scene of a timeline, with about `budget` samples.
  init(_ timeline: FenceTimeline, budget: Int = 480) {
    self.timeline = timeline
    let samples = timeline.samples
    let choice = Thinning.choice(of: timeline, budget: budget)
    let kept = choice.kept.filter { samples[$0].time?.isFinite == true }
    drawn = kept.map { samples[$0] }
    isChange = kept.map { $0 > 0 && samples[$0].state != samples[$0 - 1].state }
    omittedChangeCount = choice.omittedChangeCount
    untimedCount = samples.count { $0.time?.isFinite != true }
    findings = Self.inOrder(timeline.findings, by: \.time)
    systemEvents = Self.inOrder(timeline.systemEvents.filter(\.time.isFinite), by: \.time)
    stateRuns = Self.runs(of: samples)
    systemRuns = Self.runs(of: systemEvents, from: stateRuns.first?.start, to: stateRuns.last?.end)
    refusals = SampleMarks.shapes.compactMap { entry in
      let count = samples.count { $0.rejected.contains(entry.reason) }
      return count == 0 ? nil : (entry.reason, entry.reason.names.joined(), count)
    }
  }

  /// Samples that were accepted.
  var acceptedCount: Int { timeline.samples.count { $0.rejected.isEmpty } }
  /// Drawn samples that have no distance to stand at.
  var hasPlaceless: Bool { drawn.contains { $0.distanceMeters?.isFinite != true } }
  /// Events of this kind.
  func eventCount(_ kind: EventKind) -> Int { timeline.events.count { $0.kind == kind } }

  /// The times that the axis must show.
  var axisTimes: [Double] {
    drawn.compactMap(\.time) + systemEvents.map(\.time) + findings.flatMap { [$0.time, $0.endTime ?? $0.time] }
      + timeline.events.map(\.time)
  }

  /// Sorted by time, those of equal time as they came, those without at the end.
  private static func inOrder<Element>(_ all: [Element], by time: (Element) -> Double) -> [Element] {
    let keys = all.map { time($0).isNaN ? Double.infinity : time($0) }
    return all.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { all[$0] }
  }

  /// The state over time; a sample that is refused moves time on only where it changes the state.
  private static func runs(of samples: [TimelineSample]) -> [Run] {
    var runs: [Run] = []
    for sample in samples {
      guard let time = sample.time, time.isFinite else { continue }
      guard let last = runs.last else {
        runs.append(Run(state: sample.state, start: time, end: time))
        continue
      }
      guard sample.rejected.isEmpty || sample.state != last.state else { continue }
      let moment = max(time, last.end)
      runs[runs.count - 1].end = moment
      if sample.state != last.state { runs.append(Run(state: sample.state, start: moment, end: moment)) }
    }
    return runs
  }

  /// The state as the system tells it, from the first sample, unknown before its first event.
  private static func runs(of events: [SystemEvent], from start: Double?, to end: Double?) -> [Run] {
    guard let first = events.first, let last = events.last else { return [] }
    let start = min(start ?? first.time, first.time)
    var runs = [Run(state: .unknown, start: start, end: first.time)]
    for event in events {
      runs[runs.count - 1].end = event.time
      let state: FenceState =
        switch event.kind {
        case .enter: .inside
        case .exit: .outside
        case .removed: .unknown
        }
      runs.append(Run(state: state, start: event.time, end: event.time))
    }
    runs[runs.count - 1].end = max(end ?? last.time, last.time)
    return runs
  }
}
