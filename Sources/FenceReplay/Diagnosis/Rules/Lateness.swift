import GeoPolicy

/// A transition that came late because samples that asked for it were refused.
///
/// **Rule.** Between the last accepted sample before a transition and the first that asked for it, refused samples lie in the
/// zone that asks for it, the first of them at least ``DiagnosisOptions/lateSeconds`` earlier. If more of them were refused for
/// their accuracy, the transition was *starved* of good samples; if more for their time or order, *disorder* held it up,
/// such as an accepted sample of a clock that ran ahead.
struct Lateness {
  let cause: Cause
  /// How long before it samples asked for it.
  let seconds: Double
  let evidence: [Evidence]

  init?(of transition: Transition, in track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions) {
    let first = transition.firstIndex
    let before = track.acceptedBefore(first)
    let asking = ((before ?? -1) + 1..<first).filter {
      track.samples[$0].zone == transition.zone && !track.samples[$0].reasons.isEmpty && track.samples[$0].time.isFinite
    }
    let time = track.samples[first].time
    guard let earliest = asking.map({ track.samples[$0].time }).min(), time - earliest >= options.lateSeconds else {
      return nil
    }
    seconds = time - earliest
    let disordered = asking.filter { !track.samples[$0].reasons.isDisjoint(with: .order) }
    let since = before.map { track.samples[$0].time } ?? .nan
    var evidence = [
      Evidence("late", .seconds(time - earliest)), Evidence("refused", .count(asking.count)),
      Evidence("goodMissing", .seconds(time - since)), Evidence("goodSince", .time(since)),
    ]
    if disordered.count * 2 > asking.count {
      cause = .disorder
      evidence = Array(evidence.prefix(2))
      if let before {
        // Only times behind the accepted one tell how far ahead that one's clock was.
        let ahead = disordered.map { since - track.samples[$0].time }.max() ?? .nan
        evidence.append(Evidence("clockAhead", .seconds(max(ahead, 0))))
        evidence.append(Evidence("clockSeq", .sequence(recording.sequenceNumbers[track.samples[before].row])))
      }
    } else {
      cause = .accuracyStarved
      let finest = asking.map { track.samples[$0].accuracy }.filter(\.isFinite).min() ?? .nan
      evidence.append(Evidence("finestRefused", .meters(finest)))
      evidence.append(Evidence("limit", .meters(track.policy.maxAccuracyMeters)))
    }
    evidence.append(Evidence("reasons", .words(track.reasons(of: asking))))
    self.evidence = evidence
  }
}

extension RejectionReasons {
  /// Those of time and order.
  static let order: RejectionReasons = [.outOfOrder, .future, .stale, .timeInvalid]
}

extension FenceTrack {
  /// The names of all reasons for which these samples were refused.
  func reasons(of indices: [Int]) -> [String] {
    indices.reduce(into: RejectionReasons()) { $0.formUnion(samples[$1].reasons) }.names
  }
}
