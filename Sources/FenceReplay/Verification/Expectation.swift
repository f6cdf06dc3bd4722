public import GeoPolicy

extension ReplayOutput {
  /// The outputs that a folder may expect, in the order in which they are told. All but the decisions must be there.
  public static let expectable: [ReplayOutput] = [.events, .rejections, .states, .decisions]

  /// The word for the lines.
  public var name: String {
    switch self {
    case .events: "events"
    case .rejections: "rejections"
    case .decisions: "decisions"
    case .states: "states"
    }
  }

  /// The name of the file that holds the expected lines.
  public var expectationFile: String { "expected-\(name).ndjson" }

  /// Whether an expectation without this output is incomplete.
  public var isAlwaysExpected: Bool { self != .decisions }
}

/// What a review is about: everything that decides the results of a folder, and the results that are expected.
public struct ReviewSubject: Hashable, Sendable {
  /// The policies in effect.
  public var policies: PolicySet
  /// The fences in effect.
  public var fences: Fingerprint
  /// The bytes of the samples.
  public var samples: Fingerprint
  /// Seconds east of Greenwich that are assumed for times without offset.
  public var offsetSeconds: Int?
  /// The bytes of the expected lines, for each file of them that there is.
  public var expected: [ReplayOutput: Fingerprint]

  /// A subject of these values.
  public init(
    policies: PolicySet, fences: Fingerprint, samples: Fingerprint, offsetSeconds: Int?,
    expected: [ReplayOutput: Fingerprint]
  ) {
    self.policies = policies
    self.fences = fences
    self.samples = samples
    self.offsetSeconds = offsetSeconds
    self.expected = expected
  }

  /// Why results that were reviewed for this subject are out of review for another one; empty where nothing changed.
  func changes(to now: ReviewSubject) -> [String] {
    var changes = policies.changes(to: now.policies).map { "the policy has changed: \($0)" }
    if fences != now.fences {
      changes.append("the fences in effect have changed: a radius, center, id, order or policy")
    }
    if samples != now.samples { changes.append("the samples have changed") }
    for output in ReplayOutput.expectable where expected[output] != now.expected[output] {
      let what = now.expected[output] == nil ? "is gone" : expected[output] == nil ? "is new" : "was changed by hand"
      changes.append("\(output.expectationFile) \(what)")
    }
    return changes
  }
}
