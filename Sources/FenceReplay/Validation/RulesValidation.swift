internal import FenceData
internal import GeoPolicy

/// *Rules validated*: that the rules made of fixed samples what was expected and reviewed. Says nothing about what any
/// device does.
public struct RulesValidation: Sendable {
  /// What was verified in one folder.
  public struct Folder: Hashable, Sendable {
    /// The folder, relative to the one that was named to `cordon verify`.
    public var name: String
    /// Whether it passed.
    public var hasPassed: Bool
    /// The fingerprint of its policies in effect.
    public var policy: Fingerprint
    /// The fingerprint of its fences in effect.
    public var fences: Fingerprint
    /// The fingerprint of its samples.
    public var samples: Fingerprint
    /// The fingerprint of all that it expects.
    public var expected: Fingerprint

    /// What decides a folder's results and what is expected of them.
    public init(name: String, hasPassed: Bool, subject: ReviewSubject) {
      self.name = name
      self.hasPassed = hasPassed
      policy = Fingerprint(subject.policies)
      fences = subject.fences
      samples = subject.samples
      expected = Fingerprint(of: subject.expectedJSON.compact)
    }
  }

  /// When it was verified.
  public var date: UTCTime
  /// What it was verified with: the versions of the command and of the compiler, and the system.
  public var toolchain: String
  /// The folders, by name.
  public var folders: [Folder]
  /// Samples in all folders.
  public var sampleCount = 0
  /// Samples that were accepted.
  public var acceptedCount = 0
  /// Samples that were refused.
  public var rejectedCount = 0
  /// Rows that could not be read.
  public var malformedCount = 0
  /// Events.
  public var eventCount = 0

  /// Whether every folder passed.
  public var hasPassed: Bool { folders.allSatisfy(\.hasPassed) }

  /// What a report says, or `nil` where it has a folder that could not be verified.
  ///
  /// - Parameter names: The folders' names as the record shall keep them, in the order of the report.
  public init?(_ report: VerificationReport, names: [String], toolchain: String, date: UTCTime) {
    self.date = date
    self.toolchain = toolchain
    folders = []
    for (folder, name) in zip(report.folders, names) {
      guard let subject = folder.subject else { return nil }
      folders.append(Folder(name: name, hasPassed: folder.verdict == .passed, subject: subject))
      sampleCount += folder.summary.sampleCount
      acceptedCount += folder.summary.acceptedCount
      rejectedCount += folder.summary.rejectedCount
      malformedCount += folder.summary.malformedCount
      eventCount += folder.summary.enterCount + folder.summary.exitCount + folder.summary.removedCount
    }
    folders.sort { Identifier($0.name) < Identifier($1.name) }
  }
}

extension RulesValidation {
  private static let keys = [
    "result", "date", "toolchain", "samples", "accepted", "rejected", "malformed", "events", "folders", EntryChain.key,
  ]

  init(_ document: JSONValue, at place: String) throws(UnusableInput) {
    let reader = try RecordReader(document, at: place, keys: Self.keys)
    date = try reader.time("date")
    toolchain = try reader.text("toolchain")
    sampleCount = try reader.count("samples")
    acceptedCount = try reader.count("accepted")
    rejectedCount = try reader.count("rejected")
    malformedCount = try reader.count("malformed")
    eventCount = try reader.count("events")
    folders = []
    for (index, folder) in try reader.elements("folders").enumerated() {
      folders.append(try Folder(folder, at: "\(place).folders[\(index + 1)]"))
    }
    guard !folders.isEmpty else { throw reader.wrong("folders", "an array of at least one folder") }
    guard try reader.result("result") == hasPassed else {
      throw reader.wrong("result", "\"pass\" where all folders passed, else \"fail\"")
    }
    _ = try reader.fingerprint(EntryChain.key)
  }

  var json: JSONValue {
    let values = JSONValue.object([
      ("result", .result(hasPassed)), ("date", .string(date.description)), ("toolchain", .string(toolchain)),
      ("samples", .number(sampleCount)), ("accepted", .number(acceptedCount)), ("rejected", .number(rejectedCount)),
      ("malformed", .number(malformedCount)), ("events", .number(eventCount)),
      ("folders", .array(folders.map(\.json))),
    ])
    return EntryChain.linked(values, after: nil)
  }
}

extension RulesValidation.Folder {
  fileprivate init(_ document: JSONValue, at place: String) throws(UnusableInput) {
    let reader = try RecordReader(
      document, at: place, keys: ["folder", "result", "policy", "fences", "samples", "expected"])
    name = try reader.text("folder")
    hasPassed = try reader.result("result")
    policy = try reader.fingerprint("policy")
    fences = try reader.fingerprint("fences")
    samples = try reader.fingerprint("samples")
    expected = try reader.fingerprint("expected")
  }

  fileprivate var json: JSONValue {
    .object([
      ("folder", .string(name)), ("result", .result(hasPassed)), ("policy", .string(policy.description)),
      ("fences", .string(fences.description)), ("samples", .string(samples.description)),
      ("expected", .string(expected.description)),
    ])
  }
}

extension JSONValue {
  /// The word for a result.
  static func result(_ hasPassed: Bool) -> JSONValue { .string(hasPassed ? "pass" : "fail") }
}

extension RecordReader {
  /// Whether a result is a pass.
  func result(_ key: String) throws(UnusableInput) -> Bool {
    switch try text(key) {
    case "pass": return true
    case "fail": return false
    default: throw wrong(key, "\"pass\" or \"fail\"")
    }
  }
}
