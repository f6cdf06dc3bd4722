import FenceData
import GeoPolicy

extension PairDiagnosis {
  /// What a page shows of this device at this fence.
  func timeline(_ findings: [DiagnosisFinding], device: Identifier) -> FenceTimeline {
    var timeline = FenceTimeline(
      device: device.text, fence: track.fence.id.text, enterRadiusMeters: track.fence.enterRadiusMeters,
      exitRadiusMeters: track.fence.exitRadiusMeters)
    timeline.samples = track.samples.map(timelineSample)
    timeline.events = track.transitions.map { TimelineEvent(time: track.samples[$0.index].time, kind: $0.kind) }
    timeline.systemEvents = systemEvents.map { SystemEvent(time: $0.time, kind: $0.kind) }
    let inFlaps = findings.causesOfFlaps
    timeline.findings = findings.compactMap { finding in
      guard let cause = finding.cause, !finding.isToldByFlap(inFlaps) else { return nil }
      return TimelineFinding(
        time: finding.time, endTime: finding.endTime, fault: cause.fault, cause: cause.words, detail: finding.detail)
    }
    return timeline
  }

  private func timelineSample(_ sample: TrackSample) -> TimelineSample {
    let offset = eastNorthMeters(of: place(of: sample), from: track.fence.center)
    func known(_ value: Double) -> Double? { value.isFinite ? value : nil }
    return TimelineSample(
      seq: sequenceNumber(of: sample), time: known(sample.time), distanceMeters: known(sample.distance),
      accuracyMeters: known(sample.accuracy), eastMeters: offset?.east, northMeters: offset?.north,
      rejected: sample.reasons, state: sample.memory.state)
  }
}

extension DiagnosisFinding {
  /// When a flap ends.
  fileprivate var endTime: Double? {
    for item in evidence where kind == .flap && item.name == "outside" {
      if case .seconds(let seconds) = item.value { return time + seconds }
    }
    return nil
  }
}

extension Cause {
  /// Where the cause lies.
  fileprivate var fault: TimelineFinding.Fault {
    switch self {
    case .noBand, .narrowBand, .coarseFix: .rules
    case .overconfidentFix, .jump, .accuracyStarved, .disorder, .betweenSamples: .samples
    case .movement: .movement
    case .systemLag, .systemContradicted, .systemMissing: .system
    }
  }
}
