import GeoPolicy

/// Finds the smallest change of one rule that removes a flap, by judging the samples again under changed rules.
///
/// One rule is changed at a time: the exit radius to whole meters above the farthest that the device seemed to be, the enter
/// radius below the nearest, the accuracy limit below what the samples that asked for the flap claimed, and both
/// confirmations up to ten; at most ``maximumValues`` values of each. A value counts for a flap if no exit with a later enter
/// overlaps it any more, every ordinary transition around is still made, and the state at the end is the same. What it
/// costs is how much later those transitions of the direction that it holds up then come.
///
/// Exit radii beyond ``maximumWidening`` times the one in use are no mend, nor is an accuracy limit against samples that are
/// no coarser than others: neither is tried.
///
/// What order says of a sample is taken from the replay as it was.
///
/// - Complexity: at most 5 × ``maximumValues`` passes over the samples of a chain of flaps and ``contextSamples`` on either
///   side.
struct RuleSweep {
  static let maximumValues = 24
  static let contextSamples = 192
  static let maximumWidening = 2.0

  private struct Rules {
    var enterRadius: Double
    var exitRadius: Double
    var maxAccuracy: Double
    var enterConfirmations: Int
    var exitConfirmations: Int

    init(_ track: FenceTrack) {
      enterRadius = track.fence.enterRadiusMeters
      exitRadius = track.fence.exitRadiusMeters
      maxAccuracy = track.policy.maxAccuracyMeters
      enterConfirmations = track.policy.enterConfirmations
      exitConfirmations = track.policy.exitConfirmations
    }

    subscript(knob: RuleChange.Knob) -> Double {
      get {
        switch knob {
        case .exitRadius: exitRadius
        case .enterRadius: enterRadius
        case .maxAccuracy: maxAccuracy
        case .exitConfirmations: Double(exitConfirmations)
        case .enterConfirmations: Double(enterConfirmations)
        }
      }
      set {
        switch knob {
        case .exitRadius: exitRadius = newValue
        case .enterRadius: enterRadius = newValue
        case .maxAccuracy: maxAccuracy = newValue
        case .exitConfirmations: exitConfirmations = Int(newValue)
        case .enterConfirmations: enterConfirmations = Int(newValue)
        }
      }
    }
  }

  private struct Event {
    var index: Int
    var kind: EventKind
  }

  private struct Kept {
    var index: Int
    var kind: EventKind
    var isFromUnknown: Bool
  }

  private let track: FenceTrack
  private let options: DiagnosisOptions
  private let flaps: [Flap]
  private let range: Range<Int>
  private let rules: Rules
  private let baseline: (events: [Event], state: FenceState)
  /// Transitions of the range that every change must keep, as events.
  private let kept: [Kept]

  /// A sweep over a chain of flaps of a track, in order and at least one.
  init(_ flaps: ArraySlice<Flap>, of track: FenceTrack, _ verdicts: Verdicts, _ options: DiagnosisOptions) {
    self.track = track
    self.options = options
    self.flaps = Array(flaps)
    rules = Rules(track)
    let first = track.transitions[flaps.first?.exit ?? 0].firstIndex
    let last = track.transitions[flaps.last?.enter ?? 0].index
    let stretch = track.stretch(containing: last)
    let lower = max(stretch.lowerBound, first - Self.contextSamples)
    range = lower..<min(stretch.upperBound, last + Self.contextSamples)
    baseline = Self.judge(track, range, rules)
    let inFlaps = Set(flaps.flatMap { [$0.exit, $0.enter] })
    let inRange = range
    let near = track.transitions.partitioningIndex { $0.index >= inRange.lowerBound }
    let behind = track.transitions.partitioningIndex { $0.index >= inRange.upperBound }
    kept = (near..<behind).compactMap { index in
      let transition = track.transitions[index]
      guard !inFlaps.contains(index), !verdicts.transitions[index].isFalse else { return nil }
      return Kept(index: transition.index, kind: transition.kind, isFromUnknown: transition.from == .unknown)
    }
  }

  /// For each flap the changes that remove it, one of each rule at most, the one that fits its cause first.
  func changes() -> [[RuleChange]] {
    var found = Array(repeating: [RuleChange](), count: flaps.count)
    // The same for all flaps of the chain, which may be many.
    let interval = usualInterval
    for knob in RuleChange.Knob.allCases {
      var open = Set(flaps.indices)
      for value in values(of: knob) where !open.isEmpty {
        var changed = rules
        changed[knob] = value
        let result = Self.judge(track, range, changed)
        guard result.state == baseline.state, let delay = delay(of: result.events, by: knob) else { continue }
        let remaining = remaining(result.events)
        for index in open where isGone(flaps[index], from: remaining) {
          open.remove(index)
          found[index].append(change(knob, to: value, delay: delay, interval: interval))
        }
      }
    }
    for index in found.indices {
      let places = Self.fitting(flaps[index].cause).compactMap { knob in
        found[index].firstIndex { $0.knob == knob }
      }
      guard var best = places.first else { continue }
      // Of both confirmations the one that asks for less: a wrong enter needs another one than a wrong exit.
      func steps(_ place: Int) -> Double { found[index][place].to - found[index][place].from }
      if found[index][best].knob == .exitConfirmations,
        let other = places.first(where: { found[index][$0].knob == .enterConfirmations }), steps(other) < steps(best)
      {
        best = other
      }
      found[index].insert(found[index].remove(at: best), at: 0)
    }
    return found
  }

  private static func fitting(_ cause: Cause) -> [RuleChange.Knob] {
    switch cause {
    case .coarseFix: [.maxAccuracy, .exitConfirmations, .enterConfirmations]
    case .noBand, .narrowBand: [.exitRadius, .exitConfirmations, .enterRadius, .enterConfirmations]
    default: [.exitConfirmations, .enterConfirmations, .exitRadius]
    }
  }

  // MARK: Judging again

  private static func judge(
    _ track: FenceTrack, _ range: Range<Int>, _ rules: Rules
  ) -> (events: [Event], state: FenceState) {
    var memory = Hysteresis(state: track.state(before: range.lowerBound))
    var events: [Event] = []
    for index in range {
      let sample = track.samples[index]
      guard accepts(sample, rules, track.policy),
        let zone = RadiusZone(
          distanceMeters: sample.distance, enterRadiusMeters: rules.enterRadius, exitRadiusMeters: rules.exitRadius)
      else { continue }
      let before = memory.state
      memory.accept(zone, enterConfirmations: rules.enterConfirmations, exitConfirmations: rules.exitConfirmations)
      if memory.state == .inside, before != .inside { events.append(Event(index: index, kind: .enter)) }
      if memory.state != .inside, before == .inside { events.append(Event(index: index, kind: .exit)) }
    }
    return (events, memory.state)
  }

  private static func accepts(_ sample: TrackSample, _ rules: Rules, _ policy: FencePolicy) -> Bool {
    if rules.maxAccuracy == policy.maxAccuracyMeters { return sample.isAccepted }
    return sample.isAccepted && sample.accuracy <= rules.maxAccuracy
  }

  /// The flaps among events: from exit to enter, disjoint and ascending.
  private func remaining(_ events: [Event]) -> [ClosedRange<Int>] {
    zip(events, events.dropFirst()).compactMap { exit, enter in
      let seconds = track.samples[enter.index].time - track.samples[exit.index].time
      return exit.kind == .exit && seconds <= options.flapWindowSeconds ? exit.index...enter.index : nil
    }
  }

  /// Whether none of the flaps that remain overlaps this one.
  private func isGone(_ flap: Flap, from remaining: [ClosedRange<Int>]) -> Bool {
    let start = track.transitions[flap.exit].firstIndex
    let end = track.transitions[flap.enter].index
    let next = remaining.partitioningIndex { $0.upperBound >= start }
    return next == remaining.count || remaining[next].lowerBound > end
  }

  /// How much later the kept transitions that a rule holds up come, at most; NaN where there are none, `nil` where any
  /// kept one is lost.
  private func delay(of events: [Event], by knob: RuleChange.Knob) -> Double? {
    var next = 0
    var longest = Double.nan
    for event in kept {
      while next < events.count, events[next].kind != event.kind || events[next].index < event.index { next += 1 }
      guard next < events.count else { return nil }
      if holdsUp(knob, event) {
        let seconds = track.samples[events[next].index].time - track.samples[event.index].time
        longest = longest.isNaN ? seconds : max(longest, seconds)
      }
      next += 1
    }
    return longest
  }

  private func holdsUp(_ knob: RuleChange.Knob, _ event: Kept) -> Bool {
    switch knob {
    case .exitRadius, .exitConfirmations: event.kind == .exit
    case .enterRadius: event.kind == .enter
    // Leaving the unknown takes one sample for any number.
    case .enterConfirmations: event.kind == .enter && !event.isFromUnknown
    case .maxAccuracy: true
    }
  }

  private func change(
    _ knob: RuleChange.Knob, to value: Double, delay: Double, interval: Double
  ) -> RuleChange {
    var seconds = delay
    var basis = RuleChange.DelayBasis.measured
    if delay.isNaN {
      if knob == .exitConfirmations || knob == .enterConfirmations {
        seconds = (value - rules[knob]) * interval
        basis = .estimated
      } else {
        basis = .unknown
      }
    }
    return RuleChange(knob: knob, from: rules[knob], to: value, delaySeconds: seconds, delayBasis: basis)
  }

  private var usualInterval: Double {
    let accepted = range.filter { track.samples[$0].isAccepted }
    return median(zip(accepted, accepted.dropFirst()).map { track.samples[$1].time - track.samples[$0].time })
  }

  // MARK: Values to try

  /// The values of a rule to try, the nearest to that in use first.
  private func values(of knob: RuleChange.Knob) -> [Double] {
    switch knob {
    case .exitRadius:
      let farthest = flaps.map { extreme(from: $0, \.distance, max) }
      let widest = rules.exitRadius * Self.maximumWidening
      return thinned(farthest.map(Self.above).filter { $0 > rules.exitRadius && $0 <= widest }.sorted())
    case .enterRadius:
      let nearest = flaps.map { track.samples[track.transitions[$0.enter].firstIndex].distance }
      return thinned(nearest.map(Self.below).filter { $0 > 0 && $0 < rules.enterRadius }.sorted(by: >))
    case .maxAccuracy:
      let claimed = flaps.filter { $0.cause == .coarseFix }.flatMap { flap in
        [flap.exit, flap.enter].map { track.samples[track.transitions[$0].firstIndex].accuracy }
      }
      return thinned(claimed.map(Self.below).filter { $0 > 0 && $0 < rules.maxAccuracy }.sorted(by: >))
    case .exitConfirmations: return Self.confirmations(above: rules.exitConfirmations)
    case .enterConfirmations: return Self.confirmations(above: rules.enterConfirmations)
    }
  }

  private func extreme(
    from flap: Flap, _ value: (TrackSample) -> Double, _ better: (Double, Double) -> Double
  ) -> Double {
    let outside = track.transitions[flap.exit].firstIndex..<track.transitions[flap.enter].firstIndex
    return outside.lazy.map { track.samples[$0] }.filter(\.isAccepted).map(value).reduce(-.infinity, better)
  }

  /// The next whole number above, or tenth where the value is small.
  private static func above(_ value: Double) -> Double {
    value < 10 ? ((value * 10).rounded(.down) + 1) / 10 : value.rounded(.down) + 1
  }

  /// The next whole number below, or tenth where the value is small.
  private static func below(_ value: Double) -> Double {
    value < 10 ? ((value * 10).rounded(.up) - 1) / 10 : value.rounded(.up) - 1
  }

  private static func confirmations(above now: Int) -> [Double] {
    let highest = min(max(10, now + 1), FencePolicy.maximumConfirmations)
    return now < highest ? (now + 1...highest).map(Double.init) : []
  }

  /// Distinct values, at most so many, the last one among them.
  private func thinned(_ sorted: [Double]) -> [Double] {
    var distinct: [Double] = []
    for value in sorted where value.isFinite && value != distinct.last { distinct.append(value) }
    let most = Self.maximumValues
    guard distinct.count > most else { return distinct }
    return (1...most).map { distinct[$0 * distinct.count / most - 1] }
  }
}
