import Foundation
import TestSupport
import Testing

/// An acceptance that is cut off, fails, or meets another one.
struct AcceptTests {
  /// Samples that take a while, so that a signal comes in between.
  private func longWalk(_ tree: VerifyFolder) throws {
    try tree.folder.write(Data(Walk.header.utf8) + Walk.rows(from: 0, count: 30_000), to: "data/a/samples.csv")
  }

  /// Whenever the signal comes: either everything is as it was, or everything is accepted, or the folder is out of review;
  /// never does half of it pass. And accepting again mends it.
  @Test(arguments: [SIGTERM, SIGKILL]) func killedAnywhereNothingPassesThatWasNotAccepted(signal: Int32) throws {
    let tree = try VerifyFolder()
    try longWalk(tree)
    for delayMilliseconds in [0, 30, 80, 160] {
      let before = try tree.read("data/a/review.json")
      let command = try BuiltCommand(["verify", "--accept", "data/a"] + VerifyFolder.reviewer, in: tree.folder)
      usleep(useconds_t(delayMilliseconds * 1000))
      command.send(signal)
      let result = try command.wait()
      let wasAccepted = try tree.read("data/a/review.json") != before
      let verified = try tree.verify(["data/a"])
      #expect(
        verified.code == (wasAccepted ? 0 : 1), "after \(delayMilliseconds) ms: \(verified.outputText.prefix(500))")
      if signal == SIGTERM { #expect(try tree.names("data/a") == VerifyFolder.files) }
      if !result.endedBySignal { #expect(result.code == 0) }
      if wasAccepted { try tree.write(before, to: "data/a/review.json") }
    }
    #expect(try tree.accept("data/a").code == 0)
    #expect(try tree.verify(["data/a"]).code == 0)
  }

  /// The state between the expected files and the record, as a power cut could leave it.
  @Test func halfAnAcceptanceIsOutOfReview() throws {
    let tree = try VerifyFolder()
    let record = try tree.read("data/a/review.json")
    try tree.write(#"{"policies":{"default":{"maxAccuracy":4}}}"#, to: "data/a/policy.json")
    #expect(try tree.accept("data/a").code == 0)
    try tree.write(record, to: "data/a/review.json")
    let result = try tree.verify(["data/a"])
    #expect(result.code == 1)
    #expect(result.outputText.contains("expected-events.ndjson was changed by hand"))
    #expect(try tree.accept("data/a").code == 0)
    #expect(try tree.verify(["data/a"]).code == 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/version"), "needs /proc"))
  func whatCannotBeWrittenLeavesAllAsItWas() throws {
    let tree = try VerifyFolder()
    let events = try tree.read("data/a/expected-events.ndjson")
    try tree.write(#"{"policies":{"default":{"maxAccuracy":4}}}"#, to: "data/a/policy.json")
    // A link that leads to where no file can be made.
    try tree.remove("data/a/expected-states.ndjson")
    try FileManager.default.createSymbolicLink(
      atPath: tree.folder.path("data/a/expected-states.ndjson"), withDestinationPath: "/proc/version")
    let result = try tree.accept("data/a")
    #expect(result.code == 74, "\(result.errors)")
    #expect(try tree.read("data/a/expected-events.ndjson") == events)
    #expect(try tree.names("data/a").filter { $0.contains("partial") } == [])
  }

  /// Two at once: one after the other, and no entry is lost.
  @Test func acceptancesAtOnceAreOneAfterTheOther() throws {
    let tree = try VerifyFolder()
    try longWalk(tree)
    let commands = try (0..<4).map { _ in
      try BuiltCommand(["verify", "--accept", "data/a"] + VerifyFolder.reviewer, in: tree.folder)
    }
    let results = try commands.map { try $0.wait() }
    #expect(results.map(\.code) == [0, 0, 0, 0])
    #expect(results.filter { $0.outputText.contains("nothing to accept") }.count == 3)
    #expect(OrderedJSON.parse(try tree.read("data/a/review.json"))["reviews"]?.elements?.count == 2)
    #expect(try tree.verify().code == 0)
  }

  @Test func aLinkedExpectationStaysALink() throws {
    let tree = try VerifyFolder()
    let manager = FileManager.default
    try manager.moveItem(atPath: tree.folder.path("data/a/expected-events.ndjson"), toPath: tree.folder.path("events"))
    try manager.createSymbolicLink(
      atPath: tree.folder.path("data/a/expected-events.ndjson"), withDestinationPath: "../../events")
    try tree.write(#"{"policies":{"default":{"maxAccuracy":4}}}"#, to: "data/a/policy.json")
    #expect(try tree.accept("data/a").code == 0)
    #expect(
      try manager.destinationOfSymbolicLink(atPath: tree.folder.path("data/a/expected-events.ndjson")) == "../../events"
    )
    #expect(try tree.read("events").isEmpty)
  }

  @Test func aNewFolderGetsItsFirstExpectation() throws {
    let tree = try VerifyFolder()
    try tree.makeFolder("new/below")
    for name in ["new", "new/below"] {
      try tree.write(Walk.fences, to: "\(name)/fences.csv")
      try tree.write(Walk.samples, to: "\(name)/samples.csv")
    }
    #expect(try tree.verify(["new"]).code == 65)
    #expect(try tree.accept("new").code == 0)
    #expect(try tree.names("new") == (VerifyFolder.files + ["below"]).sorted())
    #expect(try tree.names("new/below") == ["fences.csv", "samples.csv"], "only what is named")
    #expect(try tree.verify(["new"]).outputText == "new: passed\n1 folder: 1 passed\n")
  }
}
