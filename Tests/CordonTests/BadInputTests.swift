import Foundation
import TestSupport
import Testing

/// Inputs that cannot be used: the exit code, and one clear line.
struct BadInputTests {
  /// What is written to the fence, sample and policy file, and what must come of it.
  struct Input: CustomTestStringConvertible {
    var name: String
    var fences = Data(Walk.fences.utf8)
    var samples = Data(Walk.samples.utf8)
    var policy = Data("{}".utf8)
    var code: Int32 = 65
    /// The beginning of the one line.
    var message: String

    var testDescription: String { name }
  }

  static let fatal: [Input] = [
    Input(name: "empty fences", fences: Data(), message: "cordon: fences.csv:"),
    Input(name: "empty samples", samples: Data(), message: "cordon: samples.csv:"),
    Input(name: "blank samples", samples: Data("\n \r\n".utf8), message: "cordon: samples.csv:"),
    Input(name: "no header", samples: Data("d,1,40,-75,5\n".utf8), message: "cordon: samples.csv:1:"),
    Input(name: "missing column", samples: Data("device,time,latitude\n".utf8), message: "cordon: samples.csv:1:"),
    Input(name: "missing column of fences", fences: Data("id,latitude\nf,1\n".utf8), message: "cordon: fences.csv:1:"),
    Input(
      name: "repeated column", samples: Data("device,time,latitude,lat,longitude,accuracy\n".utf8),
      message: "cordon: samples.csv:1:"),
    Input(
      name: "no usable fence", fences: Data("id,latitude,longitude\nf,100,0\n".utf8), message: "cordon: fences.csv:"),
    Input(name: "only a header", fences: Data("id,latitude,longitude\n".utf8), message: "cordon: fences.csv:"),
    Input(
      name: "JSON that is no GeoJSON", fences: Data(#"{"type":"Feature","geometry":null}"#.utf8),
      message: "cordon: fences.csv:"),
    Input(name: "cut GeoJSON", fences: Data(#"{"type":"FeatureCollection","#.utf8), message: "cordon: fences.csv:"),
    Input(name: "broken policy", policy: Data("{\"maxAge\": }".utf8), message: "cordon: policy.json:1:"),
    Input(name: "empty policy", policy: Data(), message: "cordon: policy.json:"),
    Input(
      name: "unknown policy key", policy: Data(#"{"policies": {"default": {"radius": 5}}}"#.utf8),
      message: "cordon: policy.json:"),
    Input(
      name: "policy out of range", policy: Data(#"{"policies": {"default": {"enterRadius": -5}}}"#.utf8),
      message: "cordon: policy.json:"),
  ]

  static let fileArguments = Walk.arguments + ["--policy", "policy.json"]

  private func folder(for input: Input) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(input.fences, to: "fences.csv")
    try folder.write(input.samples, to: "samples.csv")
    try folder.write(input.policy, to: "policy.json")
    return folder
  }

  @Test(arguments: fatal)
  func isFatalInOneLine(input: Input) throws {
    let folder = try folder(for: input)
    let result = try runCordon(Self.fileArguments + ["--rejections", "out.ndjson"], in: folder)
    #expect(result.code == input.code)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1, "\(result.errors)")
    #expect(result.errors.hasPrefix(input.message), "\(result.errors)")
    #expect(try folder.names == ["fences.csv", "policy.json", "samples.csv"])
  }

  @Test(arguments: [
    (["--fences", "none.csv", "--samples", "samples.csv"], "cordon: none.csv: cannot be opened: No such file"),
    (["--fences", "fences.csv", "--samples", "none.csv"], "cordon: none.csv: cannot be opened: No such file"),
    (
      Array(Walk.arguments.dropFirst()) + ["--policy", "none.json"],
      "cordon: none.json: cannot be opened: No such file"
    ),
    (["--fences", ".", "--samples", "samples.csv"], "cordon: .: is a directory"),
    (["--fences", "fences.csv", "--samples", "/"], "cordon: /: is a directory"),
    (["--fences", "fences.csv", "--samples", "samples.csv/x"], "cordon: samples.csv/x: cannot be opened: Not a dir"),
  ])
  func cannotBeOpened(arguments: [String], message: String) throws {
    let folder = try Walk.folder()
    let result = try runCordon(["replay", "--events", "out.ndjson"] + arguments, in: folder)
    #expect(result.code == 66)
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(!folder.exists("out.ndjson"))
  }

  @Test func namesWithControlsStayOnOneLine() throws {
    let folder = try Walk.folder()
    let result = try runCordon(["replay", "--fences", "a\n\u{1B}b", "--samples", "samples.csv"], in: folder)
    #expect(result.code == 66)
    #expect(result.errors.hasPrefix(#"cordon: a\n\u{1B}b: cannot be opened"#), "\(result.errors)")
  }

  #if os(Linux)
    @Test func whatCannotBeReadFromTheFirstByteIsNoInput() throws {
      let result = try runCordon(
        ["replay", "--fences", "fences.csv", "--samples", "/proc/self/mem"], in: Walk.folder())
      #expect(result.code == 66)
      #expect(result.errors.hasPrefix("cordon: /proc/self/mem: cannot be read:"), "\(result.errors)")
      #expect(result.errorLines.count == 1)
    }
  #endif

  /// Rows that are skipped: what follows the header, the counts, and the beginning of what is said.
  struct Rows: CustomTestStringConvertible {
    var name: String
    var rows: Data
    var accepted: Int
    var rejected: Int
    var malformed: Int
    var reason: String

    var testDescription: String { name }
  }

  static let good = "d,1,40.0001,-75,5\n"
  static let skipped: [Rows] = [
    Rows(name: "cut last line", rows: Data((good + "d,2,40").utf8), accepted: 1, rejected: 0, malformed: 1, reason: ""),
    Rows(name: "NUL", rows: Data((good + "\0\0\0\n").utf8), accepted: 1, rejected: 0, malformed: 1, reason: ""),
    Rows(
      name: "invalid UTF-8", rows: Data(good.utf8) + [0xFF, 0xC3] + Data(",2,40,-75,5\n".utf8), accepted: 1,
      rejected: 0, malformed: 1, reason: ""),
    Rows(
      name: "a row of 10 MB", rows: Data(repeating: 0x61, count: 10_000_000) + Data(("\n" + good).utf8), accepted: 1,
      rejected: 0, malformed: 1, reason: ""),
    Rows(
      name: "open quote", rows: Data((good + "\"d,2,40,-75,5\n").utf8), accepted: 1, rejected: 0, malformed: 1,
      reason: ""),
    Rows(name: "no device", rows: Data(",1,40,-75,5\n".utf8), accepted: 0, rejected: 0, malformed: 1, reason: ""),
    Rows(
      name: "overflow", rows: Data("d,1e999,40,-75,5\n".utf8), accepted: 0, rejected: 1, malformed: 0,
      reason: "timeInvalid"),
    Rows(
      name: "decimal comma", rows: Data("d,1,\"40,0\",-75,5\n".utf8), accepted: 0, rejected: 1, malformed: 0,
      reason: "coordinates"),
    Rows(
      name: "exchanged", rows: Data("d,1,-100,40,5\n".utf8), accepted: 0, rejected: 1, malformed: 0,
      reason: "coordinates"),
    Rows(
      name: "hexadecimal", rows: Data("d,1,40,-75,0x5\n".utf8), accepted: 0, rejected: 1, malformed: 0,
      reason: "accuracyInvalid"),
  ]

  @Test(arguments: skipped)
  func isSkippedAndCounted(rows: Rows) throws {
    let folder = try Walk.folder()
    try folder.write(Data(Walk.header.utf8) + rows.rows, to: "samples.csv")
    let arguments = Walk.arguments + ["--events", "/dev/null", "--quiet"]
    let result = try runCordon(arguments + ["--rejections", "rejections.ndjson", "--summary", "-"], in: folder)
    #expect(result.code == 0)
    let summary = OrderedJSON.parse(result.outputText)
    #expect(summary["accepted"]?.int == rows.accepted)
    #expect(summary["rejected"]?.int == rows.rejected)
    #expect(summary["malformed"]?.int == rows.malformed)
    #expect(result.errorLines.count == rows.malformed)
    for line in result.errorLines {
      #expect(line.contains(#/^samples\.csv:\d+: /#), "\(line)")
      #expect(line.utf8.count < 300)
    }
    let rejections = try OrderedJSON.lines(folder.read("rejections.ndjson"))
    #expect(rejections.count == rows.rejected + rows.malformed)
    if rows.rejected > 0 {
      #expect(rejections.first?["rejected"]?.elements?.contains { $0.string == rows.reason } == true)
    }

    // The same rows are fatal where the run is strict and the row is malformed.
    let strict = try runCordon(arguments + ["--strict", "--rejections", "strict.ndjson"], in: folder)
    #expect(strict.code == (rows.malformed > 0 ? 65 : 0))
    #expect(strict.errorLines.count == rows.malformed)
    #expect(folder.exists("strict.ndjson") == (rows.malformed == 0))
    if rows.malformed > 0 {
      #expect(strict.errors.contains(#/^cordon: samples\.csv:\d+: .*--strict/#), "\(strict.errors)")
    }
  }

  @Test func badFenceRowsAreSkippedReportedAndFatalWhenStrict() throws {
    let folder = try Walk.folder()
    let fences = "id,latitude,longitude,enter_m\nshop,40,-75,\nshop,41,-75,\nfar,-100,40,\n\"\",1,1,\nwide,1,1,80m\n"
    try folder.write(fences, to: "fences.csv")
    let result = try runCordon(Walk.arguments + ["--quiet", "--rejections", "rejections.ndjson"], in: folder)
    #expect(result.code == 0)
    #expect(result.errorLines.map { $0.prefix(13) } == (3...6).map { "fences.csv:\($0):" })
    #expect(result.errors.contains("latitude and longitude"))
    #expect(try OrderedJSON.lines(folder.read("rejections.ndjson")).map { $0["line"]?.int } == [3, 4, 5, 6])
    #expect(result.errorLines.last?.contains("enter radius is no number") == true)
    #expect(OrderedJSON.lines(result.outputText).count == Walk.eventCount)
    let strict = try runCordon(Walk.arguments + ["--strict"], in: folder)
    #expect(strict.code == 65)
    #expect(strict.output.isEmpty)
    #expect(strict.errorLines.count == 1)
    #expect(strict.errors.hasPrefix("cordon: fences.csv:3:"))
  }

  @Test func onlyTheFirstTenBadRowsAreTold() throws {
    let folder = try Walk.folder()
    let bad = String(repeating: "short,row\n", count: 25)
    try folder.write(Walk.samples + bad, to: "samples.csv")
    let result = try runCordon(Walk.arguments + ["--quiet", "--rejections", "rejections.ndjson"], in: folder)
    #expect(result.code == 0)
    #expect(result.errorLines.count == 11)
    #expect(result.errorLines.first?.hasPrefix("samples.csv:5: ") == true)
    #expect(result.errorLines.last == "samples.csv: 15 more")
    #expect(try folder.read("rejections.ndjson").split(separator: "\n").count == 25)
  }
}
