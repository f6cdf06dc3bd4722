import CommandLineSupport
import Testing

@testable import cordon

struct InvocationTests {
  static let minimum = ["--fences", "f", "--samples", "s"]

  @Test func everyOptionIsRead() throws {
    let options = try ReplayOptions([
      "--fences=f", "--samples", "-", "--policy", "p", "--events", "e", "--rejections=r", "--decisions", "d",
      "--states", "t", "--summary=-", "--tz", "+02:00", "--strict", "--quiet", "--threads", "3",
    ])
    #expect(options.fences == "f")
    #expect(options.samples == "-")
    #expect(options.policy == "p")
    #expect(options.events == "e")
    #expect(options.rejections == "r")
    #expect(options.decisions == "d")
    #expect(options.states == "t")
    #expect(options.summary == "-")
    #expect(options.offsetSeconds == 7200)
    #expect(options.isStrict)
    #expect(options.isQuiet)
    #expect(options.threads == 3)
  }

  @Test func whatIsLeftOutIsPlain() throws {
    let options = try ReplayOptions(Self.minimum)
    #expect(options.events == "-")
    #expect(options.outputs.map(\.option) == ["--events"])
    #expect(options.offsetSeconds == nil)
    #expect(!options.isStrict)
    #expect(!options.isQuiet)
    #expect(options.threads == 1)
  }

  @Test(arguments: [
    ([], "no command"), (["repaly"], "unknown command repaly, did you mean replay?"),
    (["--version", "x"], "--version takes nothing else"),
    (["--versoin"], "unknown option --versoin, did you mean --version?"), (["serve"], "unknown command serve;"),
    (["help", "reply"], "no help on reply, did you mean replay?"), (["help", "replay", "x"], "help takes one command"),
    (["replay"], "no fences; name their file with --fences FILE"), (["replay", "--fences", "f"], "no samples;"),
    (["replay", "--fence", "f"], "unknown option --fence, did you mean --fences?"),
    (["replay", "f"], "unexpected argument f;"),
    (["replay", "--fences", "a", "--fences", "b"], "--fences is given twice"),
    (["replay", "--strict=yes"], "--strict takes no value"), (["replay", "--fences"], "--fences needs a value"),
    (["replay"] + minimum + ["--tz", "Berlin"], "--tz Berlin is no offset; write UTC"),
    (["replay"] + minimum + ["--threads", "0"], "--threads 0 is no whole number from 1 to"),
    (["replay"] + minimum + ["--threads", "two"], "--threads two is no whole number"),
    (["replay", "--fences", "-", "--samples", "-"], "--fences and --samples both read standard input;"),
    (["replay"] + minimum + ["--states", "-"], "--events and --states both write standard output; send the events"),
    (
      ["replay"] + minimum + ["--events", "-", "--states", "-"],
      "--events and --states both write standard output; give one of them a file"
    ),
  ])
  func aMistakeIsExplained(arguments: [String], beginning: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments) }
    #expect(error?.message.hasPrefix(beginning) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\n") == false)
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["help", "help"],
  ])
  func helpIsFound(arguments: [String]) throws {
    #expect(try Invocation(arguments) == .help(HelpText.overview))
  }

  @Test(arguments: [
    ["help", "replay"], ["replay", "--help"], ["replay", "-h"], ["replay", "--nonsense", "--help"],
  ])
  func helpOnReplayIsFound(arguments: [String]) throws {
    #expect(try Invocation(arguments) == .help(HelpText.replay))
  }

  @Test func versionIsFound() throws { #expect(try Invocation(["--version"]) == .version) }
}
