import GeoPolicy

/// Whether two opposite transitions need no movement: the samples' own noise explains them.
///
/// **Rule.** Let *far* be the extreme distance between the two transitions, and *near* the sample before the first or that of
/// the second, whichever differs more. The pair is noise if
/// - their difference, the *swing*, is at most ``DiagnosisOptions/noiseFactor`` × their joint accuracy; or
/// - the device stands still, and far and near are each within ``DiagnosisOptions/standingNoiseFactor`` × their accuracy of
///   the middle distance.
///
/// It *stands still* if the distances of the samples between and of up to eight on both sides, or on one of them, spread
/// (median absolute deviation × 1.4826) by no more than twice what their middle accuracy lets expect, which is 0.66 of it
/// in one direction for a 68 % radius.
struct Noise {
  /// Meters between far and near.
  let swing: Double
  /// The extreme distance between the transitions.
  let far: Double
  /// The joint accuracy of far and near.
  let jointAccuracy: Double
  /// Whether the device was at that one place before and stays there after.
  let isOfOnePlace: Bool
  /// Whether noise explains both transitions.
  let explains: Bool

  /// The samples on either side that tell whether the device stands still.
  private static let sideSamples = 8
  /// The most samples between the transitions that are looked at for that.
  private static let middleSamples = 64
  /// The share of a 68 % radius that is one deviation in one direction.
  private static let deviationShare = 0.66

  init?(between first: Transition, and second: Transition, in track: FenceTrack, _ options: DiagnosisOptions) {
    let start = track.acceptedPosition(from: first.firstIndex)
    let end = track.acceptedPosition(from: second.firstIndex)
    guard start > 0, start < end, end < track.accepted.count else { return nil }
    func sample(_ position: Int) -> TrackSample { track.samples[track.accepted[position]] }
    var extreme = sample(start)
    for position in start..<end {
      let other = sample(position)
      if first.kind == .exit ? other.distance > extreme.distance : other.distance < extreme.distance {
        extreme = other
      }
    }
    let (before, after) = (sample(start - 1), sample(end))
    let near =
      abs(extreme.distance - before.distance) > abs(extreme.distance - after.distance) ? before : after
    swing = abs(extreme.distance - near.distance)
    far = extreme.distance
    jointAccuracy = (extreme.accuracy * extreme.accuracy + near.accuracy * near.accuracy).squareRoot()

    let times = before.time - options.flapWindowSeconds...after.time + options.flapWindowSeconds
    func inTime(_ positions: some Sequence<Int>) -> [TrackSample] {
      positions.map(sample).filter { times.contains($0.time) }
    }
    let earlier = inTime(max(0, start - Self.sideSamples)..<start)
    let middle = inTime((start..<end).prefix(Self.middleSamples))
    let later = inTime(end..<min(track.accepted.count, end + Self.sideSamples))
    let center = [earlier + middle + later, middle + later, earlier + middle].lazy.compactMap(Self.center).first
    let sides = [earlier, later].filter { !$0.isEmpty }
    isOfOnePlace =
      center.map { center in
        sides.allSatisfy { abs(median($0.map(\.distance)) - center) <= median($0.map(\.accuracy)) }
      } ?? false
    func isNear(_ sample: TrackSample) -> Bool {
      center.map { abs(sample.distance - $0) <= options.standingNoiseFactor * sample.accuracy } ?? false
    }
    explains = swing <= options.noiseFactor * jointAccuracy || (isNear(extreme) && isNear(near))
  }

  /// The middle distance of samples that are all of one place, or `nil`.
  private static func center(_ samples: [TrackSample]) -> Double? {
    guard samples.count >= 5 else { return nil }
    let center = median(samples.map(\.distance))
    let spread = 1.4826 * median(samples.map { abs($0.distance - center) })
    return spread <= 2 * deviationShare * median(samples.map(\.accuracy)) + 1 ? center : nil
  }
}

/// The middle value; NaN of none.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
