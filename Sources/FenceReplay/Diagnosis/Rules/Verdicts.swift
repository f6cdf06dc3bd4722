import GeoPolicy

/// Why a transition happened, or came late; without a cause it is an ordinary one.
struct Verdict {
  var cause: Cause?
  var evidence: [Evidence] = []

  /// Whether the device did not really change sides.
  var isFalse: Bool {
    switch cause {
    case .overconfidentFix, .coarseFix, .noBand, .narrowBand, .jump: true
    case .disorder: !isLate
    default: false
    }
  }

  /// Whether it really happened, but late.
  var isLate: Bool { lateSeconds > 0 }

  /// For how long, at least, samples had been asking for it.
  var lateSeconds = 0.0
}

/// An exit and the next enter of the same fence, within the flap window.
struct Flap {
  /// The places of the two among the track's transitions.
  var exit: Int
  var enter: Int
  var cause: Cause
  var evidence: [Evidence]
}

/// The causes of the transitions and flaps of one track.
///
/// **Order of the rules**, the first that holds gives the cause.
/// 1. A transition alone: two samples of one moment (disorder), an excursion, lateness by disorder, for a wrong clock makes
///    wrong speeds, a jump, lateness by starvation.
/// 2. The transition that undoes such an excursion or disorder has its cause.
/// 3. A flap: the cause of the transition that is false; else noise, which is *no band* where the radii are equal and a
///    *narrow band* elsewhere; else *movement*.
/// 4. A brief visit, an enter with its exit, is noise only where the device was at that one place before and stays there. It
///    is no flap and not reported as such, but its transitions have the cause.
struct Verdicts {
  private(set) var transitions: [Verdict]
  private(set) var flaps: [Flap] = []

  init(of track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions) {
    transitions = track.transitions.map { transition in
      Self.verdict(on: transition, in: track, recording, options)
    }
    shareWithReturns(track, recording, options)
    findFlaps(track, options)
    findBriefVisits(track, options)
  }

  private static func verdict(
    on transition: Transition, in track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions
  ) -> Verdict {
    let late = Lateness(of: transition, in: track, recording, options)
      .map { Verdict(cause: $0.cause, evidence: $0.evidence, lateSeconds: $0.seconds) }
    // Whatever comes first comes from nowhere; it can only come late.
    guard transition.from != .unknown else { return late ?? Verdict() }
    let step = ImpossibleStep(of: transition, in: track, recording, options)
      .map { Verdict(cause: $0.cause, evidence: $0.evidence) }
    if let step, step.cause == .disorder { return step }
    if let excursion = Excursion(of: transition, in: track, recording, options) {
      return Verdict(cause: excursion.cause, evidence: excursion.evidence)
    }
    if let late, late.cause == .disorder { return late }
    return step ?? late ?? Verdict()
  }

  private mutating func shareWithReturns(_ track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions) {
    for index in transitions.indices.dropFirst() {
      let cause = transitions[index - 1].cause
      guard cause == .overconfidentFix || cause == .coarseFix || (cause == .disorder && !transitions[index - 1].isLate),
        transitions[index].cause == nil || transitions[index].cause == .jump,
        track.seconds(from: index - 1, to: index) <= options.flapWindowSeconds
      else { continue }
      let row = track.samples[track.transitions[index - 1].firstIndex].row
      // One return is the end of it: what comes next stands for itself.
      if index >= 2, transitions[index - 1].evidence.first?.name == "backFromSeq" { continue }
      transitions[index] = Verdict(
        cause: cause, evidence: [Evidence("backFromSeq", .sequence(recording.sequenceNumbers[row]))])
    }
  }

  private mutating func findFlaps(_ track: FenceTrack, _ options: DiagnosisOptions) {
    for exit in transitions.indices.dropLast() where track.transitions[exit].kind == .exit {
      let enter = exit + 1
      let seconds = track.seconds(from: exit, to: enter)
      guard track.transitions[enter].kind == .enter, seconds <= options.flapWindowSeconds else { continue }
      let noise = Noise(between: track.transitions[exit], and: track.transitions[enter], in: track, options)
      let known = [exit, enter].first { transitions[$0].isFalse }
      var flap = Flap(exit: exit, enter: enter, cause: .movement, evidence: [Evidence("outside", .seconds(seconds))])
      if let known, let cause = transitions[known].cause {
        flap.cause = cause
        flap.evidence += transitions[known].evidence
      } else if let noise, noise.explains {
        flap.cause = Self.noiseCause(track)
        flap.evidence += Self.evidence(of: noise, track)
        for index in [exit, enter] where transitions[index].cause == nil {
          transitions[index] = Verdict(cause: flap.cause, evidence: Self.evidence(of: noise, track))
        }
      } else if let noise {
        flap.evidence += [
          Evidence("farthest", .meters(noise.far)), Evidence("swing", .meters(noise.swing)),
          Evidence("accuracy", .meters(noise.jointAccuracy)),
        ]
      }
      flaps.append(flap)
    }
  }

  private mutating func findBriefVisits(_ track: FenceTrack, _ options: DiagnosisOptions) {
    for enter in transitions.indices.dropLast() where track.transitions[enter].kind == .enter {
      let exit = enter + 1
      guard track.transitions[exit].kind == .exit, track.transitions[enter].from == .outside,
        transitions[enter].cause == nil || transitions[exit].cause == nil,
        !transitions[enter].isFalse || transitions[enter].cause?.isNoise == true,
        !transitions[exit].isFalse || transitions[exit].cause?.isNoise == true,
        track.seconds(from: enter, to: exit) <= options.flapWindowSeconds,
        let noise = Noise(between: track.transitions[enter], and: track.transitions[exit], in: track, options),
        noise.explains, noise.isOfOnePlace
      else { continue }
      for index in [enter, exit] where transitions[index].cause == nil {
        transitions[index] = Verdict(cause: Self.noiseCause(track), evidence: Self.evidence(of: noise, track))
      }
    }
  }

  private static func noiseCause(_ track: FenceTrack) -> Cause {
    track.fence.exitRadiusMeters > track.fence.enterRadiusMeters ? .narrowBand : .noBand
  }

  private static func evidence(of noise: Noise, _ track: FenceTrack) -> [Evidence] {
    [
      Evidence("band", .meters(track.fence.exitRadiusMeters - track.fence.enterRadiusMeters)),
      Evidence("swing", .meters(noise.swing)), Evidence("farthest", .meters(noise.far)),
      Evidence("jointAccuracy", .meters(noise.jointAccuracy)),
    ]
  }
}

extension Cause {
  /// Whether the samples' noise is what changed sides.
  fileprivate var isNoise: Bool { self == .noBand || self == .narrowBand }
}

extension FenceTrack {
  /// The seconds between the samples that completed two transitions.
  func seconds(from: Int, to: Int) -> Double {
    samples[transitions[to].index].time - samples[transitions[from].index].time
  }
}
