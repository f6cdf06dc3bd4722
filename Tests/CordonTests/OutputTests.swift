import Foundation
import TestSupport
import Testing

/// Where output goes, and what stays behind when it cannot.
struct OutputTests {
  @Test func eventsGoToStandardOutputAndTheSummaryToStandardError() throws {
    let result = try runCordon(Walk.arguments, in: Walk.folder())
    #expect(result.code == 0)
    #expect(OrderedJSON.lines(result.outputText).count == Walk.eventCount)
    #expect(result.errors.hasPrefix("samples"))
    #expect(result.errors.contains("warning: 1 of 1 fence with exit - enter < 2 x maxAccuracy"))
  }

  @Test func quietMeansQuiet() throws {
    let result = try runCordon(Walk.arguments + ["--quiet"], in: Walk.folder())
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
  }

  @Test func everyOutputAppearsAndNothingElse() throws {
    let folder = try Walk.folder()
    try folder.write("old", to: "events.ndjson")
    let names = ["events", "rejections", "decisions", "states"]
    var arguments = Walk.arguments + ["--quiet", "--summary", "summary.json"]
    for name in names { arguments += ["--\(name)", "\(name).ndjson"] }
    let result = try runCordon(arguments, in: folder)
    #expect(result.code == 0)
    #expect(result.output.isEmpty)
    let expected = names.map { "\($0).ndjson" } + ["fences.csv", "samples.csv", "summary.json"]
    #expect(try folder.names == expected.sorted())
    #expect(try OrderedJSON.lines(folder.read("events.ndjson")).count == Walk.eventCount)
    #expect(try OrderedJSON.lines(folder.read("decisions.ndjson")).count == Walk.eventCount)
    let states = #"{"device":"d","authorization":"granted","determined":1,"inside":["shop"],"unknown":[]}"#
    #expect(try folder.read("states.ndjson") == states + "\n")
    #expect(try folder.read("rejections.ndjson").isEmpty)
  }

  @Test func inputsMayComeFromStandardInput() throws {
    let folder = try Walk.folder()
    let samples = try runCordon(
      ["replay", "--fences", "fences.csv", "--samples", "-"], in: folder, input: .data(Data(Walk.samples.utf8)))
    let fences = try runCordon(
      ["replay", "--fences", "-", "--samples", "samples.csv"], in: folder, input: .data(Data(Walk.fences.utf8)))
    let files = try runCordon(Walk.arguments, in: folder)
    #expect(samples.code == 0)
    #expect(samples.output == files.output)
    #expect(fences.output == files.output)
    let empty = try runCordon(["replay", "--fences", "fences.csv", "--samples", "-"], in: folder)
    #expect(empty.code == 65)
    #expect(empty.errors.hasPrefix("cordon: stdin:"))
  }

  @Test(arguments: [
    ["--events", "out", "--rejections", "out"], ["--events", "out", "--rejections", "./out"],
    ["--events", "samples.csv"], ["--states", "./fences.csv"], ["--states", "link"],
    ["--events", "new", "--states", "folder/../new"],
  ])
  func outputsMustNotSpoilEachOtherOrAnInput(arguments: [String]) throws {
    let folder = try Walk.folder()
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "samples.csv")
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    let result = try runCordon(Walk.arguments + arguments, in: folder)
    #expect(result.code == 64)
    #expect(result.errorLines.count == 1)
    #expect(try folder.read("samples.csv") == Walk.samples)
    #expect(try folder.names == ["fences.csv", "folder", "link", "samples.csv"])
  }

  @Test func devicesAreWrittenDirectlyAndMayBeNamedTwice() throws {
    let folder = try Walk.folder()
    let arguments = Walk.arguments + ["--quiet", "--rejections", "/dev/null", "--states", "/dev/null"]
    #expect(try runCordon(arguments, in: folder).code == 0)
    #expect(try folder.names == ["fences.csv", "samples.csv"])
  }

  @Test func aLinkStaysALinkAndAModeStaysTheMode() throws {
    let folder = try Walk.folder()
    try folder.write("old", to: "target")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("target"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "target")
    #expect(try runCordon(Walk.arguments + ["--quiet", "--events", "link"], in: folder).code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "target")
    #expect(try OrderedJSON.lines(folder.read("target")).count == Walk.eventCount)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("target"))[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test(arguments: [
    (["--states", "no/such/folder"], "cordon: no/such/folder: cannot be created: No such file"),
    (["--states", "."], "cordon: .: cannot be created: Is a directory"),
    (["--states", "samples.csv/x"], "cordon: samples.csv/x: cannot be created: Not a directory"),
  ])
  func anOutputThatCannotBeCreatedIsFatal(arguments: [String], message: String) throws {
    let folder = try Walk.folder()
    let result = try runCordon(Walk.arguments + ["--events", "events.ndjson"] + arguments, in: folder)
    #expect(result.code == 74)
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(try folder.names == ["fences.csv", "samples.csv"])
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
    arguments: [
      ["--events", "/dev/full", "--states", "out"], ["--events", "out", "--states", "/dev/full"],
      ["--events", "out", "--summary", "/dev/full"],
    ])
  func whenOneOutputFailsNoneAppears(arguments: [String]) throws {
    let folder = try Walk.folder()
    try folder.write("old", to: "out")
    let result = try runCordon(Walk.arguments + arguments, in: folder)
    #expect(result.code == 74)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("cordon: /dev/full: cannot be written: No space left"))
    #expect(try folder.read("out") == "old")
    #expect(try folder.names == ["fences.csv", "out", "samples.csv"])
  }

  @Test func aPipeThatExistsIsWrittenDirectly() throws {
    let folder = try Walk.folder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let command = try BuiltCommand(Walk.arguments + ["--events", "pipe", "--quiet"], in: folder)
    let reader = try #require(FileHandle(forReadingAtPath: folder.path("pipe")))
    let events = try String(decoding: reader.readToEnd() ?? Data(), as: UTF8.self)
    #expect(OrderedJSON.lines(events).count == Walk.eventCount)
    #expect(try command.wait().code == 0)
    #expect(try folder.names == ["fences.csv", "pipe", "samples.csv"])
  }

  @Test func aStreamThatIsClosedIsAnError() throws {
    let folder = try Walk.folder()
    let cordon = try #require(builtExecutable(named: "cordon")).path
    let arguments = Walk.arguments.joined(separator: " ")
    func code(_ redirection: String) throws -> Int32 {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "'\(cordon)' \(arguments) --quiet \(redirection)"]
      shell.currentDirectoryURL = folder.url
      shell.standardOutput = FileHandle.nullDevice
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      return shell.terminationStatus
    }
    #expect(try code(">&-") == 74)
    #expect(try code(">&- --events out") == 0)
    #expect(try OrderedJSON.lines(folder.read("out")).count == Walk.eventCount)
    #expect(try code("2>&-") == 0)
  }

  @Test func eventsDoNotWaitForTheEndOfAStream() throws {
    let folder = try Walk.folder()
    let command = try BuiltCommand(
      ["replay", "--fences", "fences.csv", "--samples", "-"], in: folder, input: .pipe, readsOutput: true)
    let input = try #require(command.input)
    try input.write(contentsOf: Data(Walk.header.utf8) + Walk.rows(from: 0, count: 1))
    #expect(command.firstOutput().contains(#""event":"enter""#))
    try input.close()
    #expect(try command.wait().code == 0)
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let folder = try Walk.folder()
    let command = try BuiltCommand(
      ["replay", "--fences", "fences.csv", "--samples", "-", "--states", "states.ndjson"], in: folder, input: .pipe,
      readsOutput: true)
    try command.output?.close()
    let input = try #require(command.input)
    try input.write(contentsOf: Data(Walk.header.utf8) + Walk.rows(from: 0, count: 100))
    try input.close()
    let result = try command.wait()
    #expect(result.code == 0)
    #expect(!result.endedBySignal)
    #expect(result.errors.isEmpty)
    #expect(try folder.names == ["fences.csv", "samples.csv"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGKILL])
  func killedMidwayNothingLooksWhole(signal: Int32) throws {
    let folder = try Walk.folder()
    try folder.write("old", to: "events.ndjson")
    let command = try BuiltCommand(
      [
        "replay", "--fences", "fences.csv", "--samples", "-", "--events", "events.ndjson", "--decisions", "-",
        "--states", "states.ndjson",
      ], in: folder, input: .pipe, readsOutput: true)
    let input = try #require(command.input)
    try input.write(contentsOf: Data(Walk.header.utf8) + Walk.rows(from: 0, count: 10))
    // The first decision comes after all outputs have been opened.
    #expect(!command.firstOutput().isEmpty)
    #expect(try folder.names.filter { $0.contains(".partial-") }.count == 2)
    command.send(signal)
    let result = try command.wait()
    #expect(result.endedBySignal)
    #expect(result.code == signal)
    #expect(result.errors.isEmpty, "a dump of the process would hold what it read")
    #expect(try folder.read("events.ndjson") == "old")
    #expect(!folder.exists("states.ndjson"))
    if ![SIGKILL, SIGSEGV].contains(signal) {
      #expect(try folder.names == ["events.ndjson", "fences.csv", "samples.csv"])
    }
    try? input.close()
  }
}
