public import FenceData
import GeoPolicy

extension DiagnosisReport {
  /// Appends the line of a finding: `seq, device, time, fence, event, finding, cause, evidence, changes`.
  ///
  /// All keys are always there, in this order; what does not apply is null, or empty. `evidence` has the numbers by name, in
  /// meters, seconds, meters a second, Unix seconds or counts; `changes` is
  /// `[{rule, from, to, delay, delayBasis}]`, the one that fits the cause first.
  public func appendLine(of finding: DiagnosisFinding, to out: inout OutputBuffer) {
    out.append(literal: "{\"seq\":")
    if let number = finding.sequenceNumber { out.append(integer: number) } else { out.append(literal: "null") }
    out.append(literal: ",\"device\":")
    devices.withBytes(of: finding.device) { out.append(string: $0) }
    out.append(literal: ",\"time\":")
    out.append(number: finding.time)
    out.append(literal: ",\"fence\":")
    out.append(string: fences[finding.fenceIndex].id.text)
    out.append(literal: ",\"event\":")
    out.append(word: finding.event?.rawValue)
    out.append(literal: ",\"finding\":")
    out.append(word: finding.kind.rawValue)
    out.append(literal: ",\"cause\":")
    out.append(word: finding.cause?.rawValue)
    out.append(literal: ",\"evidence\":{")
    for (index, evidence) in finding.evidence.enumerated() {
      out.append(literal: index == 0 ? "" : ",")
      out.append(string: evidence.name)
      out.append(literal: ":")
      out.append(evidence.value)
    }
    out.append(literal: "},\"changes\":[")
    for (index, change) in finding.changes.enumerated() {
      out.append(literal: index == 0 ? "{\"rule\":" : ",{\"rule\":")
      out.append(word: change.knob.rawValue)
      out.append(literal: ",\"from\":")
      out.append(number: change.from)
      out.append(literal: ",\"to\":")
      out.append(number: change.to)
      out.append(literal: ",\"delay\":")
      out.append(seconds: change.delaySeconds)
      out.append(literal: ",\"delayBasis\":")
      out.append(word: change.delayBasis.rawValue)
      out.append(literal: "}")
    }
    out.append(literal: "]}\n")
  }

  /// Appends the last line, the counts: `{"summary":{…}}`. Every key is always there.
  public func appendSummaryLine(to out: inout OutputBuffer) {
    out.append(literal: "{\"summary\":{\"samples\":")
    out.append(integer: summary.sampleCount)
    let counts: [(StaticString, Int)] = [
      ("accepted", summary.acceptedCount), ("rejected", summary.rejectedCount), ("malformed", summary.malformedCount),
      ("timesWithoutOffset", summary.timesWithoutOffset), ("devices", summary.deviceCount),
      ("fences", summary.fenceCount), ("fencesSkipped", summary.skippedFenceCount), ("pairs", summary.pairCount),
      ("regionEvents", summary.regionEventCount), ("regionEventsSkipped", summary.skippedRegionEventCount),
      ("otherMessages", summary.otherMessageCount), ("unknownDevices", summary.unknownDeviceCount),
      ("unknownFences", summary.unknownFenceCount),
    ]
    for (name, count) in counts {
      out.append(literal: ",\"")
      out.append(literal: name)
      out.append(literal: "\":")
      out.append(integer: count)
    }
    out.append(literal: ",\"findings\":")
    out.appendCounts(zip(DiagnosisFindingKind.allCases.map(\.rawValue), summary.kindCounts))
    out.append(literal: ",\"causes\":")
    out.appendCounts(zip(Cause.allCases.map(\.rawValue), summary.causeCounts))
    out.append(literal: "}}\n")
  }
}

extension OutputBuffer {
  fileprivate mutating func append(word: String?) {
    if let word { append(string: word) } else { append(literal: "null") }
  }

  fileprivate mutating func append(_ value: Evidence.Value) {
    switch value {
    case .meters(let value): append(meters: value)
    case .seconds(let value): append(seconds: value)
    case .speed(let value): append(seconds: value)
    case .time(let value): append(number: value)
    case .count(let value): append(integer: value)
    case .sequence(let value): append(integer: value)
    case .words(let words):
      append(literal: "[")
      for (index, word) in words.enumerated() {
        append(literal: index == 0 ? "" : ",")
        append(string: word)
      }
      append(literal: "]")
    }
  }

  fileprivate mutating func appendCounts(_ counts: some Sequence<(String, Int)>) {
    var isFirst = true
    for (name, count) in counts {
      append(literal: isFirst ? "{" : ",")
      append(string: name)
      append(literal: ":")
      append(integer: count)
      isFirst = false
    }
    append(literal: "}")
  }
}
