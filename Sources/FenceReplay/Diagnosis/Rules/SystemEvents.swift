import FenceData
import GeoPolicy

/// What the system's region events of one device at one fence are worth beside the rules' transitions.
///
/// **Matching.** In order of time every event is given a transition of its kind that no other has: the last ordinary one that
/// the samples show begun and that is no more than ``DiagnosisOptions/matchSeconds`` old; else the next that is no more than
/// ``DiagnosisOptions/earlySeconds`` away; else, in the same way, a false one.
///
/// **Rules**, the first that holds.
/// 1. *Lag*: the event came more than ``DiagnosisOptions/lagSeconds`` after the samples had surely shown the crossing: by one
///    that lies beyond the edge by more than its accuracy, or by the fifth one in the new state. The crossing itself is put
///    between the first of them and the sample before by their distances; the numbers are from there.
/// 2. *Between samples*: no transition, but the way between two samples around it cut the fence.
/// 3. *Contradicted*: no transition, and a good sample no more than ``DiagnosisOptions/freshSeconds`` away says the
///    opposite, beyond its accuracy, while no refused one nearby says the same.
/// 4. Nothing: it agrees, repeats what is known, or no good sample is near enough to tell.
///
/// A transition of the rules without an event is *missing* in the system where the region events name the fence at all, the
/// transition is an ordinary one, and the state before was known.
struct SystemEvents {
  private let track: FenceTrack
  private let recording: Recording
  private let verdicts: Verdicts
  private let crossings: [Crossing]
  private let options: DiagnosisOptions
  /// The events, in order of time.
  private let events: [RegionEvent]
  /// The transition of each event.
  private var match: [Int?]
  private var isTaken: [Bool]

  init(
    _ events: [RegionEvent], at track: FenceTrack, _ verdicts: Verdicts, _ crossings: [Crossing],
    _ recording: Recording, _ options: DiagnosisOptions
  ) {
    self.track = track
    self.recording = recording
    self.verdicts = verdicts
    self.crossings = crossings
    self.options = options
    self.events = events
    match = Array(repeating: nil, count: events.count)
    isTaken = Array(repeating: false, count: track.transitions.count)
    for isFalse in [false, true] {
      for index in events.indices where match[index] == nil {
        guard let transition = transition(for: events[index], isFalse: isFalse) else { continue }
        match[index] = transition
        isTaken[transition] = true
      }
    }
  }

  private func transition(for event: RegionEvent, isFalse: Bool) -> Int? {
    // Only those within reach of the event's time are looked at.
    let next = track.transitionPosition(after: event.time + options.earlySeconds)
    // One that came late was begun long before.
    let end = min(next + 1, track.transitions.count)
    var begun: Int?
    var coming: Int?
    for index in track.transitions.indices[..<end].reversed() {
      let time = track.samples[track.transitions[index].firstIndex].time
      if event.time - time > options.matchSeconds { break }
      guard !isTaken[index], track.transitions[index].kind == event.kind,
        verdicts.transitions[index].isFalse == isFalse
      else { continue }
      let shown = bracket(index).lowerBound
      if shown <= event.time {
        begun = index
        break
      }
      if shown - event.time <= options.earlySeconds { coming = index }
    }
    return begun ?? coming
  }

  /// Between which times the samples show the crossing.
  private func bracket(_ transition: Int) -> ClosedRange<Double> {
    let first = track.transitions[transition].firstIndex
    let time = track.samples[first].time
    let before = track.acceptedBefore(first).map { track.samples[$0].time } ?? time
    return min(before, time - verdicts.transitions[transition].lateSeconds, time)...time
  }

  // MARK: Findings

  /// A cause, if any, and the numbers for each event, in order of time.
  func judged() -> [(event: RegionEvent, cause: Cause?, evidence: [Evidence])] {
    events.indices.map { index in
      let event = events[index]
      if let transition = match[index] {
        let (isLate, evidence) = lag(of: event, behind: transition)
        return (event, isLate ? .systemLag : nil, evidence)
      }
      if let crossing = crossing(around: event) {
        return (event, .betweenSamples, crossing.evidence)
      }
      let (isContradicted, evidence) = freshness(of: event)
      return (event, isContradicted ? .systemContradicted : nil, evidence)
    }
  }

  /// The ordinary transitions that the system never told.
  func missing() -> [Int] {
    track.transitions.indices.filter {
      !isTaken[$0] && !verdicts.transitions[$0].isFalse && track.transitions[$0].from != .unknown
        && verdicts.transitions[$0].cause != .jump
    }
  }

  private func lag(of event: RegionEvent, behind transition: Int) -> (isLate: Bool, evidence: [Evidence]) {
    let first = track.transitions[transition].firstIndex
    let sample = track.samples[first]
    let edge = event.kind == .enter ? track.fence.enterRadiusMeters : track.fence.exitRadiusMeters
    var crossed = sample.time
    if let before = track.acceptedBefore(first) {
      let earlier = track.samples[before]
      let span = sample.distance - earlier.distance
      let share = span != 0 ? (edge - earlier.distance) / span : 1
      if share >= 0, share <= 1 { crossed = earlier.time + share * (sample.time - earlier.time) }
    }
    let seconds = event.time - crossed
    let sure = sureTime(of: event.kind, from: first, edge: edge)
    var evidence = [
      Evidence("after", .seconds(seconds)),
      Evidence("afterSure", .seconds(event.time - sure)),
      Evidence("seqOfSample", .sequence(recording.sequenceNumbers[sample.row])),
    ]
    if let distance = track.distance(at: event.time) {
      evidence.insert(
        Evidence("pastEdge", .meters(event.kind == .enter ? edge - distance : distance - edge)), at: 1)
    }
    evidence.insert(Evidence("traveled", .meters(track.way(from: first, until: event.time, recording))), at: 1)
    return (event.time - sure > options.lagSeconds, evidence)
  }

  /// When the samples had surely shown a crossing: with the fifth, or with the first beyond the edge by its accuracy.
  private func sureTime(of kind: EventKind, from first: Int, edge: Double) -> Double {
    let start = track.acceptedPosition(from: first)
    let samples = track.accepted[start..<min(start + Self.sureSamples, track.accepted.count)].map { track.samples[$0] }
    let sure = samples.first {
      kind == .enter ? $0.distance + $0.accuracy <= edge : $0.distance - $0.accuracy >= edge
    }
    return (sure ?? samples.last)?.time ?? .infinity
  }

  private static let sureSamples = 5

  /// The first crossing near in time; crossings are in the order of time.
  private func crossing(around event: RegionEvent) -> Crossing? {
    let first = crossings.partitioningIndex {
      event.time <= track.samples[$0.after].time + options.matchSeconds / 3
    }
    guard first < crossings.count,
      event.time >= track.samples[crossings[first].before].time - options.freshSeconds
    else { return nil }
    return crossings[first]
  }

  /// Whether a good sample near in time says the opposite.
  private func freshness(of event: RegionEvent) -> (isContradicted: Bool, evidence: [Evidence]) {
    let position = track.acceptedPosition(after: event.time)
    let near = [position - 1, position].filter(track.accepted.indices.contains)
      .map { track.samples[track.accepted[$0]] }
      .filter { abs($0.time - event.time) <= options.freshSeconds }
    guard let fix = near.min(by: { abs($0.time - event.time) < abs($1.time - event.time) }) else {
      return (false, [Evidence("goodSampleWithin", .seconds(.nan))])
    }
    let evidence = [
      Evidence("sampleSeq", .sequence(recording.sequenceNumbers[fix.row])),
      Evidence("sampleAfter", .seconds(fix.time - event.time)), Evidence("distance", .meters(fix.distance)),
      Evidence("accuracy", .meters(fix.accuracy)),
    ]
    let isOpposite =
      event.kind == .enter
      ? fix.distance - fix.accuracy > track.fence.enterRadiusMeters && fix.memory.state != .inside
      : fix.distance + fix.accuracy < track.fence.exitRadiusMeters && fix.memory.state == .inside
    return (isOpposite && !isSecondedByRefused(event, since: fix.time), evidence)
  }

  /// Whether a refused sample near in time says what the event says.
  private func isSecondedByRefused(_ event: RegionEvent, since time: Double) -> Bool {
    let zone: RadiusZone = event.kind == .enter ? .within : .beyond
    let from = max(0, track.acceptedPosition(after: time) - 1)
    guard track.accepted.indices.contains(from) else { return false }
    let end = from + 2 < track.accepted.count ? track.accepted[from + 2] : track.samples.count
    return track.samples[track.accepted[from]..<end].contains {
      !$0.isAccepted && $0.zone == zone && abs($0.time - event.time) <= options.freshSeconds
    }
  }
}

extension FenceTrack {
  /// The distance at a time, between two accepted samples by their times; `nil` before the first, the last one's behind it.
  func distance(at time: Double) -> Double? {
    let next = acceptedPosition(after: time)
    guard next > 0 else { return nil }
    let before = samples[accepted[next - 1]]
    guard next < accepted.count else { return before.distance }
    let after = samples[accepted[next]]
    guard after.time > before.time else { return before.distance }
    return before.distance + (time - before.time) / (after.time - before.time) * (after.distance - before.distance)
  }

  /// Meters from sample to sample, from one until a time.
  func way(from first: Int, until time: Double, _ recording: Recording) -> Double {
    var sum = 0.0
    var position = acceptedPosition(from: first) + 1
    while position < accepted.count, samples[accepted[position]].time <= time {
      let step = meters(
        recording.place(samples[accepted[position - 1]].row), recording.place(samples[accepted[position]].row))
      sum += step ?? 0
      position += 1
    }
    return sum
  }
}
