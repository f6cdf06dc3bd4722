import Foundation
import TestSupport
import Testing

/// `cordon diagnose` as people run it, on the afternoon of `data/diagnosis`.
struct DiagnoseTests {
  private static let folder = dataFolder.appending(path: "diagnosis/afternoon")
  private static var inputs: [String] {
    ["--fences", "fences.csv", "--samples", "samples.csv"].map {
      $0.hasPrefix("--") ? $0 : folder.appending(path: $0).path
    }
  }
  private static func path(_ name: String) -> String { folder.appending(path: name).path }

  private func diagnose(_ arguments: [String], in folder: TemporaryFolder? = nil) throws -> CommandResult {
    try runCordon(["diagnose"] + Self.inputs + arguments, in: folder ?? TemporaryFolder())
  }

  @Test(arguments: ["region-events.csv", "owntracks.rec"])
  func findingsAreThoseExpected(regionEvents: String) throws {
    let result = try diagnose(["--region-events", Self.path(regionEvents), "--json", "-"])
    #expect(result.code == 0)
    let expected = try String(contentsOf: Self.folder.appending(path: "expected-findings.ndjson"), encoding: .utf8)
    // The recording knows whole seconds, and messages of other types.
    var actual = result.outputText
    if regionEvents == "owntracks.rec" {
      actual = actual.replacing("\"otherMessages\":4", with: "\"otherMessages\":0")
    }
    let (found, wanted) = (OrderedJSON.lines(actual), OrderedJSON.lines(expected))
    #expect(found.count == wanted.count)
    for (found, wanted) in zip(found, wanted) { #expect(Self.agree(found, wanted), "\(found.line)") }
    #expect(result.errors.contains("phone at shop"))
  }

  /// Whether two values are the same but for the last digit of a number.
  private static func agree(_ a: OrderedJSON, _ b: OrderedJSON) -> Bool {
    switch (a, b) {
    case (.number(_, let a), .number(_, let b)): abs(a - b) <= 2e-6
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy(agree)
    case (.object(let a), .object(let b)):
      a.map(\.key) == b.map(\.key) && zip(a, b).allSatisfy { agree($0.value, $1.value) }
    default: a.line == b.line
    }
  }

  @Test func theReportNamesEveryCauseAndItsNumbers() throws {
    let result = try diagnose(["--region-events", Self.path("region-events.csv")])
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    for words in [
      "flap, seq 60 to seq 61: over-confident fix", "with a claimed accuracy of 2.4 m",
      "Would not have happened with 2 exit confirmations instead of 1", "the system's exit: system lag", "no band",
      "the system's enter: system contradicted", "enter, seq 222: starved of good samples",
      "no exit of the system for seq 240: system silent", "crossed between samples",
    ] {
      #expect(result.outputText.contains(words), "\(words)")
    }
  }

  @Test func noOutputHoldsCoordinates() throws {
    let folder = try TemporaryFolder()
    let result = try diagnose(
      ["--region-events", Self.path("region-events.csv"), "--json", "findings.ndjson", "--html", "page.html"],
      in: folder)
    let outputs = try [result.outputText, result.errors, folder.read("findings.ndjson"), folder.read("page.html")]
    for name in ["samples.csv", "fences.csv"] {
      let rows = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8).split(separator: "\n")
      for row in rows.dropFirst() {
        let fields = row.split(separator: ",").filter { $0.contains(".") && $0.count >= 8 }
        for field in fields { #expect(!outputs.contains { $0.contains(field) }, "a coordinate is shown") }
      }
    }
  }

  @Test func thePageShowsEveryCauseAndCanBePrivate() throws {
    let folder = try TemporaryFolder()
    let events = ["--region-events", Self.path("region-events.csv"), "--quiet"]
    let named = try diagnose(events + ["--html", "page.html"], in: folder)
    #expect(named.code == 0)
    #expect(named.output.isEmpty)
    let page = try folder.read("page.html")
    #expect(page.contains("<svg"))
    for words in ["phone", "station", "over-confident fix", "system lag", "starved of good samples"] {
      #expect(page.contains(words), "\(words)")
    }
    let hidden = try diagnose(events + ["--html", "private.html", "--private"], in: folder)
    #expect(hidden.code == 0)
    let text = try folder.read("private.html")
    #expect(text.contains("over-confident fix"))
    for name in ["phone", "station", "kiosk", "cafe"] { #expect(!text.contains(name), "\(name)") }
  }

  @Test func oneFenceOneDeviceAndAnotherWindow() throws {
    let ofShop = try diagnose(["--fence", "shop", "--device", "phone", "--json", "-", "--quiet"])
    #expect(ofShop.errors.isEmpty)
    let lines = OrderedJSON.lines(ofShop.outputText)
    #expect(lines.count == 6)
    #expect(lines.dropLast().allSatisfy { $0["fence"]?.string == "shop" })
    // The over-confident sample was away for ten seconds.
    let short = try diagnose(["--fence", "shop", "--flap-window", "9s", "--json", "-", "--quiet"])
    #expect(!short.outputText.contains("\"finding\":\"flap\""))
    let long = try diagnose(["--fence", "shop", "--flap-window", "1min", "--json", "-", "--quiet"])
    #expect(long.outputText.contains("\"finding\":\"flap\""))
  }

  @Test(arguments: [
    (["--fence", "nowhere"], 65 as Int32, "no usable fence has the id that --fence names"),
    (["--device", "nobody"], 65, "no sample is of the device that --device names"),
    (["--flap-window", "soon"], 64, "--flap-window soon is no span of time"),
    (["--flap-window", "0"], 64, "--flap-window 0 is no span of time"),
    (["--tz", "Berlin"], 64, "--tz Berlin is no offset"),
    (["--private"], 64, "--html FILE"),
    (["--regionevents", "x"], 64, "did you mean --region-events?"),
    (["--region-events", "missing.csv"], 66, "missing.csv: cannot be opened"),
    (["--json", "-", "--html", "-"], 64, "both write standard output"),
  ])
  func whatIsWrongIsOneLine(arguments: [String], code: Int32, words: String) throws {
    let result = try diagnose(arguments)
    #expect(result.code == code)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test func badRegionEventsAreToldWithTheirLine() throws {
    let folder = try TemporaryFolder()
    try folder.write("device,time,fence,event\nphone,1748606747,shop,dwell\nphone,1,shop,enter\n", to: "events.csv")
    let result = try diagnose(["--region-events", "events.csv", "--json", "-", "--quiet"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "events.csv:2: the event is neither enter nor exit\n")
    let summary = try #require(OrderedJSON.lines(result.outputText).last?["summary"])
    #expect(summary["regionEvents"]?.number == 1)
    #expect(summary["regionEventsSkipped"]?.number == 1)
    try folder.write("device,time\n", to: "events.csv")
    let unusable = try diagnose(["--region-events", "events.csv"], in: folder)
    #expect(unusable.code == 65)
    #expect(unusable.errorLines.count == 1)
  }

  @Test func helpNamesEveryOptionAndCause() throws {
    let help = try runCordon(["help", "diagnose"], in: TemporaryFolder())
    #expect(help.code == 0)
    let asked = try runCordon(["diagnose", "--help"], in: TemporaryFolder())
    #expect(asked.output == help.output)
    for word in [
      "--fences", "--samples", "--policy", "--tz", "--region-events", "--fence", "--device", "--flap-window", "--json",
      "--html", "--private", "--quiet", "--help",
    ] {
      #expect(help.outputText.contains("\n  \(word) "), "\(word)")
    }
    for line in help.outputText.split(separator: "\n") { #expect(line.count <= 120) }
    let readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    let causes = help.outputText.matches(of: #/\n  ([a-z]+[A-Z][A-Za-z]+)/#).map(\.output.1)
    #expect(causes.count >= 8)
    for cause in causes { #expect(readme.contains("`\(cause)`"), "\(cause)") }
  }
}
