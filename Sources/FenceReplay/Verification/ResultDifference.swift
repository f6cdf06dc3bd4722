public import FenceData
internal import GeoPolicy

/// One way in which the results of a folder are not what is expected. Holds no coordinates.
public struct ResultDifference: Sendable {
  /// What is wrong.
  public enum Kind: String, Sendable, CaseIterable {
    /// A line that is expected and not there.
    case missing
    /// A line that is there and not expected.
    case unexpected
    /// A line that says something else than expected.
    case changed
    /// A line that stands at another place among the lines.
    case misplaced
    /// A line of the expectation that is no line of such an output.
    case unreadable
  }

  /// The output in which it shows.
  public var output: ReplayOutput
  /// What is wrong.
  public var kind: Kind
  /// The line in the file of the expectation, from 1, where there is one.
  public var expectedLine: Int?
  /// What the line is about: `seq`, `device`, `fence`, `event`, or what of these the output has.
  public var subject: [JSONValue.Member] = []
  /// What is expected: of a changed line the members that differ.
  public var expected: [JSONValue.Member] = []
  /// What was found: of a changed line the members that differ.
  public var found: [JSONValue.Member] = []
  /// For an event that is missing: why its sample is refused now. For an unexpected one: why it was to be refused.
  public var refusal: [String] = []
  /// For an event that is missing though its sample is accepted: what the rules made of it instead, if that was looked
  /// for; empty where they made nothing of it.
  public var decision: [JSONValue.Member]?

  /// The sequence number by which differences are told, where the output has one and it is readable.
  public var sequenceNumber: Int64? {
    for member in subject where member.key == "seq" {
      if case .number(let literal) = member.value { return Int64(literal) }
    }
    return nil
  }

  /// One line: the sample, what is wrong, and the numbers that show it.
  public var text: String {
    let about = subjectText
    switch kind {
    case .missing:
      var now = refusal.isEmpty ? "" : "; the sample is refused now: \(refusal.joined(separator: ", "))"
      if let decision {
        now = decision.isEmpty ? "; the sample changes nothing here now" : Self.list(decision, before: "; found ")
      }
      return "\(about): missing\(Self.list(expected, before: "; expected "))\(now)"
    case .unexpected:
      let before = refusal.isEmpty ? "" : "; the sample was to be refused: \(refusal.joined(separator: ", "))"
      return "\(about): unexpected\(Self.list(found, before: "; found "))\(before)"
    case .changed:
      let parts = expected.map { member in
        let other = found.first { $0.key == member.key }?.value
        return
          "\(member.key) \(Self.valueText(member.key, other)), expected \(Self.valueText(member.key, member.value))"
      }
      let added = found.filter { member in !expected.contains { $0.key == member.key } }
        .map { "\($0.key) \(Self.valueText($0.key, $0.value)), expected none" }
      return "\(about): \((parts + added).joined(separator: "; "))"
    case .misplaced: return "\(about): stands at another place among the lines"
    case .unreadable:
      return "line \(expectedLine ?? 0) of \(output.expectationFile) is no line of \(output.name)"
    }
  }

  private var subjectText: String {
    subject.map { key, value in
      switch key {
      case "event", "rejected": value.shown
      default: "\(key) \(value.shown)"
      }
    }.joined(separator: ", ")
  }

  private static func list(_ members: [JSONValue.Member], before start: String) -> String {
    var parts: [String] = []
    var from = ""
    for (key, value) in members {
      switch key {
      case "time": break
      case "from": from = value.shown
      case "to": parts.append("\(from) to \(value.shown)")
      default: parts.append("\(key) \(valueText(key, value))")
      }
    }
    return parts.isEmpty ? "" : start + parts.joined(separator: ", ")
  }

  private static func valueText(_ key: String, _ value: JSONValue?) -> String {
    guard let value else { return "none" }
    if case .null = value { return "none" }
    switch key {
    case "distance", "accuracy": return value.shown + " m"
    case "duration": return value.shown + " s"
    default: return value.shown
    }
  }
}
