import GeoPolicy

/// Refused samples that asked for a transition which then did not come: a flap that the rules prevented, or a state that
/// is stuck.
///
/// **Rule.** Between two accepted samples, or behind the last one, samples in the zone that asks to leave the current state
/// were refused, and the next accepted one does not ask for it. Repeats of the last accepted sample do not count. The cause is
/// *disorder* where time or order is among the reasons; else a *coarse fix* where an accuracy is above the limit; else,
/// and where no good sample follows for ``DiagnosisOptions/lateSeconds`` until the end, *starvation*.
struct Refusal {
  let cause: Cause
  /// The first sample that asked.
  let first: Int
  let event: DiagnosisFinding.EventWord
  let evidence: [Evidence]

  /// All refusals of a track, in order.
  static func all(in track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions) -> [Refusal] {
    var found: [Refusal] = []
    var last: Int?
    var asking: [Int] = []
    func close(next: Int?) {
      guard let last, let first = asking.first else { return }
      let state = track.samples[last].memory.state
      let zone: RadiusZone = state == .inside ? .beyond : .within
      if let next, track.samples[next].zone == zone { return }
      found.append(Refusal(asking, first: first, after: last, next: next, state: state, track, recording, options))
    }
    for stretch in track.stretches {
      last = nil
      asking = []
      for index in stretch {
        let sample = track.samples[index]
        if sample.isAccepted {
          close(next: index)
          last = index
          asking = []
        } else if let last, !sample.reasons.contains(.duplicate), sample.distance.isFinite {
          let state = track.samples[last].memory.state
          if (state == .inside && sample.zone == .beyond) || (state == .outside && sample.zone == .within) {
            asking.append(index)
          }
        }
      }
      if stretch.upperBound == track.samples.count && track.reachesEnd { close(next: nil) }
    }
    return found
  }

  private init(
    _ asking: [Int], first: Int, after last: Int, next: Int?, state: FenceState, _ track: FenceTrack,
    _ recording: Recording, _ options: DiagnosisOptions
  ) {
    self.first = first
    event = state == .inside ? .exit : .enter
    let sample = track.samples[first]
    let good = track.samples[last]
    let end = asking.compactMap { track.samples[$0].time.isFinite ? track.samples[$0].time : nil }.max() ?? .nan
    let disordered = asking.contains { !track.samples[$0].reasons.isDisjoint(with: .order) }
    let isStuck = next == nil && end - good.time >= options.lateSeconds
    let isCoarse = asking.contains { track.samples[$0].reasons.contains(.accuracyTooCoarse) }
    cause = disordered ? .disorder : isCoarse && !isStuck ? .coarseFix : .accuracyStarved
    var evidence = [
      Evidence("refused", .count(asking.count)), Evidence("reasons", .words(track.reasons(of: asking))),
      Evidence("distance", .meters(sample.distance)), Evidence("accuracy", .meters(sample.accuracy)),
      Evidence("goodSeq", .sequence(recording.sequenceNumbers[good.row])),
    ]
    if disordered {
      evidence.append(Evidence("behind", .seconds(good.time > sample.time ? good.time - sample.time : .nan)))
    } else {
      evidence.append(Evidence("limit", .meters(track.policy.maxAccuracyMeters)))
    }
    if let next {
      evidence.append(Evidence("nextGoodSeq", .sequence(recording.sequenceNumbers[track.samples[next].row])))
    }
    if isStuck { evidence.append(Evidence("goodMissing", .seconds(end - good.time))) }
    self.evidence = evidence
  }
}
