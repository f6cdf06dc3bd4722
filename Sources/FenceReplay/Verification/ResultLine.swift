internal import FenceData

/// One line of results, expected or found: what it is about, and what it says.
struct ResultLine {
  /// The members that say what the line is about: no two lines of an output should have the same.
  var subject: [JSONValue.Member] = []
  /// The other members, without the free text of a message.
  var values: [JSONValue.Member] = []

  /// Reads a line, or gives `nil` where it is no line of this output: each has its keys in their order and no others.
  init?(_ line: UnsafeRawBufferPointer, of output: ReplayOutput) {
    guard let members = try? JSONValue(line).members else { return nil }
    let keys = members.map(\.key)
    guard Self.forms(of: output).contains(keys) else { return nil }
    for member in members where member.key != "message" {
      guard member.value.members == nil else { return nil }
      if Self.subjects(of: output).contains(member.key) { subject.append(member) } else { values.append(member) }
    }
    // A row that cannot be read and a fence that cannot be used may stand on the same line of their files.
    if keys.first == "line" { (subject, values) = (subject + values, []) }
  }

  /// What lines of the same subject share, and no others.
  var subjectKey: [UInt8] { JSONValue.object(subject).compact }

  /// Whether both lines are about the same and say the same; distances are compared to 2 µm, for C libraries differ in
  /// the last digit.
  func agrees(with other: ResultLine) -> Bool {
    Self.agree(subject, other.subject) && Self.agree(values, other.values)
  }

  static func agree(_ a: [JSONValue.Member], _ b: [JSONValue.Member]) -> Bool {
    a.elementsEqual(b) { $0.key == $1.key && agree($0.value, $1.value, key: $0.key) }
  }

  static func agree(_ a: JSONValue, _ b: JSONValue, key: String) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)):
      a == b
        || (key != "seq" && closeEnough(Double(a) ?? .nan, Double(b) ?? .nan, within: key == "distance" ? 2e-6 : 0))
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a.elementsEqual(b) { agree($0, $1, key: "") }
    default: false
    }
  }

  private static func closeEnough(_ a: Double, _ b: Double, within tolerance: Double) -> Bool {
    // Both are written to 1 µm; a hair more than the tolerance lets 2 µm themselves pass.
    a == b || (tolerance > 0 && (a - b).magnitude <= tolerance * (1 + 1e-3))
  }

  private static func subjects(of output: ReplayOutput) -> [String] {
    switch output {
    case .events: ["seq", "device", "fence", "event"]
    case .rejections: ["seq", "device", "line"]
    case .decisions: ["seq", "device", "fence"]
    case .states: ["device"]
    }
  }

  private static func forms(of output: ReplayOutput) -> [[String]] {
    switch output {
    case .events:
      let keys = ["seq", "device", "time", "fence", "event", "from", "to", "distance", "accuracy"]
      return [keys, keys + ["duration"]]
    case .rejections:
      return [["seq", "device", "time", "rejected"], ["line", "rejected"], ["line", "rejected", "message"]]
    case .decisions:
      let keys = ["seq", "device", "time", "fence", "distance", "accuracy", "from", "to"]
      return [keys, keys + ["run"]]
    case .states:
      return [["device", "authorization", "determined", "inside", "unknown"]]
    }
  }
}
