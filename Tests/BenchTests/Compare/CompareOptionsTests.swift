import CommandLineSupport
import Testing

@testable import cordon_bench

@Suite struct CompareOptionsTests {
  @Test func understandsAllOptions() throws {
    let options = try CompareOptions([
      "a/base", "b/new", "--filter", "walk", "--json=o.ndjson", "--timings", "t.csv", "--pairs", "300", "--cap", "600",
      "--launches", "4", "--seed", "9", "--counts-only", "--no-instructions",
    ])
    #expect(options.base == "a/base")
    #expect(options.new == "b/new")
    #expect(options.limits.pairs == 300 && options.limits.cap == 600 && options.limits.launches == 4)
    #expect(options.seed == 9)
    #expect(options.isCountsOnly && options.isWithoutInstructions)
    #expect(try options.cases().map(\.name) == ["walk-10k"])
    #expect(try CompareOptions(["--baseline", "f", "new"]).base == nil)
    #expect(try CompareOptions(["--list"]).isList)
    #expect(try CompareOptions(["b", "n", "--pairs", "5000"]).limits.cap == 10_000)
  }

  @Test(
    "says what is wrong",
    arguments: [
      ([], "two executables"), (["one"], "was given 1"), (["a", "b", "c"], "was given 3"),
      (["--baseline", "f", "a", "b"], "one executable"), (["a", "b", "--pair", "9"], "did you mean --pairs?"),
      (["a", "b", "--pairs", "2"], "30 to"), (["a", "b", "--cap", "100"], "--cap 100"),
      (["a", "b", "--launches", "1"], "3 to"), (["a", "b", "--seed", "x"], "--seed x"),
    ])
  func refuses(_ arguments: [String], with text: String) {
    let error = #expect(throws: UsageError.self) { try CompareOptions(arguments) }
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
  }

  @Test func aFilterThatSelectsNothingNamesTheCases() throws {
    let options = try CompareOptions(["a", "b", "--filter", "nothing"])
    let error = #expect(throws: UsageError.self) { try options.cases() }
    #expect(error?.message.contains("walk-10k, lookup-10k") == true)
  }

  @Test func theOtherCommandsOfACheck() throws {
    #expect(try Invocation(["compare", "--help"]) == .help(HelpText.compare))
    #expect(try Invocation(["compare", "--list"]) == .listCases)
    #expect(try Invocation(["baseline", "--json", "f"]) == .baseline(BaselineOptions(["--json", "f"])))
    #expect(throws: UsageError.self) { try BaselineOptions([]) }
    #expect(try SelfTestOptions(["--times", "3", "--case", "read-csv"]).times == 3)
    #expect(throws: UsageError.self) { try SelfTestOptions(["--case", "walk"]) }
    let work = try WorkOptions(["walk-10k", "--count", "--blocks", "12", "--extra", "5", "--processor", "1"])
    #expect(work.isCount && work.size == WorkCase.Size(blocks: 12, extraPercent: 5) && work.processor == 1)
    #expect(throws: UsageError.self) { try WorkOptions(["--count"]) }
  }
}
