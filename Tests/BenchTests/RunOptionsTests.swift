import CommandLineSupport
import Testing

@testable import cordon_bench

@Suite struct RunOptionsTests {
  @Test func understandsAllOptions() throws {
    let options = try RunOptions([
      "--json=out.ndjson", "--filter", "stores", "--fences", "f.csv", "--samples", "s.csv", "--policy", "p.json",
      "--rounds", "7", "--full",
    ])
    #expect(options.json == "out.ndjson")
    #expect(options.filter == "stores")
    #expect(options.files == RunOptions.Files(fences: "f.csv", samples: "s.csv", policy: "p.json"))
    #expect(options.rounds == 7)
    #expect(options.isFull)
    #expect(!options.isList)
  }

  @Test(
    "says what is wrong",
    arguments: [
      (["--round", "3"], "did you mean --rounds?"), (["--rounds", "0"], "1 to 1000"), (["--rounds", "x"], "1 to 1000"),
      (["--fences", "f"], "--samples FILE"), (["--samples", "s"], "--fences FILE"),
      (["--policy", "p"], "goes with --fences"), (["s.csv"], "unexpected argument s.csv"),
      (["--json"], "needs a value"),
    ])
  func refuses(_ arguments: [String], with text: String) {
    let error = #expect(throws: UsageError.self) { try RunOptions(arguments) }
    #expect(error?.message.contains(text) == true)
  }

  @Test func aFilterSelectsByScenarioAndVariant() throws {
    let listing = try RunCommand(RunOptions(["--filter", "parked-100k/skip"])).listing()
    #expect(listing.split(separator: "\n").count == 2)
    #expect(throws: UsageError.self) { try RunCommand(RunOptions(["--filter", "no such"])) }
  }

  @Test func longScenariosNeedToBeAskedFor() throws {
    #expect(throws: UsageError.self) { try RunCommand(RunOptions(["--filter", "stores-10m"])) }
    #expect(try RunCommand(RunOptions(["--filter", "stores-10m", "--full"])).listing().contains("--full"))
  }

  @Test func theHelpNamesAllVariants() {
    for variant in Variant.table { #expect(HelpText.overview.contains("\n  \(variant.name) ")) }
    #expect(Set(Scenario.table.map(\.name)).count == Scenario.table.count)
  }
}
