import FenceData
import FenceReplay
import GeoPolicy
import Testing

/// A folder that lies in memory: a walk through two shops.
struct FolderProbe {
  var policy = "{}"
  var fences = "id,latitude,longitude\nshop,40,-75\nbakery,40.02,-75\n"
  var samples = """
    device,time,latitude,longitude,accuracy
    a,1,40.01,-75,5
    a,2,40.0001,-75,5
    a,3,40.0001,-75,99
    short,row
    a,4,40.01,-75,5
    b,9,40.02,-75,5

    """
  var expected: [ReplayOutput: [UInt8]] = [:]
  var review: ReviewRecord?
  var offsetSeconds: Int?

  static let date = UTCTime("2025-05-30T09:00:00Z")

  func results(
    outputs: [ReplayOutput] = ReplayOutput.expectable, search: DecisionSearch? = nil
  ) throws -> FolderRerun.Results {
    let policies = try Array(policy.utf8).withUnsafeBytes { try readPolicies($0) }
    let file = try Array(fences.utf8).withUnsafeBytes { try readFences($0, policies: policies) }
    var rerun = try FolderRerun(
      fences: file, policies: policies, offsetSeconds: offsetSeconds, outputs: outputs, search: search)
    try Array(samples.utf8).withUnsafeBytes { try rerun.read($0) }
    return try rerun.finish()
  }

  func report() throws -> FolderReport {
    FolderReport(name: "walk", results: try results(), expected: expected, review: review)
  }

  /// Makes what comes out the reviewed expectation.
  mutating func accept(reviewer: String = "Ada", why: String = "checked by hand") throws {
    let acceptance = try FolderAcceptance(
      of: try report(), results: try results(), review: review, reviewer: reviewer, why: why,
      date: try #require(Self.date))
    expected.merge(acceptance.expected) { $1 }
    review = acceptance.record
  }

  static func accepted() throws -> FolderProbe {
    var probe = FolderProbe()
    try probe.accept()
    return probe
  }

  /// A record of one review of these policies, and of nothing else.
  static func entry(policies: PolicySet) -> ReviewRecord {
    var record = ReviewRecord()
    let none = [UInt8]().withUnsafeBytes { Fingerprint(of: $0) }
    let subject = ReviewSubject(policies: policies, fences: none, samples: none, offsetSeconds: nil, expected: [:])
    if let date { record.accept(subject, reviewer: "Ada", why: "for a test", date: date) }
    return record
  }

  /// The expected lines as text, changed by `edit`.
  mutating func edit(_ output: ReplayOutput, _ edit: (String) -> String) {
    expected[output] = Array(edit(String(decoding: expected[output] ?? [], as: UTF8.self)).utf8)
  }
}

extension ReviewRecord {
  static func read(_ document: [UInt8]) throws -> ReviewRecord {
    try document.withUnsafeBytes { try ReviewRecord($0) }
  }

  static func read(_ text: String) throws -> ReviewRecord { try read(Array(text.utf8)) }

  var text: String { String(decoding: document, as: UTF8.self) }
}
