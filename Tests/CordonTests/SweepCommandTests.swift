import Foundation
import TestSupport
import Testing

struct SweepCommandTests {
  static let minimum = ["sweep", "--fences", "fences.csv", "--samples", "samples.csv"]

  @Test func theReportIsATable() throws {
    let result = try runCordon(
      Self.minimum + ["--enter", "60,80", "--exit", "70,120", "--confirm", "1,2"], in: Walk.folder())
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    #expect(
      result.outputText
        == """
        3 samples of 1 devices, 1 fences, of which 1 follow the radii of policy "default"
        flaps: entered again within 600 s, by so many devices at so many fences
        missed: of 2 visits, within 60 m
        median, p90: seconds since the device was within 80 m, or beyond 80 m
           enter  exit  accuracy  confirm  flaps  devices  fences  missed  median  p90  enters  exits  accepted
              60    70        30        1      1        1       1       0       0    0       2      1         3
        *     60    70        30        2      0        0       0       0       0    0       1      0         3
              60   120        30        1      1        1       1       0       0    0       2      1         3
        *     60   120        30        2      0        0       0       0       0    0       1      0         3
              80   120        30        1      1        1       1       0       0    0       2      1         3
        *     80   120        30        2      0        0       0       0       0    0       1      0         3
        * 3 of 6 settings: no other is at least as good in flaps, missed visits and delay (p90), and better in one
        note: 2 combinations left out, for exit would be less than enter

        """)
  }

  @Test func filesAndStreams() throws {
    let folder = try Walk.folder()
    let arguments = Self.minimum + ["--confirm", "1,2,3", "--accuracy", "3,30"]
    let files = try runCordon(arguments + ["--json", "r.json", "--csv", "r.csv", "--quiet"], in: folder)
    #expect(files.code == 0)
    #expect(files.output.isEmpty && files.errors.isEmpty)
    #expect(OrderedJSON(try folder.read("r.json"))?["settings"]?.elements?.count == 6)
    let csv = try folder.read("r.csv")
    #expect(csv.split(separator: "\n").count == 7)
    let toOutput = try runCordon(arguments + ["--csv", "-", "--threads", "3"], in: folder)
    #expect(toOutput.outputText == csv)
    #expect(toOutput.errors.hasPrefix("3 samples of 1 devices"))
  }

  @Test func badRowsAreToldOf() throws {
    let folder = try Walk.folder()
    try folder.write(Walk.samples + "x\n", to: "samples.csv")
    try folder.write(Walk.fences + "far,91,200\n", to: "fences.csv")
    let result = try runCordon(Self.minimum + ["--confirm", "1", "--quiet"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.hasPrefix("fences.csv:3: fence \"far\": latitude"))
    #expect(result.errors.contains("\nsamples.csv:5: "))
  }

  private static let manyLetters = String(repeating: "x", count: 9999)
  private static let tooMany = (1...10_001).map { "\($0)" }.joined(separator: ",")
  private static let mistakes: [(arguments: [String], beginning: String)] = [
    ([], "nothing to try; give lists"), (["--enter", "80,,100"], "--enter 80,,100: a number is missing"),
    (["--enter", "80,,x"], "--enter 80,,x: a number is missing"), (["--enter", ","], "--enter ,: a number is missing"),
    (["--enter", "80,x"], "--enter: \"x\" is no number"), (["--enter", "nan"], "--enter: \"nan\" is no number"),
    (["--enter", "inf"], "--enter: \"inf\" is no number"), (["--enter", "0x50"], "--enter: \"0x50\" is no number"),
    (["--enter", "80 "], "--enter: \"80 \" is no number"), (["--enter", "1e400"], "--enter: 1e400 is too large"),
    (["--enter="], "--enter needs a value that is not empty"), (["--enter=-80"], "--enter: -80 must be above 0"),
    (["--enter", "80,100,80.0"], "--enter: 80.0 is given twice"), (["--enter", "0"], "--enter: 0 must be above 0"),
    (["--enter", "100", "--exit", "50"], "no exit radius is at least its enter radius"),
    (["--confirm", "1.5"], "--confirm: 1.5 is no whole number from 1 to 100"),
    (["--confirm", "0"], "--confirm: 0 is no whole number"), (["--exit", "9,-1"], "--exit: -1 must be above 0"),
    (["--confirm", "1e300"], "--confirm: 1e+300 is no whole number"), (["--confirm", "101"], "--confirm: 101 is no"),
    (["--accuracy=-1"], "--accuracy: -1 must be at least 0"),
    (["--enter", "\(tooMany),"], "--enter \(tooMany.prefix(64))…: a number is missing; write"),
    (["--enter", manyLetters], "--enter: \"\(manyLetters.prefix(64))…\" is no number"),
    (["--confirm", "1", "--flap-window=-1"], "--flap-window: -1 must"),
    (["--confirm", "1", "--flap-window", "1e999"], "--flap-window: 1e999 is too large"),
    (["--confirm", "1", "--threads", "0"], "--threads 0 is no whole number from 1 to 256"),
    (["--confirm", "1", "--tz", "Berlin"], "--tz Berlin is no offset"),
    (["--confirm", "1", "--policy-name", "nosuch"], "no policy \"nosuch\" among the policies"),
    (["--confirm", "1", "--json", "-", "--csv", "-"], "--json and --csv both write standard output"),
    (["--confirm", "1", "--csv", "samples.csv"], "--csv would overwrite the input of --samples"),
    (["--cofirm", "1"], "unknown option --cofirm, did you mean --confirm?"),
    (["--enter", tooMany], "more than 10000 settings"),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsExplained(arguments: [String], beginning: String) throws {
    let folder = try Walk.folder()
    let result = try runCordon(Self.minimum + arguments, in: folder)
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("cordon: \(beginning)"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.output.isEmpty)
    #expect(try folder.names == ["fences.csv", "samples.csv"])
  }

  @Test(
    arguments: [
      ("", 65, "samples.csv: no samples"), ("device,time\n", 65, "samples.csv:1: "), ("[]", 65, "samples.csv:1: "),
    ] as [(String, Int32, String)])
  func unusableSamples(text: String, code: Int32, beginning: String) throws {
    let folder = try Walk.folder()
    try folder.write(text, to: "samples.csv")
    let result = try runCordon(Self.minimum + ["--confirm", "1", "--json", "r.json"], in: folder)
    #expect(result.code == code)
    #expect(result.errors.hasPrefix("cordon: \(beginning)"), "\(result.errors)")
    #expect(try folder.names == ["fences.csv", "samples.csv"])
  }
}
