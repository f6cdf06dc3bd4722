import FenceData
import FenceReplay
import GeoPolicy
import Testing

/// Whether a folder passes: results as expected, and reviewed for what is there.
struct FolderReportTests {
  @Test func whatWasAcceptedPasses() throws {
    let report = try FolderProbe.accepted().report()
    #expect(report.verdict == .passed, "\(report.text)")
    #expect(report.text == "walk: passed\n")
    #expect(report.comparisons.map(\.expectedCount) == [3, 2, 2])
    #expect(report.comparisons.map(\.foundCount) == [3, 2, 2])
  }

  @Test func withoutAReviewNothingPasses() throws {
    var probe = try FolderProbe.accepted()
    probe.review = nil
    let report = try probe.report()
    #expect(report.verdict == .outOfReview)
    #expect(report.text == "walk: out of review\n  out of review\n    never reviewed: there is no review.json\n")
  }

  /// The results are the same, for no sample lies between the radii; the review was for another radius all the same.
  @Test func aRadiusThatChangesNoResultIsOutOfReview() throws {
    var probe = try FolderProbe.accepted()
    probe.policy = #"{"policies":{"default":{"exitRadius":121}}}"#
    let report = try probe.report()
    #expect(report.comparisons.allSatisfy { $0.differences.isEmpty })
    #expect(report.verdict == .outOfReview)
    #expect(report.reviewFindings.first == "the policy has changed: policy \"default\": exitRadius 120 -> 121")
    #expect(report.reviewFindings.count == 2, "the radius of the fences, too")
    try probe.accept(why: "wider")
    #expect(try probe.report().verdict == .passed)
    #expect(probe.review?.entries.map(\.why) == ["checked by hand", "wider"])
  }

  @Test func theSamePolicyInOtherWordsStaysInReview() throws {
    var probe = try FolderProbe.accepted()
    probe.policy = #"{"policies":{"default":{"maxAccuracy":30,"enterRadius":80,"exitRadius":120}},"maxAge":null}"#
    probe.fences = "name,id,latitude,longitude,enter_m\nx,shop,40,-75,80\ny,bakery,40.02,-75.0,\n"
    #expect(try probe.report().verdict == .passed)
  }

  static let changes: [(name: String, finding: String, change: @Sendable (inout FolderProbe) -> Void)] = [
    ("limit", "the policy has changed: maxAge null -> 900", { $0.policy = #"{"maxAge":900}"# }),
    (
      "new policy", #"the policy has changed: policy "site" is new"#, { $0.policy = #"{"policies":{"site":{}}}"# }
    ),
    (
      "fence radius", "the fences in effect have changed",
      { $0.fences = "id,latitude,longitude,exit_m\nshop,40,-75,121\nbakery,40.02,-75,\n" }
    ),
    ("samples", "the samples have changed", { $0.samples += "\n" }),
    ("expectation", "expected-events.ndjson was changed by hand", { $0.edit(.events) { $0 + "\n" } }),
    (
      "key order kept, spelling changed", "expected-states.ndjson was changed by hand",
      { $0.edit(.states) { $0.replacing("\"a\"", with: "\"\\u0061\"") } }
    ),
    (
      "decisions", "expected-decisions.ndjson is new",
      { $0.expected[.decisions] = (try? $0.results().lines[.decisions]) ?? [] }
    ),
  ]

  @Test(arguments: changes.indices) func everyChangeIsOutOfReview(index: Int) throws {
    let (name, finding, change) = Self.changes[index]
    var probe = try FolderProbe.accepted()
    change(&probe)
    let report = try probe.report()
    #expect(report.verdict == .outOfReview, "\(name): \(report.text)")
    #expect(report.reviewFindings.contains { $0.hasPrefix(finding) }, "\(name): \(report.reviewFindings)")
  }

  @Test(arguments: [ReplayOutput.events, .rejections, .states]) func aMissingFileIsTold(output: ReplayOutput) throws {
    var probe = try FolderProbe.accepted()
    probe.expected[output] = nil
    let report = try probe.report()
    #expect(report.verdict == .different)
    #expect(report.reviewFindings == ["\(output.expectationFile) is gone"])
    try probe.accept()
    #expect(try probe.report().verdict == .passed)
  }

  /// The difference says why: the sample of a missing event is refused now.
  @Test func aMissingEventTellsWhyItsSampleIsRefused() throws {
    var probe = try FolderProbe.accepted()
    probe.policy = #"{"policies":{"default":{"maxAccuracy":4}}}"#
    let text = try probe.report().text
    #expect(
      text.contains(
        "    seq 4, device a, fence shop, exit: missing; expected inside to outside, distance 1111.949266 m, "
          + "accuracy 5 m, duration 2 s; the sample is refused now: accuracyTooCoarse\n"), "\(text)")
    #expect(text.contains("  rejections: 4 unexpected (2 expected, 6 found)\n"), "\(text)")
  }

  @Test func anUnexpectedEventTellsWhyItsSampleWasRefused() throws {
    var probe = FolderProbe(policy: #"{"policies":{"default":{"maxAccuracy":4}}}"#)
    try probe.accept()
    probe.policy = "{}"
    let text = try probe.report().text
    #expect(
      text.contains(
        "seq 1, device a, fence shop, enter: unexpected; found outside to inside, distance 11.119493 m, accuracy 5 m; "
          + "the sample was to be refused: accuracyTooCoarse\n"), "\(text)")
  }

  /// A missing event whose sample is accepted: the decision at that sample and fence tells, or that there is none.
  @Test func aMissingEventTellsWhatWasFoundInstead() throws {
    var probe = try FolderProbe.accepted()
    probe.edit(.events) { text in
      // Samples 0 and 1 at another fence, and one in a run of confirmations.
      text + ResultComparisonTests.event(1, fence: "bakery") + "\n" + ResultComparisonTests.event(900, fence: "shop")
        + "\n"
    }
    probe.policy = #"{"policies":{"default":{"enterConfirmations":3}}}"#
    probe.samples = "device,time,latitude,longitude,accuracy\na,1,40.01,-75,5\na,2,40.0001,-75,5\na,3,40.0001,-75,5\n"
    var report = try probe.report()
    let search = report.unexplained
    #expect(!search.isEmpty)
    let decisions = try probe.results(outputs: [.decisions], search: search).lines[.decisions] ?? []
    #expect(String(decoding: decisions, as: UTF8.self).split(separator: "\n").count == 1, "only what is looked for")
    report.explain(with: decisions)
    let text = report.text
    #expect(
      text.contains(
        "seq 1, device a, fence shop, enter: missing; expected outside to inside, distance 11.119493 m, accuracy 5 m; "
          + "found distance 11.119493 m, accuracy 5 m, outside to outside, run 1\n"), "\(text)")
    #expect(
      text.contains(
        "seq 900, device d, fence shop, enter: missing; expected outside to inside, distance 1 m, "
          + "accuracy 5 m; the sample changes nothing here now\n"), "\(text)")
    #expect(report.unexplained.isEmpty == false, "what is told stays asked for, and can be told again")
  }

  @Test func withoutAMissingEventNothingIsLookedFor() throws {
    #expect(try FolderProbe.accepted().report().unexplained.isEmpty)
    var probe = try FolderProbe.accepted()
    probe.edit(.events) { _ in "" }
    #expect(try probe.report().unexplained.isEmpty)
  }

  /// Coordinates are in no report, whatever is different, and neither is a row.
  @Test func noReportHoldsACoordinate() throws {
    var probe = try FolderProbe.accepted()
    probe.fences = "id,latitude,longitude\nshop,40.0100123,-75.0300456\n"
    probe.edit(.events) { $0 + "{\"seq\":77,\"latitude\":40.0100123}\nnonsense -75.0300456\n" }
    let report = VerificationReport([try probe.report()])
    for text in [
      report.text, String(decoding: report.json, as: UTF8.self), String(decoding: report.junit, as: UTF8.self),
    ] {
      #expect(!text.contains("40.01") && !text.contains("75.03"), "\(text)")
      #expect(text.contains("unreadable"))
    }
  }

  @Test func theWordingOfAMalformedRowIsFree() throws {
    var probe = try FolderProbe.accepted()
    #expect(!String(decoding: probe.expected[.rejections] ?? [], as: UTF8.self).contains("message"))
    probe.edit(.rejections) { $0.replacing("[\"malformed\"]}", with: "[\"malformed\"],\"message\":\"words\"}") }
    try probe.accept()
    #expect(try probe.report().verdict == .passed)
    #expect(String(decoding: probe.expected[.rejections] ?? [], as: UTF8.self).contains("words"), "no need to rewrite")
  }

  /// What agrees to the tolerance is left as it was written.
  @Test func acceptanceWritesOnlyWhatDiffers() throws {
    var probe = try FolderProbe.accepted()
    probe.edit(.events) { $0.replacing("11.119493", with: "11.119494") }
    #expect(try probe.report().verdict == .outOfReview)
    let acceptance = try FolderAcceptance(
      of: try probe.report(), results: try probe.results(), review: probe.review, reviewer: "Ada", why: "libm",
      date: try #require(FolderProbe.date))
    #expect(acceptance.expected.isEmpty)
  }

  @Test func theZoneIsPartOfTheReview() throws {
    var probe = FolderProbe(offsetSeconds: 7200)
    probe.samples = "device,time,latitude,longitude,accuracy\na,2025-05-30T09:00:00,40,-75,5\n"
    try probe.accept()
    #expect(try ReviewRecord.read(probe.review?.text ?? "").entries.last?.subject.offsetSeconds == 7200)
    #expect(probe.review?.text.contains("\"tz\": \"+02:00\"") == true)
    #expect(try probe.report().verdict == .passed)
  }

  @Test func moreResultsThanAnyoneReviewsAreRefused() throws {
    var probe = FolderProbe(fences: "id,latitude,longitude\n")
    for index in 0..<2000 { probe.fences += "\(String(repeating: "f", count: 900))\(index),40,-75\n" }
    probe.samples = "device,time,latitude,longitude,accuracy\n"
    for index in 0..<40 { probe.samples += "d,\(index),\(index.isMultiple(of: 2) ? 40 : 50),-75,5\n" }
    let failure = #expect(throws: ReplayFailure.self) { try probe.results() }
    #expect(failure?.message.contains("more than 32 MiB") == true)
  }
}
