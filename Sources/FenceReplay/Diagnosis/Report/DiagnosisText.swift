import FenceData
import GeoPolicy

extension DiagnosisReport {
  /// The most devices at fences that are told one by one.
  public static let shownPairs = 200
  /// The most ways and refusals that are told of one of them.
  public static let shownAsides = 3

  /// The report as text to read: for each device at each fence what has a cause, those with flaps, wrong transitions and
  /// system events first; then the counts.
  public var text: String {
    var telling: [ArraySlice<DiagnosisFinding>] = []
    var others: [ArraySlice<DiagnosisFinding>] = []
    var start = 0
    while start < findings.count {
      let first = findings[start]
      let end = findings[start...].firstIndex { $0.device != first.device || $0.fenceIndex != first.fenceIndex }
      let pair = findings[start..<(end ?? findings.count)]
      start = pair.endIndex
      if pair.contains(where: { $0.cause != nil && !$0.isAside }) {
        telling.append(pair)
      } else if pair.contains(where: { $0.cause != nil }) {
        others.append(pair)
      }
    }
    let all = telling + others
    var out = all.prefix(Self.shownPairs).map(text(of:)).joined()
    if all.count > Self.shownPairs { out += "… and \(all.count - Self.shownPairs) more; --json has them all\n\n" }
    return out + summaryText
  }

  private func text(of pair: ArraySlice<DiagnosisFinding>) -> String {
    guard let first = pair.first else { return "" }
    let fence = fences[first.fenceIndex]
    var out = "\(Self.shown(devices[first.device])) at \(Self.shown(fence.id)) "
    out +=
      "(\(ReportNumbers.meters(fence.enterRadiusMeters)) in, \(ReportNumbers.meters(fence.exitRadiusMeters)) out)\n"
    let inFlaps = pair.causesOfFlaps
    var asides = 0
    for finding in pair where finding.cause != nil {
      if finding.isToldByFlap(inFlaps) { continue }
      if finding.isAside { asides += 1 }
      if finding.isAside && asides > Self.shownAsides { continue }
      out += "  \(ReportNumbers.time(finding.time))  \(finding.title): \(finding.cause?.words ?? "ordinary")\n"
      out += "      \(finding.detail)\n"
    }
    if asides > Self.shownAsides {
      out += "  … and \(asides - Self.shownAsides) more ways without a sample inside, or refused samples\n"
    }
    return out + "\n"
  }

  /// The counts, and what could be mended.
  public var summaryText: String {
    let s = summary
    var out = "\(s.sampleCount) samples (\(s.acceptedCount) accepted, \(s.rejectedCount) rejected, "
    out += "\(s.malformedCount) malformed)"
    out += " of \(s.deviceCount) \(s.deviceCount == 1 ? "device" : "devices") at \(s.fenceCount) "
    out += "\(s.fenceCount == 1 ? "fence" : "fences")\n"
    for (kind, count) in zip(DiagnosisFindingKind.allCases, s.kindCounts)
    where count > 0 || kind == .transition || kind == .flap {
      let ofKind = findings.filter { $0.kind == kind }
      let causes = Cause.allCases.compactMap { cause -> String? in
        let count = ofKind.count { $0.cause == cause }
        return count > 0 ? "\(count) \(cause.words)" : nil
      }
      let ordinary = ofKind.count { $0.cause == nil }
      let parts = causes + (ordinary > 0 && kind.mayBeOrdinary ? ["\(ordinary) ordinary"] : [])
      out += "\(kind.plural): \(count)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))") + "\n"
    }
    return out + notes.map { "note: \($0)\n" }.joined()
  }

  private var notes: [String] {
    var notes: [String] = []
    if summary.timesWithoutOffset > 0 {
      notes.append(
        "\(summary.timesWithoutOffset) samples with a time without offset; say which zone is meant, as in --tz UTC")
    }
    if summary.unknownDeviceCount > 0 {
      notes.append("\(summary.unknownDeviceCount) region events of devices that no sample has; name them alike")
    }
    if summary.unknownFenceCount > 0 {
      notes.append("\(summary.unknownFenceCount) region events of fences that are not in the file; name them alike")
    }
    return notes
  }

  /// A name fit to be shown: controls escaped, and clipped.
  private static func shown(_ name: Identifier) -> String {
    var text = ""
    for scalar in name.text.unicodeScalars.prefix(64) {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      text += isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text
  }
}

extension DiagnosisFindingKind {
  /// Whether findings of this kind need not have a cause.
  fileprivate var mayBeOrdinary: Bool { self == .transition || self == .systemEvent }

  fileprivate var plural: String {
    switch self {
    case .transition: "transitions"
    case .flap: "flaps"
    case .systemEvent: "system events"
    case .missingSystemEvent: "missing system events"
    case .crossing: "ways through a fence without a sample inside"
    case .refusal: "refused samples that mattered"
    }
  }
}

extension Sequence<DiagnosisFinding> {
  /// The causes of the flaps by the numbers of their samples.
  var causesOfFlaps: [Int64: Cause] {
    var causes: [Int64: Cause] = [:]
    for finding in self where finding.kind == .flap {
      for number in finding.flapSequenceNumbers { causes[number] = finding.cause }
    }
    return causes
  }
}

extension DiagnosisFinding {
  /// Whether it is a flap's own transition and would say the same once more. One with another cause, such as an exit that
  /// came late and was real, stands for itself.
  func isToldByFlap(_ causes: [Int64: Cause]) -> Bool {
    guard kind == .transition, let sequenceNumber, let cause else { return false }
    return causes[sequenceNumber] == cause
  }

  /// Whether it tells of what did not become an event.
  fileprivate var isAside: Bool { kind == .crossing || kind == .refusal }

  /// What happened, in a few words, with the sequence numbers.
  fileprivate var title: String {
    let number = sequenceNumber.map { "seq \($0)" } ?? ""
    let word = event?.rawValue ?? ""
    switch kind {
    case .transition: return "\(word), \(number)"
    case .flap: return "flap, \(flapSequenceNumbers.map { "seq \($0)" }.joined(separator: " to "))"
    case .systemEvent: return "the system's \(word)"
    case .missingSystemEvent: return "no \(word) of the system for \(number)"
    case .crossing: return "after \(number)"
    case .refusal: return "refused \(word), \(number)"
    }
  }

  /// The numbers of a flap's exit and enter.
  fileprivate var flapSequenceNumbers: [Int64] {
    guard kind == .flap, let number = sequenceNumber else { return [] }
    for item in evidence where item.name == "enterSeq" {
      if case .sequence(let enter) = item.value { return [number, enter] }
    }
    return [number]
  }
}
