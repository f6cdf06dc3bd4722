import GeoPolicy

/// A few samples far off, between two that agree: the device was back at once.
///
/// **Rule.** The samples that asked for a transition, at most ``DiagnosisOptions/excursionSamples`` accepted ones in a row,
/// lie between a sample before and one after, which are no more than the flap window apart. They are an excursion if
/// - each is farther from the way between those two than noise explains: ``DiagnosisOptions/noiseFactor`` × joint accuracy;
/// - the way out and back is at least ``DiagnosisOptions/excursionRatio`` times as long as that between those two.
///
/// A *coarse fix* is one that has told so: its accuracy is ``DiagnosisOptions/coarsenessFactor`` times that of its
/// neighbors, and it is off by no more than ``DiagnosisOptions/overconfidenceFactor`` times that. Any other excursion is of an
/// *over-confident fix* if the faster of the two legs, shortened by both accuracies, needs more than
/// ``DiagnosisOptions/excursionSpeed`` and than ``DiagnosisOptions/excursionRatio`` times the speed between those two
/// samples. A slower one may be a device that really went there.
struct Excursion {
  var cause: Cause
  /// The last of the samples that are off.
  var last: Int
  /// How far off the nearest of them is, from the way between its neighbors.
  var offset: Double
  /// The coarsest accuracy that they claim.
  var accuracy: Double
  /// Meters between the samples before and after.
  var gap: Double
  /// Meters a second to get there and back, at least.
  var speedThere: Double
  var speedBack: Double
  /// The samples before and after.
  var before: Int
  var after: Int

  /// The excursion that made a transition, if one did.
  init?(of transition: Transition, in track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions) {
    let first = track.acceptedPosition(from: transition.firstIndex)
    guard first > 0 else { return nil }
    var end = first
    while end < track.accepted.count, track.samples[track.accepted[end]].zone == transition.zone {
      end += 1
      if end - first > options.excursionSamples { return nil }
    }
    guard end < track.accepted.count, end > first else { return nil }
    before = track.accepted[first - 1]
    after = track.accepted[end]
    last = track.accepted[end - 1]
    let (p, n) = (track.samples[before], track.samples[after])
    let (start, goal) = (recording.place(p.row), recording.place(n.row))
    guard n.time - p.time <= options.flapWindowSeconds else { return nil }
    gap = meters(start, goal) ?? .nan
    offset = .infinity
    accuracy = 0
    let around = max(p.accuracy, n.accuracy)
    var isCoarse = true
    var way = 0.0
    for index in track.accepted[first..<end] {
      let sample = track.samples[index]
      let place = recording.place(sample.row)
      let off = closestApproach(to: place, from: start, to: goal)?.meters ?? 0
      let joint = (sample.accuracy * sample.accuracy + around * around).squareRoot()
      guard off > options.noiseFactor * joint else { return nil }
      if sample.accuracy < options.coarsenessFactor * max(around, 1)
        || off > options.overconfidenceFactor * sample.accuracy
      {
        isCoarse = false
      }
      offset = min(offset, off)
      accuracy = max(accuracy, sample.accuracy)
      way = max(way, (meters(start, place) ?? 0) + (meters(place, goal) ?? 0))
    }
    guard way >= options.excursionRatio * gap else { return nil }
    speedThere = track.speed(from: before, to: track.accepted[first], recording)
    speedBack = track.speed(from: last, to: after, recording)
    cause = isCoarse ? .coarseFix : .overconfidentFix
    if isCoarse { return }
    let usual = n.time > p.time ? gap / (n.time - p.time) : 0
    guard max(speedThere, speedBack) > max(options.excursionSpeed, options.excursionRatio * usual) else { return nil }
  }

  var evidence: [Evidence] {
    [
      Evidence("offset", .meters(offset)), Evidence("claimed", .meters(accuracy)),
      Evidence("speedThere", .speed(speedThere)), Evidence("speedBack", .speed(speedBack)),
      Evidence("neighborsApart", .meters(gap)),
    ]
  }
}

extension FenceTrack {
  /// The least speed, in meters a second, that takes a device from one sample to another, both accuracies in its favor;
  /// infinite where they are apart and no time passed.
  func speed(from a: Int, to b: Int, _ recording: Recording) -> Double {
    let (from, to) = (samples[a], samples[b])
    let distance = meters(recording.place(from.row), recording.place(to.row)) ?? 0
    let sure = max(0, distance - from.accuracy - to.accuracy)
    let seconds = to.time - from.time
    if sure == 0 { return 0 }
    return seconds > 0 ? sure / seconds : .infinity
  }
}
