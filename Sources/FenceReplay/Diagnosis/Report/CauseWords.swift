import FenceData

extension Cause {
  /// The cause in a few words, as people name it.
  public var words: String {
    switch self {
    case .noBand: "no band"
    case .narrowBand: "band narrower than noise"
    case .coarseFix: "coarse fix"
    case .overconfidentFix: "over-confident fix"
    case .jump: "impossible jump"
    case .accuracyStarved: "starved of good samples"
    case .disorder: "disorder"
    case .movement: "really left and came back"
    case .systemLag: "system lag"
    case .systemContradicted: "system contradicted"
    case .systemMissing: "system silent"
    case .betweenSamples: "crossed between samples"
    }
  }
}

extension DiagnosisFinding {
  /// The numbers that show the cause, as a sentence or two. Names neither device nor fence.
  public var detail: String {
    let parts = [sentence, changeSentence].filter { !$0.isEmpty }
    return parts.joined(separator: " ")
  }

  /// What would have prevented a flap, and what that costs; empty where nothing was found.
  public var changeSentence: String {
    guard kind == .flap else { return "" }
    guard !changes.isEmpty else { return "No change of a single rule that was tried removes it." }
    let shown = changes.prefix(Self.shownChanges).map { change -> String in
      let from = ReportNumbers.number(change.from)
      let to = ReportNumbers.number(change.to)
      let name =
        switch change.knob {
        case .exitRadius: "exit radius \(to) m instead of \(from) m"
        case .enterRadius: "enter radius \(to) m instead of \(from) m"
        case .maxAccuracy: "accuracy limit \(to) m instead of \(from) m"
        case .exitConfirmations: "\(to) exit confirmations instead of \(from)"
        case .enterConfirmations: "\(to) enter confirmations instead of \(from)"
        }
      let cost =
        switch change.delayBasis {
        case .measured: change.delaySeconds == 0 ? "no delay" : "\(ReportNumbers.seconds(change.delaySeconds)) later"
        case .estimated: "about \(ReportNumbers.seconds(change.delaySeconds)) later"
        case .unknown: "delay not measurable here"
        }
      return "\(name) (\(cost))"
    }
    return "Would not have happened with " + shown.joined(separator: ", or ") + "."
  }

  /// The changes that a sentence names.
  private static let shownChanges = 2

  private var sentence: String {
    switch cause {
    case .noBand, .narrowBand: noiseSentence
    case .overconfidentFix, .coarseFix: excursionSentence
    case .jump: "\(step) would take \(speed("speed"))."
    case .accuracyStarved: starvedSentence
    case .disorder: disorderSentence
    case .movement:
      "Outside for \(seconds("outside")), up to \(meters("farthest")) from the center; the change of "
        + "\(meters("swing")) is more than the joint accuracy of \(meters("accuracy")) explains."
    case .systemLag:
      "The system told \(seconds("after")) and \(meters("traveled")) of way after the edge was crossed"
        + "\(pastEdge)."
    case .systemContradicted:
      "Seq \(sequence("sampleSeq")), \(seconds("sampleAfter", isMagnitude: true)) away, says \(meters("distance")) with "
        + "\(meters("accuracy")) accuracy."
    case .systemMissing:
      "At \(meters("distance")) with \(meters("accuracy")) accuracy; the system told nothing for \(seconds("waited"))."
    case .betweenSamples:
      "The straight way came to \(meters("closest")) from the center of a fence of \(meters("enterRadius")); the "
        + "samples, \(seconds("apartSeconds")) apart, lie at \(meters("distanceBefore")) and "
        + "\(meters("distanceAfter"))."
    case nil: ordinarySentence
    }
  }

  private var pastEdge: String {
    guard has("pastEdge"), case .meters(let value) = value("pastEdge") else { return "" }
    return value < 0
      ? ", when the device was back and \(ReportNumbers.meters(-value)) from it" : ", \(meters("pastEdge")) past it"
  }

  private var noiseSentence: String {
    let band =
      cause == .noBand
      ? "Enter and exit radius are equal" : "The band is \(meters("band")) wide"
    return "\(band); distances changed by \(meters("swing")), with a joint accuracy of \(meters("jointAccuracy"))."
  }

  private var excursionSentence: String {
    if has("backFromSeq") { return "The way back from seq \(sequence("backFromSeq"))." }
    if kind == .refusal { return refusalSentence }
    let speeds = "\(speed("speedThere")) to get there and \(speed("speedBack")) back"
    return "\(meters("offset")) away from its neighbors, which are \(meters("neighborsApart")) apart, with a claimed "
      + "accuracy of \(meters("claimed")); it takes \(speeds)."
  }

  private var starvedSentence: String {
    if kind == .refusal {
      return refusalSentence + (has("goodMissing") ? " That lasts \(seconds("goodMissing")), to the end." : "")
    }
    let since = has("goodMissing") ? "Good samples were missing for \(seconds("goodMissing")); " : ""
    return "\(since)\(count("refused")) asked for it from \(seconds("late")) earlier on and "
      + "were refused (\(words("reasons")); at best \(meters("finestRefused")), limit \(meters("limit")))."
  }

  private var disorderSentence: String {
    if has("backFromSeq") { return "The way back from seq \(sequence("backFromSeq"))." }
    if kind == .refusal {
      let behind = has("behind") ? " \(seconds("behind")) behind seq \(sequence("goodSeq"))." : ""
      return refusalSentence + (behind.isEmpty ? "" : " It is" + behind)
    }
    if has("late") {
      let clock = has("clockSeq") ? " Seq \(sequence("clockSeq")) was \(seconds("clockAhead")) ahead of them." : ""
      return "\(count("refused")) asked for it from \(seconds("late")) earlier on and were refused "
        + "(\(words("reasons"))).\(clock)"
    }
    return "Two samples of one moment, \(meters("step")) apart."
  }

  private var refusalSentence: String {
    let were = refusedCount == 1 ? "was" : "were"
    let next =
      has("nextGoodSeq")
      ? "seq \(sequence("nextGoodSeq")), the next good one, did not ask for it" : "no good one follows"
    return
      "\(count("refused")) asked for an \(event?.rawValue ?? "event") and \(were) refused (\(words("reasons"))), the "
      + "first at \(meters("distance")) with \(accuracy); \(next)."
  }

  private var accuracy: String {
    guard case .meters(let value) = value("accuracy"), value >= 0, value.isFinite else { return "no usable accuracy" }
    return "\(ReportNumbers.meters(value)) accuracy"
  }

  private var ordinarySentence: String {
    if kind == .systemEvent {
      return has("after")
        ? "The system told it \(seconds("after", isSigned: true)) after the edge was crossed."
        : has("sampleSeq")
          ? "No transition of the rules, but no contradiction either." : "No good sample is near in time."
    }
    return "At \(meters("distance")) with \(meters("accuracy")) accuracy."
  }

  // MARK: Evidence as text

  private var step: String { "\(meters("step")) in \(seconds("stepSeconds"))" }

  private func value(_ name: String) -> Evidence.Value? { evidence.first { $0.name == name }?.value }

  private func has(_ name: String) -> Bool {
    switch value(name) {
    case .meters(let value), .seconds(let value), .speed(let value), .time(let value): value.isFinite
    case .count, .sequence, .words: true
    case nil: false
    }
  }

  private func meters(_ name: String) -> String {
    guard case .meters(let value) = value(name), value.isFinite else { return "unknown meters" }
    return ReportNumbers.meters(value)
  }

  private func seconds(_ name: String, isMagnitude: Bool = false, isSigned: Bool = false) -> String {
    guard case .seconds(let value) = value(name), value.isFinite else { return "unknown time" }
    return ReportNumbers.seconds(isMagnitude ? abs(value) : value)
  }

  private func speed(_ name: String) -> String {
    guard case .speed(let value) = value(name) else { return "unknown speed" }
    return value.isFinite ? "\(ReportNumbers.number((value * 10).rounded() / 10)) m/s" : "no time at all"
  }

  private func sequence(_ name: String) -> String {
    guard case .sequence(let value) = value(name) else { return "?" }
    return String(value)
  }

  private var refusedCount: Int {
    if case .count(let count) = value("refused") { count } else { 0 }
  }

  private func count(_ name: String) -> String { refusedCount == 1 ? "1 sample" : "\(refusedCount) samples" }

  private func words(_ name: String) -> String {
    guard case .words(let words) = value(name) else { return "" }
    return words.joined(separator: ", ")
  }
}

/// Numbers as people read them.
enum ReportNumbers {
  /// As short as it reads back.
  static func number(_ value: Double) -> String {
    var out = OutputBuffer()
    out.append(number: value)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// Meters, with a decimal below 100.
  static func meters(_ value: Double) -> String { "\(short(value)) m" }

  /// Seconds, with a decimal below 100.
  static func seconds(_ value: Double) -> String { "\(short(value)) s" }

  private static func short(_ value: Double) -> String {
    guard abs(value) < 1e15 else { return number(value) }
    return number(abs(value) < 100 ? (value * 10).rounded() / 10 : value.rounded())
  }

  /// Unix seconds as a date and time of UTC, to the second, between the years 0 and 9999; else the number, if it is one.
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "no usable time" }
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return number(seconds) }
    let whole = Int(seconds.rounded(.down))
    let day = Int((Double(whole) / 86400).rounded(.down))
    let second = whole - day * 86400
    // Days from March of the year 0, in eras of 400 years.
    let shifted = day + 719_468
    let era = Int((Double(shifted) / 146_097).rounded(.down))
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * ofYear + 2) / 153
    let dayOfMonth = ofYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let paddedYear = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
    return "\(paddedYear)-\(two(civilMonth))-\(two(dayOfMonth)) "
      + "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
  }
}
