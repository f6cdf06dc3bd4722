import FenceData
import GeoPolicy

/// All findings of one device at one fence: runs the rules over its track and brings them into order.
struct PairDiagnosis {
  let track: FenceTrack
  let verdicts: Verdicts
  let crossings: [Crossing]
  let systemEvents: [RegionEvent]
  private let recording: Recording
  private let options: DiagnosisOptions
  private let isWatched: Bool

  /// - Parameter isWatched: Whether the system is known to watch the fence, so that its silence means something.
  init(
    _ track: FenceTrack, _ recording: Recording, systemEvents: [RegionEvent], isWatched: Bool,
    _ options: DiagnosisOptions
  ) {
    self.track = track
    self.recording = recording
    self.systemEvents = systemEvents
    self.isWatched = isWatched
    self.options = options
    verdicts = Verdicts(of: track, recording, options)
    crossings = Crossing.all(in: track, recording, options)
  }

  /// The findings, by time, those of one sample in the order of their kinds.
  func findings() -> [DiagnosisFinding] {
    var found = transitionFindings() + flapFindings() + crossingFindings() + refusalFindings()
    if isWatched || !systemEvents.isEmpty { found += systemFindings() }
    let order = DiagnosisFindingKind.allCases
    func key(_ finding: DiagnosisFinding, _ offset: Int) -> (Double, Int, Int) {
      // A time that is no number would leave the order open.
      (finding.time.isNaN ? .infinity : finding.time, order.firstIndex(of: finding.kind) ?? 0, offset)
    }
    return found.enumerated().sorted { key($0.element, $0.offset) < key($1.element, $1.offset) }.map(\.element)
  }

  /// Where a sample lies.
  func place(of sample: TrackSample) -> Point { recording.place(sample.row) }

  /// The number of a sample.
  func sequenceNumber(of sample: TrackSample) -> Int64 { recording.sequenceNumbers[sample.row] }

  private func finding(
    _ kind: DiagnosisFindingKind, _ cause: Cause?, at index: Int, _ event: DiagnosisFinding.EventWord?,
    _ evidence: [Evidence],
    changes: [RuleChange] = []
  ) -> DiagnosisFinding {
    let sample = track.samples[index]
    return DiagnosisFinding(
      kind: kind, cause: cause, device: track.device, fenceIndex: track.fenceIndex,
      sequenceNumber: recording.sequenceNumbers[sample.row], time: sample.time, event: event, evidence: evidence,
      changes: changes)
  }

  private func transitionFindings() -> [DiagnosisFinding] {
    zip(track.transitions, verdicts.transitions).map { transition, verdict in
      let sample = track.samples[transition.index]
      let base = [Evidence("distance", .meters(sample.distance)), Evidence("accuracy", .meters(sample.accuracy))]
      return finding(
        .transition, verdict.cause, at: transition.index, transition.kind == .enter ? .enter : .exit,
        base + verdict.evidence)
    }
  }

  private func flapFindings() -> [DiagnosisFinding] {
    let changes = changesOfFlaps()
    return verdicts.flaps.enumerated().map { index, flap in
      let enter = track.samples[track.transitions[flap.enter].index]
      return finding(
        .flap, flap.cause, at: track.transitions[flap.exit].index, nil,
        [Evidence("enterSeq", .sequence(recording.sequenceNumbers[enter.row]))] + flap.evidence, changes: changes[index]
      )
    }
  }

  /// What would remove each flap; flaps that follow each other within the window are swept together.
  private func changesOfFlaps() -> [[RuleChange]] {
    var changes: [[RuleChange]] = []
    var start = 0
    while start < verdicts.flaps.count {
      var end = start + 1
      while end < verdicts.flaps.count,
        track.seconds(from: verdicts.flaps[end - 1].enter, to: verdicts.flaps[end].exit) <= options.flapWindowSeconds
      {
        end += 1
      }
      changes += RuleSweep(verdicts.flaps[start..<end], of: track, verdicts, options).changes()
      start = end
    }
    return changes
  }

  private func crossingFindings() -> [DiagnosisFinding] {
    crossings.map { crossing in
      var found = finding(.crossing, .betweenSamples, at: crossing.before, nil, crossing.evidence)
      found.time = crossing.time
      return found
    }
  }

  private func refusalFindings() -> [DiagnosisFinding] {
    Refusal.all(in: track, recording, options).map { finding(.refusal, $0.cause, at: $0.first, $0.event, $0.evidence) }
  }

  private func systemFindings() -> [DiagnosisFinding] {
    let system = SystemEvents(systemEvents, at: track, verdicts, crossings, recording, options)
    let told = system.judged().map { judged in
      DiagnosisFinding(
        kind: .systemEvent, cause: judged.cause, device: track.device, fenceIndex: track.fenceIndex,
        sequenceNumber: nil, time: judged.event.time, event: judged.event.kind == .enter ? .enter : .exit,
        evidence: judged.evidence)
    }
    guard isWatched else { return told }
    return told
      + system.missing().map { index in
        let transition = track.transitions[index]
        let sample = track.samples[transition.index]
        return finding(
          .missingSystemEvent, .systemMissing, at: transition.index, transition.kind == .enter ? .enter : .exit,
          [
            Evidence("distance", .meters(sample.distance)), Evidence("accuracy", .meters(sample.accuracy)),
            Evidence("waited", .seconds(options.matchSeconds)),
          ])
      }
  }
}
