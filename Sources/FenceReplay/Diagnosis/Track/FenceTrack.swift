import GeoPolicy

/// One sample of a device as one fence sees it.
struct TrackSample {
  /// The row in the recording.
  var row: Int
  /// Unix seconds.
  var time: Double
  /// Meters from the fence's center; NaN where there are no coordinates.
  var distance: Double
  /// Meters that the fence's policy judges, given or assumed.
  var accuracy: Double
  /// Why the fence's policy refuses the sample; empty where it accepts it.
  var reasons: RejectionReasons
  /// Which radius it lies within, if it has a distance.
  var zone: RadiusZone?
  /// The state and run after it.
  var memory = Hysteresis()

  var isAccepted: Bool { reasons.isEmpty }
}

/// A change of state within a track.
struct Transition {
  /// The sample that completed it.
  var index: Int
  /// The first sample of the confirmation run that led to it; the same where one is enough.
  var firstIndex: Int
  var kind: EventKind
  var from: FenceState

  /// The zone that asks for it.
  var zone: RadiusZone { kind == .enter ? .within : .beyond }
}

/// One device at one fence: the samples around everything that matters there, judged by the plain rules.
///
/// Between its stretches the device made no event at the fence; each stretch begins with so many accepted samples that a
/// confirmation run from before it cannot reach an event.
struct FenceTrack {
  let device: UInt32
  /// The fence's index in the file.
  let fenceIndex: Int
  let fence: Fence
  let policy: FencePolicy
  private(set) var samples: [TrackSample] = []
  private(set) var transitions: [Transition] = []
  /// The indices of the accepted samples, ascending; their times ascend too.
  private(set) var accepted: [Int] = []
  /// The first sample of each stretch.
  private(set) var stretchStarts: [Int] = []
  /// Whether the last stretch ends with the device's last sample.
  var reachesEnd = false

  /// A track without samples.
  init(device: UInt32, fenceIndex: Int, fence: Fence, policy: FencePolicy) {
    self.device = device
    self.fenceIndex = fenceIndex
    self.fence = fence
    self.policy = policy
  }

  /// Appends a stretch of rows, which begins in this state.
  mutating func append(_ rows: some Sequence<Int32>, of recording: Recording, from state: FenceState) {
    stretchStarts.append(samples.count)
    var memory = Hysteresis(state: state)
    var runStart = samples.count
    for row in rows {
      let row = Int(row)
      let place = recording.place(row)
      let distance = meters(fence.center, place) ?? .nan
      var sample = TrackSample(
        row: row, time: recording.times[row], distance: distance,
        accuracy: Admission.assumedAccuracy(recording.accuracies[row], under: policy),
        reasons: recording.reasons(row, under: policy),
        zone: RadiusZone(
          distanceMeters: distance, enterRadiusMeters: fence.enterRadiusMeters,
          exitRadiusMeters: fence.exitRadiusMeters))
      if sample.isAccepted, let zone = sample.zone {
        let before = memory
        memory.accept(
          zone, enterConfirmations: policy.enterConfirmations, exitConfirmations: policy.exitConfirmations)
        if before.run == 0 { runStart = samples.count }
        if memory.state == .inside, before.state != .inside {
          add(.enter, from: before.state, since: runStart)
        } else if before.state == .inside, memory.state != .inside {
          add(.exit, from: before.state, since: runStart)
        }
        accepted.append(samples.count)
      }
      sample.memory = memory
      samples.append(sample)
    }
  }

  private mutating func add(_ kind: EventKind, from: FenceState, since first: Int) {
    transitions.append(Transition(index: samples.count, firstIndex: first, kind: kind, from: from))
  }

  /// The place in ``accepted`` of the first accepted sample at or behind an index.
  func acceptedPosition(from index: Int) -> Int { accepted.partitioningIndex { $0 >= index } }

  /// The last accepted sample before an index, if any.
  func acceptedBefore(_ index: Int) -> Int? {
    let position = acceptedPosition(from: index)
    return position > 0 ? accepted[position - 1] : nil
  }

  /// The first accepted sample behind an index, if any.
  func acceptedAfter(_ index: Int) -> Int? {
    let position = acceptedPosition(from: index + 1)
    return position < accepted.count ? accepted[position] : nil
  }

  /// The place in ``accepted`` of the first accepted sample later than a time.
  func acceptedPosition(after time: Double) -> Int { accepted.partitioningIndex { samples[$0].time > time } }

  /// The place among the transitions of the first whose first sample is later than a time.
  func transitionPosition(after time: Double) -> Int {
    transitions.partitioningIndex { samples[$0.firstIndex].time > time }
  }

  /// The samples of each stretch.
  var stretches: [Range<Int>] {
    zip(stretchStarts, stretchStarts.dropFirst() + [samples.count]).map { $0..<$1 }
  }

  /// The samples of the stretch that an index lies in.
  func stretch(containing index: Int) -> Range<Int> {
    let next = stretchStarts.partitioningIndex { $0 > index }
    return (next > 0 ? stretchStarts[next - 1] : 0)..<(next < stretchStarts.count ? stretchStarts[next] : samples.count)
  }

  /// The state before a sample.
  func state(before index: Int) -> FenceState {
    index > 0 ? samples[index - 1].memory.state : transitions.first?.from ?? .unknown
  }
}

extension Array {
  /// The first index whose element satisfies a condition that all elements behind it satisfy, too; the count if none does.
  ///
  /// - Complexity: O(log n).
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
