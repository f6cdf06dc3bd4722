import GeoPolicy

/// A transition at a step that no device can make.
///
/// **Rule.** From the accepted sample before to the first that asked for the transition, both accuracies in the device's
/// favor,
/// - no time passed, but the places differ by more than ``DiagnosisOptions/noiseFactor`` × their joint accuracy: *disorder*,
///   for two samples of one moment cannot both be right; or
/// - it would take more than ``DiagnosisOptions/maximumSpeed``: a *jump*.
struct ImpossibleStep {
  let cause: Cause
  let evidence: [Evidence]

  init?(of transition: Transition, in track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions) {
    let first = transition.firstIndex
    guard let before = track.acceptedBefore(first) else { return nil }
    let speed = track.speed(from: before, to: first, recording)
    guard speed > options.maximumSpeed else { return nil }
    let (from, to) = (track.samples[before], track.samples[first])
    let distance = meters(recording.place(from.row), recording.place(to.row)) ?? .nan
    let seconds = to.time - from.time
    let joint = (from.accuracy * from.accuracy + to.accuracy * to.accuracy).squareRoot()
    if seconds == 0 {
      guard distance > options.noiseFactor * joint else { return nil }
      cause = .disorder
    } else {
      cause = .jump
    }
    evidence = [
      Evidence("step", .meters(distance)), Evidence("stepSeconds", .seconds(seconds)), Evidence("speed", .speed(speed)),
      Evidence("fromSeq", .sequence(recording.sequenceNumbers[from.row])),
    ]
  }
}
