import Foundation
import TestSupport
import Testing

/// `cordon verify` on folders that pass, differ, are out of review, or cannot be used.
struct VerifyTests {
  @Test func ourDataPassesAndIsInReview() throws {
    let result = try runCordon(["verify", dataFolder.path], in: TemporaryFolder())
    #expect(result.code == 0, "\(result.outputText)")
    #expect(result.errors.isEmpty)
    let count = ExampleFolder.all(below: dataFolder).count
    #expect(result.outputText.hasSuffix("\n\(count) folders: \(count) passed\n"))
  }

  /// The README shows what a radius of 78.5 m in the one folder and of 111 m in the other make of it.
  @Test func theReadmeShowsWhatIsPrinted() throws {
    let readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "```text\ndata/article-walk: different\n"))
    let end = try #require(readme.range(of: "```", range: start.upperBound..<readme.endIndex))
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: dataFolder, to: URL(fileURLWithPath: folder.path("data")))
    let fences = try folder.read("data/article-walk/fences.csv").replacing(",80,120", with: ",78.5,120")
    try folder.write(fences, to: "data/article-walk/fences.csv")
    let policy = try folder.read("data/city-day/policy.json").replacing(
      "\"exitRadius\": 110", with: "\"exitRadius\": 111")
    try folder.write(policy, to: "data/city-day/policy.json")
    let printed = try runCordon(["verify"], in: folder).outputText.split(separator: "\n")
    let shown = readme[start.upperBound..<end.lowerBound].split(separator: "\n").filter { $0 != "…" }
    #expect(shown.count == 7)
    for line in shown { #expect(printed.contains(line), "\(line)") }
  }

  @Test func theUsualFolderIsTaken() throws {
    let tree = try VerifyFolder()
    let result = try tree.verify()
    #expect(result.code == 0)
    #expect(result.outputText == "data/a: passed\ndata/deep/b: passed\n2 folders: 2 passed\n")
    #expect(try tree.names("data/a") == VerifyFolder.files)
    #expect(try tree.verify(["data/", "data/a", "./data/deep//b"]).outputText.hasSuffix("2 folders: 2 passed\n"))
    #expect(try tree.verify(["--quiet"]).output.isEmpty)
  }

  @Test func aChangedRadiusIsOutOfReviewUntilAccepted() throws {
    let tree = try VerifyFolder()
    try tree.write(#"{"policies":{"default":{"exitRadius":121}}}"#, to: "data/a/policy.json")
    let before = try tree.read("data/a/expected-events.ndjson")
    let result = try tree.verify()
    #expect(result.code == 1)
    #expect(result.outputText.contains("data/a: out of review\n"))
    #expect(result.outputText.contains(#"    the policy has changed: policy "default": exitRadius 120 -> 121"# + "\n"))
    #expect(result.outputText.hasSuffix("2 folders: 1 passed, 1 out of review\n"))
    #expect(result.errors.hasPrefix("cordon: 1 of 2 did not pass: data/a; if what is there now is right, "))
    #expect(result.errorLines.count == 1)
    #expect(try tree.accept("data/a").code == 0)
    #expect(try tree.verify().code == 0)
    #expect(try tree.read("data/a/expected-events.ndjson") == before)
    let reviews = OrderedJSON.parse(try tree.read("data/a/review.json"))["reviews"]?.elements
    #expect(reviews?.map { $0["reviewer"]?.string } == ["Ada", "Ada"])
  }

  @Test func aChangedResultIsShownAndAccepted() throws {
    let tree = try VerifyFolder()
    try tree.write(Walk.header + "d,1,40.0001,-75,5\nd,2,40.01,-75,50\nd,3,40.0001,-75,5\n", to: "data/a/samples.csv")
    let result = try tree.verify(["data/a"])
    #expect(result.code == 1)
    let lines = [
      "  events: 2 missing (3 expected, 1 found)",
      "    seq 1, device d, fence shop, exit: missing; expected inside to outside, distance 1111.949266 m, accuracy 5 m, "
        + "duration 1 s; the sample is refused now: accuracyTooCoarse",
      "    seq 1, device d: unexpected; found rejected accuracyTooCoarse",
      "    the samples have changed",
    ]
    for line in lines { #expect(result.outputText.contains(line + "\n"), "\(line)\n\(result.outputText)") }
    let accepted = try tree.accept("data/a")
    #expect(accepted.code == 0)
    for line in lines { #expect(accepted.outputText.contains(line + "\n")) }
    #expect(
      accepted.outputText.hasSuffix(
        "  accepted: wrote expected-events.ndjson, expected-rejections.ndjson, review.json\n"))
    #expect(try tree.verify().code == 0)
    #expect(try tree.accept("data/a").outputText == "data/a: passed\n  nothing to accept\n")
  }

  @Test func anEditedExpectationOrRecordIsNoticed() throws {
    let tree = try VerifyFolder()
    let states = try tree.read("data/a/expected-states.ndjson")
    try tree.write(states + "\n", to: "data/a/expected-states.ndjson")
    let review = try tree.read("data/deep/b/review.json").replacing("Ada", with: "Eve")
    try tree.write(review, to: "data/deep/b/review.json")
    let result = try tree.verify()
    #expect(result.code == 1)
    #expect(result.outputText.contains("    expected-states.ndjson was changed by hand\n"))
    #expect(result.outputText.contains("    review.json was changed by hand: entry 1 does not fit"))
    let refused = try tree.accept("data/deep/b")
    #expect(refused.code == 65)
    #expect(refused.errors.hasPrefix("cordon: data/deep/b/review.json: entry 1 was changed by hand;"))
    #expect(try tree.read("data/deep/b/review.json") == review)
  }

  @Test func aLostPartOfAnExpectationIsMissed() throws {
    let tree = try VerifyFolder()
    for name in VerifyFolder.files where name.hasPrefix("expected") { try tree.remove("data/a/\(name)") }
    let result = try tree.verify()
    #expect(result.code == 1)
    #expect(result.outputText.contains("    expected-events.ndjson is gone\n"))
    #expect(result.outputText.contains("  events: 3 unexpected (0 expected, 3 found)\n"))
  }

  @Test func decisionsAreExpectedWhereTheyAreAskedFor() throws {
    let tree = try VerifyFolder()
    try tree.write("", to: "data/a/expected-decisions.ndjson")
    #expect(try tree.verify().code == 1)
    #expect(try tree.accept("data/a").code == 0)
    #expect(try OrderedJSON.lines(tree.read("data/a/expected-decisions.ndjson")).count == 3)
    #expect(try tree.verify().code == 0)
  }

  @Test func aZoneIsKeptWithTheReview() throws {
    let tree = try VerifyFolder()
    try tree.write(Walk.header + "d,2025-05-30T09:00:00,40.0001,-75,5\n", to: "data/a/samples.csv")
    let zone = ["--accept", "data/a", "--tz", "+02:00"] + VerifyFolder.reviewer
    #expect(try tree.verify(zone).code == 0)
    #expect(try tree.read("data/a/expected-events.ndjson").contains("\"time\":1748588400"))
    #expect(try tree.verify().code == 0)
    #expect(try tree.accept("data/a").outputText.contains("nothing to accept"), "the zone stays")
    #expect(try tree.verify(["--accept", "data/a", "--tz", "none"] + VerifyFolder.reviewer).code == 0)
    #expect(try tree.read("data/a/expected-rejections.ndjson").contains("timeInvalid"))
    #expect(try tree.verify().code == 0)
  }

  @Test func reportsForOtherProgramsAreWritten() throws {
    let tree = try VerifyFolder()
    try tree.write("", to: "data/a/expected-events.ndjson")
    let result = try tree.verify(["--junit", "junit.xml", "--json", "-", "data"])
    #expect(result.code == 1)
    let json = OrderedJSON.parse(result.outputText)
    #expect(json["folders"]?.elements?.map { $0["verdict"]?.string } == ["different", "passed"])
    #expect(result.errors.contains("data/a: different\n"))
    let junit = try tree.read("junit.xml")
    #expect(junit.contains(#"tests="2" failures="1" errors="0""#))
    #expect(junit.contains(#"<testcase classname="cordon.verify" name="data/a" time=""#))
    #expect(junit.contains("seq 0, device d, fence shop, enter: unexpected; found"))
  }

  /// What is different does not stop with the reader.
  @Test func aReaderThatGoesAwayDoesNotMakeItPass() throws {
    let tree = try VerifyFolder()
    try tree.write("", to: "data/deep/b/expected-events.ndjson")
    let command = try BuiltCommand(["verify"], in: tree.folder, readsOutput: true)
    try command.output?.close()
    #expect(try command.wait().code == 1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func aReportThatCannotBeWrittenIsAnError() throws {
    let tree = try VerifyFolder()
    let result = try tree.verify(["--json", "/dev/full", "--junit", "junit.xml"])
    #expect(result.code == 74)
    #expect(result.errors.hasPrefix("cordon: /dev/full: cannot be written: No space left"))
    #expect(!tree.folder.exists("junit.xml"))
  }

  @Test func reportsMayNotOverwriteWhatIsRead() throws {
    let tree = try VerifyFolder()
    let result = try tree.verify(["--json", "data/a/samples.csv"])
    #expect(result.code == 64)
    #expect(try tree.read("data/a/samples.csv") == Walk.samples)
  }
}
