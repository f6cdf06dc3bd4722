import Foundation
import TestSupport
import Testing

/// What the README says of the command is what the command does.
struct ReadmeCommandTests {
  private let readme: String

  init() throws { readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8) }

  @Test func theExamplePrintsTheSummaryShown() throws {
    let start = try #require(readme.range(of: "swift run -c release cordon "))
    let end = try #require(readme.range(of: "\n```", range: start.upperBound..<readme.endIndex))
    let words = readme[start.upperBound..<end.lowerBound].replacing("\\\n", with: " ").split(separator: " ")
    let arguments = words.map { $0.hasPrefix("data/") ? packageFolder.appending(path: String($0)).path : String($0) }
    let result = try runCordon(arguments, in: TemporaryFolder())
    #expect(result.code == 0)
    #expect(readme.contains("\n\(result.errors)```\n"), "\(result.errors)")
    let shown = try #require(readme[end.upperBound...].split(separator: "\n").first { $0.hasPrefix("{\"seq\"") })
    #expect(differences(ofLines: lastLine(of: result.outputText), fromExpected: String(shown)) == [])
  }

  private func lastLine(of text: String) -> String { text.split(separator: "\n").last.map(String.init) ?? "" }

  @Test func everyOptionOfTheHelpIsTold() throws {
    let help = try runCordon(["help", "replay"], in: TemporaryFolder()).outputText
    let options = help.matches(of: #/\n  (--[a-z]+)/#).map(\.output.1)
    #expect(options.count >= 13)
    for option in options { #expect(readme.contains("| `\(option)"), "\(option)") }
  }

  /// The policy that the README calls the default is the one that is used where no policy is given.
  @Test func theDefaultPolicyIsTheDefault() throws {
    let start = try #require(readme.range(of: "```json\n"))
    let end = try #require(readme.range(of: "```", range: start.upperBound..<readme.endIndex))
    let folder = try Walk.folder()
    try folder.write(String(readme[start.upperBound..<end.lowerBound]), to: "policy.json")
    let plain = try runCordon(Walk.arguments + ["--quiet"], in: folder)
    let explicit = try runCordon(Walk.arguments + ["--quiet", "--policy", "policy.json"], in: folder)
    #expect(explicit.code == 0)
    #expect(plain.output == explicit.output)
    #expect(OrderedJSON.lines(plain.outputText).count == Walk.eventCount)
  }
}
