import Foundation
import Testing

/// What people read first: printed by the built command, and compared as a whole.
struct HelpTests {
  @Test(arguments: [["--help"], ["help"]])
  func overview(arguments: [String]) throws {
    let result = try runCordon(arguments, in: TemporaryFolder())
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    #expect(
      result.outputText == """
        cordon: which fences did each device enter or leave, and why?

        usage:
          cordon replay --fences FILE --samples FILE [options]
          cordon diagnose --fences FILE --samples FILE [options]
          cordon check FENCES [options]
          cordon sweep --fences FILE --samples FILE --enter LIST --exit LIST --confirm LIST [options]
          cordon verify [DIR…] [options]
          cordon attest FILE --policy FILE --device TEXT --system TEXT --by NAME --result pass|fail [--note TEXT]
          cordon validation FILE [--policy FILE]… [DIR…]
          cordon help [COMMAND]
          cordon --version

        commands:
          replay      judge recorded samples against fences; write events, rejections, decisions, states
          diagnose    tell why a fence was left and entered again: rules, samples, or the system's region events
          check       find what is wrong with a fence file before it is used
          sweep       try other radii, confirmations and limits of accuracy on recorded samples
          verify      judge folders of fixed samples again, against their reviewed expectation
          attest      record what a person saw a real device do
          validation  show what was validated, rules and devices, and what of it is out of date

        cordon help replay tells all about a command.

        """)
  }

  @Test func replayNamesEveryOptionAndExitCode() throws {
    let asked = try runCordon(["replay", "--help"], in: TemporaryFolder())
    let helped = try runCordon(["help", "replay"], in: TemporaryFolder())
    #expect(asked.code == 0)
    #expect(asked.output == helped.output)
    for option in [
      "--fences", "--samples", "--policy", "--tz", "--events", "--rejections", "--decisions", "--states", "--summary",
      "--strict", "--quiet", "--threads", "--help",
    ] {
      #expect(asked.outputText.contains("\n  \(option) "), "\(option)")
    }
    for code in [0, 64, 65, 66, 70, 74] { #expect(asked.outputText.contains("\(code) "), "\(code)") }
    for line in asked.outputText.split(separator: "\n") { #expect(line.count <= 120) }
  }

  private static let commands: [(name: String, options: [String], code: Int)] = [
    (
      "check", ["FENCES", "--policy", "--interval", "--speed", "--json", "--geojson", "--strict", "--quiet", "--help"],
      1
    ),
    (
      "sweep",
      [
        "--fences", "--samples", "--policy", "--tz", "--enter", "--exit", "--confirm", "--accuracy", "--policy-name",
        "--all-fences", "--flap-window", "--json", "--csv", "--threads", "--quiet", "--help",
      ], 0
    ),
    ("verify", ["--junit", "--json", "--record", "--quiet", "--accept", "--reviewer", "--why", "--tz", "--help"], 0),
    ("attest", ["--policy", "--device", "--system", "--by", "--result", "--note", "--help"], 0),
    ("validation", ["--policy", "--require", "--help"], 1),
  ]

  @Test(arguments: commands)
  func everyCommandNamesItsOptionsAndExitCodes(command: String, options: [String], code: Int) throws {
    let asked = try runCordon([command, "--help"], in: TemporaryFolder())
    let helped = try runCordon(["help", command], in: TemporaryFolder())
    #expect(asked.code == 0)
    #expect(asked.output == helped.output)
    for option in options { #expect(asked.outputText.contains("\n  \(option) "), "\(option)") }
    for code in [0, code, 64, 65, 66, 70, 74] { #expect(asked.outputText.contains("\(code) "), "\(code)") }
    for line in asked.outputText.split(separator: "\n") { #expect(line.count <= 120) }
  }

  @Test func version() throws {
    let result = try runCordon(["--version"], in: TemporaryFolder())
    #expect(result.code == 0)
    #expect(result.outputText.wholeMatch(of: #/cordon \d+\.\d+\.\d+\n/#) != nil)
  }
}
