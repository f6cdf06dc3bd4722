import GeoPolicy

/// A way that cut a fence with no sample inside.
///
/// **Rule.** Two accepted samples in a row are outside the enter radius and leave the state as it was, not inside; they are no
/// more than ``DiagnosisOptions/crossingSeconds`` apart and need no more than ``DiagnosisOptions/crossingSpeed``; and the great
/// circle between them comes so near to the center that even the coarser of their accuracies does not put it back out.
struct Crossing {
  /// The samples on either side, as indices of the track.
  let before: Int
  let after: Int
  /// The nearest that the way comes to the center.
  let closest: Double
  /// When the device was there, at constant speed; Unix seconds.
  let time: Double
  let evidence: [Evidence]

  /// All crossings of a track, in order.
  static func all(in track: FenceTrack, _ recording: Recording, _ options: DiagnosisOptions) -> [Crossing] {
    zip(track.accepted, track.accepted.dropFirst()).compactMap { before, after in
      let isInside = [before, after].contains { track.samples[$0].memory.state == .inside }
      return isInside ? nil : Crossing(track, before, after, recording, options)
    }
  }

  private init?(
    _ track: FenceTrack, _ before: Int, _ after: Int, _ recording: Recording, _ options: DiagnosisOptions
  ) {
    let (a, b) = (track.samples[before], track.samples[after])
    let cut = Self.cut(
      track.fence, from: recording.place(a.row), at: a.time, accuracy: a.accuracy, to: recording.place(b.row),
      at: b.time,
      accuracy: b.accuracy, options)
    guard let cut, a.zone != .within, b.zone != .within else { return nil }
    self.before = before
    self.after = after
    closest = cut.approach.meters
    time = a.time + cut.approach.fraction * (b.time - a.time)
    evidence = [
      Evidence("closest", .meters(closest)), Evidence("enterRadius", .meters(track.fence.enterRadiusMeters)),
      Evidence("distanceBefore", .meters(a.distance)), Evidence("distanceAfter", .meters(b.distance)),
      Evidence("apart", .meters(cut.length)), Evidence("apartSeconds", .seconds(b.time - a.time)),
      Evidence("afterSeq", .sequence(recording.sequenceNumbers[b.row])),
    ]
  }

  /// Where a way cuts a fence, if it surely does.
  static func cut(
    _ fence: Fence, from start: Point, at startTime: Double, accuracy startAccuracy: Double, to end: Point,
    at endTime: Double, accuracy endAccuracy: Double, _ options: DiagnosisOptions
  ) -> (approach: ClosestApproach, length: Double)? {
    let seconds = endTime - startTime
    guard seconds > 0, seconds <= options.crossingSeconds, let length = meters(start, end),
      length <= seconds * options.crossingSpeed, let approach = closestApproach(to: fence.center, from: start, to: end),
      approach.fraction > 0, approach.fraction < 1,
      approach.meters + max(startAccuracy, endAccuracy) <= fence.enterRadiusMeters
    else { return nil }
    return (approach, length)
  }
}
