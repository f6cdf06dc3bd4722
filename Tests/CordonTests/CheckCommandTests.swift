import Foundation
import TestSupport
import Testing

struct CheckCommandTests {
  private func folder(_ fences: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(fences, to: "fences.csv")
    return folder
  }

  private static let wide = "id,latitude,longitude,enter_m,exit_m\na,40,-75,80,140\nb,41,-75,80,140\n"

  @Test func aSoundFileEndsWithZero() throws {
    let result = try runCordon(["check", "fences.csv", "--strict"], in: folder(Self.wide))
    #expect(result.code == 0)
    #expect(result.outputText == "2 fences in 2 rows\nnothing found\n")
    #expect(result.errors.isEmpty)
  }

  @Test func errorsEndWithOneAndWarningsWithStrict() throws {
    let warning = try folder(Self.wide + "c,42,-75,80,90\n")
    #expect(try runCordon(["check", "fences.csv"], in: warning).code == 0)
    let strict = try runCordon(["check", "fences.csv", "--strict"], in: warning)
    #expect(strict.code == 1)
    #expect(strict.errors == "cordon: fences.csv: narrowBand 1; mend them as the report says\n")
    let error = try runCordon(["check", "fences.csv"], in: folder(Self.wide + "a,42,-75,80,140\nd,-91,3,,\n"))
    #expect(error.code == 1)
    #expect(error.errors.hasPrefix("cordon: fences.csv: duplicateID 1, swappedCoordinates 1;"))
    #expect(error.outputText.contains("  line 4: fence \"a\": this id is taken, the first stands, at line 2\n"))
    #expect(error.outputText.hasSuffix("2 errors\n"))
  }

  @Test func filesAndStreams() throws {
    let folder = try folder(Self.wide + "a,42,-75,80,140\nc,40,-75,80,140\n")
    let files = try runCordon(
      ["check", "fences.csv", "--json", "r.json", "--geojson", "r.geojson", "--quiet"], in: folder)
    #expect(files.code == 1)
    #expect(files.output.isEmpty)
    let json = try #require(OrderedJSON(try folder.read("r.json")))
    #expect(json["errors"]?.number == 1)
    #expect(json["warnings"]?.number == 1)
    let map = try #require(OrderedJSON(try folder.read("r.geojson")))
    #expect(map["features"]?.elements?.count == 2)

    let toOutput = try runCordon(["check", "-", "--json", "-"], in: folder, input: .data(Data(Self.wide.utf8)))
    #expect(toOutput.code == 0)
    #expect(toOutput.outputText.hasPrefix("{\"rows\":2,"))
    #expect(toOutput.errors == "2 fences in 2 rows\nnothing found\n")
  }

  @Test func theIntervalAsksForMore() throws {
    let folder = try folder(Self.wide)
    let result = try runCordon(["check", "fences.csv", "--interval", "60", "--speed=5"], in: folder)
    #expect(result.code == 0)
    #expect(result.outputText.hasPrefix("2 fences in 2 rows; devices at 5 m/s, one report every 60 s\n"))
    #expect(result.outputText.contains("warning: crossedUnseen: 2 of 2 "))
  }

  @Test(
    arguments: [
      (["check"], 64, "no fences; name their file"), (["check", ""], 64, "no fences; name their file"),
      (["check", "fences.csv", "b"], 64, "unexpected argument b;"),
      (["check", "fences.csv", "--interval", "0"], 64, "--interval: 0 must be above 0"),
      (["check", "fences.csv", "--interval", "nan"], 64, "--interval: \"nan\" is no number"),
      (["check", "fences.csv", "--interval", "0x10"], 64, "--interval: \"0x10\" is no number"),
      (["check", "fences.csv", "--interval=-5"], 64, "--interval: -5 must be above 0"),
      (["check", "fences.csv", "--interval", "1e400"], 64, "--interval: 1e400 is too large"),
      (["check", "fences.csv", "--speed", "3"], 64, "--speed says nothing without"),
      (["check", "fences.csv", "--jsn", "x"], 64, "unknown option --jsn, did you mean --json?"),
      (
        ["check", "fences.csv", "--json", "-", "--geojson", "-"], 64, "--json and --geojson both write standard output"
      ),
      (["check", "fences.csv", "--json", "fences.csv"], 64, "--json would overwrite the input of FENCES"),
      (["check", "-", "--policy", "-"], 64, "FENCES and --policy both read standard input"),
      (["check", "nosuch.csv"], 66, "nosuch.csv: cannot be opened"),
      (["check", "empty.csv"], 65, "empty.csv: no fences"),
      (["check", "header.csv"], 65, "header.csv: no fence: there are no rows"),
      (["check", "fences.csv", "--policy", "fences.csv"], 65, "fences.csv:1: "),
      (["check", "fences.csv", "--geojson", "nosuch/x"], 74, "nosuch/x: cannot be created"),
    ] as [([String], Int32, String)])
  func aMistakeIsExplained(arguments: [String], code: Int32, beginning: String) throws {
    let folder = try folder(Self.wide)
    try folder.write("", to: "empty.csv")
    try folder.write("id,latitude,longitude\n", to: "header.csv")
    let result = try runCordon(arguments, in: folder)
    #expect(result.code == code)
    #expect(result.errors.hasPrefix("cordon: \(beginning)"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.output.isEmpty)
    #expect(try folder.names == ["empty.csv", "fences.csv", "header.csv"])
  }

  /// Real places: nothing is wrong with where they are, and the report says so.
  @Test(
    .enabled(if: hasSharedFolder, "\(noSharedFolder)"),
    arguments: [
      "fences_airports_mit.csv", "fences_geonames15000_ccby4.csv", "fences_us_stores_100k.csv",
      "fences_us_zcta_publicdomain.csv",
    ])
  func realPlacesRaiseNoFalseAlarm(name: String) throws {
    let file = try #require(sharedFolder).appending(path: "data/\(name)")
    let result = try runCordon(["check", file.path, "--json", "-", "--quiet"], in: TemporaryFolder())
    let json = try #require(OrderedJSON(result.outputText))
    let found = json["findings"]?.elements?.compactMap { $0["finding"]?.string } ?? []
    #expect(!found.contains("suspectedSwap"))
    #expect(!found.contains("swallowed"))
    #expect(json["unfinished"]?.elements?.isEmpty == true)
    #expect(found.contains("narrowBand"))
  }
}
