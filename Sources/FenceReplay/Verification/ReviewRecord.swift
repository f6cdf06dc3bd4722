public import FenceData
internal import GeoPolicy

/// Who accepted the expected results of a folder, for what, and why: the history, kept with the folder.
///
/// Entries are only ever added. ``isIntact`` tells changes by hand as far as that can be told: an altered, exchanged or
/// removed entry, but neither entries cut off at the end nor a record that was computed anew.
public struct ReviewRecord: Sendable {
  /// The name of the file in the folder.
  public static let file = "review.json"
  /// The form of record that this version writes and understands.
  public static let format = 1

  /// One acceptance.
  public struct Entry: Sendable {
    /// When it was given.
    public var date: UTCTime
    /// Who gave it.
    public var reviewer: String
    /// The reason.
    public var why: String
    /// What was accepted.
    public var subject: ReviewSubject
  }

  /// The acceptances, the first one first.
  public private(set) var entries: [Entry] = []
  private var documents: [JSONValue] = []

  /// A record without an entry.
  public init() {}

  /// Reads a record.
  ///
  /// - Throws: ``UnusableInput`` for what is no record of this form, to the last key.
  public init(_ bytes: UnsafeRawBufferPointer) throws(UnusableInput) {
    let reader = try RecordReader(document: try JSONValue(bytes), format: Self.format, keys: ["reviews"])
    documents = try reader.elements("reviews")
    guard !documents.isEmpty else { throw UnusableInput(message: "reviews must have an entry; remove the file") }
    for (index, document) in documents.enumerated() {
      entries.append(try Entry(document, at: "reviews[\(index + 1)]"))
    }
  }

  /// Whether every entry fits to those before it.
  public var isIntact: Bool { firstAlteredEntry == nil }

  /// The number, from 1, of the first entry that does not fit; everything from there on is in doubt.
  public var firstAlteredEntry: Int? { EntryChain.firstBreak(in: documents).map { $0 + 1 } }

  /// Adds an acceptance.
  public mutating func accept(_ subject: ReviewSubject, reviewer: String, why: String, date: UTCTime) {
    let entry = Entry(date: date, reviewer: reviewer, why: why, subject: subject)
    let previous = documents.last?[EntryChain.key]?.string.flatMap { Fingerprint($0) }
    entries.append(entry)
    documents.append(EntryChain.linked(entry.json, after: previous))
  }

  /// The bytes of the file.
  public var document: [UInt8] {
    JSONValue.object([("format", .number(Self.format)), ("reviews", .array(documents))]).document
  }
}

extension ReviewRecord.Entry {
  private static let keys = [
    "date", "reviewer", "why", "tz", "policy", "fences", "samples", "expected", "effectivePolicy", EntryChain.key,
  ]

  fileprivate init(_ document: JSONValue, at place: String) throws(UnusableInput) {
    let reader = try RecordReader(document, at: place, keys: Self.keys)
    date = try reader.time("date")
    reviewer = try reader.text("reviewer")
    why = try reader.text("why")
    _ = try reader.fingerprint(EntryChain.key)
    let outputs = ReplayOutput.expectable
    let files = try RecordReader(reader.value("expected"), at: "\(place).expected", keys: outputs.map(\.name))
    var expected: [ReplayOutput: Fingerprint] = [:]
    for output in outputs where !files.isNull(output.name) { expected[output] = try files.fingerprint(output.name) }
    subject = ReviewSubject(
      policies: try reader.policies(), fences: try reader.fingerprint("fences"),
      samples: try reader.fingerprint("samples"), offsetSeconds: try reader.zone("tz"), expected: expected)
  }

  fileprivate var json: JSONValue {
    .object([
      ("date", .string(date.description)), ("reviewer", .string(reviewer)), ("why", .string(why)),
      ("tz", .optional(subject.offsetSeconds.map(zoneText))),
      ("policy", .string(Fingerprint(subject.policies).description)), ("fences", .string(subject.fences.description)),
      ("samples", .string(subject.samples.description)), ("expected", subject.expectedJSON),
      ("effectivePolicy", subject.policies.effectiveJSON),
    ])
  }
}

extension ReviewSubject {
  /// The fingerprints of the expected files, null for one that there is not.
  var expectedJSON: JSONValue {
    .object(ReplayOutput.expectable.map { ($0.name, .optional(expected[$0])) })
  }
}

extension RecordReader {
  /// The policies of an entry, which keeps their values and their fingerprint.
  func policies() throws(UnusableInput) -> PolicySet {
    let bytes = value("effectivePolicy").compact
    let policies: PolicySet
    do throws(UnusableInput) {
      policies = try bytes.withUnsafeBufferPointer { (bytes) throws(UnusableInput) in
        try readPolicies(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      throw wrong("effectivePolicy", "a policy: \(error.message)")
    }
    guard try fingerprint("policy") == Fingerprint(policies) else {
      throw wrong("policy", "the fingerprint of effectivePolicy; one of the two was changed by hand")
    }
    return policies
  }

  fileprivate func zone(_ key: String) throws(UnusableInput) -> Int? {
    if isNull(key) { return nil }
    guard let seconds = parseZoneOffset(try text(key)) else { throw wrong(key, "null or an offset, as in \"+02:00\"") }
    return seconds
  }
}

/// An offset as in `+02:00`.
private func zoneText(_ seconds: Int) -> String {
  let minutes = seconds.magnitude / 60
  func padded(_ value: UInt) -> String { value < 10 ? "0\(value)" : "\(value)" }
  return "\(seconds < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
}
