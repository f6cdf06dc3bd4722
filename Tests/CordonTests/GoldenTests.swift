import Foundation
import TestSupport
import Testing

/// Whole inputs with all outputs, through the built command.
@Suite(.enabled(if: hasSharedFolder, Comment(rawValue: noSharedFolder)))
struct GoldenTests {
  static let names = (try? TestSupport.names(in: sharedFolder?.appending(path: "golden") ?? packageFolder)) ?? []

  @Test(arguments: names.filter { !$0.contains(".") })
  func everyOutputIsAsExpected(name: String) throws {
    let golden = try #require(sharedFolder).appending(path: "golden/\(name)")
    let files = try TestSupport.names(in: golden)
    let fences = try #require(files.first { $0.hasPrefix("fences.") })
    let samples = try #require(files.first { $0.hasPrefix("samples.") })
    let folder = try TemporaryFolder()
    var arguments = [
      "replay", "--fences", golden.appending(path: fences).path, "--samples", golden.appending(path: samples).path,
    ]
    if files.contains("policy.json") { arguments += ["--policy", golden.appending(path: "policy.json").path] }
    let outputs = ["events", "rejections", "states"]
    for output in outputs { arguments += ["--\(output)", "\(output).ndjson"] }
    let result = try runCordon(arguments + ["--summary", "-"], in: folder)
    #expect(result.code == 0)
    for output in outputs {
      let expected = try String(contentsOf: golden.appending(path: "expected-\(output).ndjson"), encoding: .utf8)
      #expect(try differences(ofLines: folder.read("\(output).ndjson"), fromExpected: expected) == [], "\(output)")
    }
    for line in try OrderedJSON.lines(folder.read("rejections.ndjson")) where line["line"] != nil {
      #expect(line.keys == ["line", "rejected", "message"])
    }

    // The README of each says: rows in 11 = accepted 3 + rejected 5 + malformed 3.
    let readme = try String(contentsOf: golden.appending(path: "README.md"), encoding: .utf8)
    let sentence = try #require(readme.split(separator: "\n").first { $0.contains("rows in ") })
    let counts = sentence.split { !$0.isNumber }.compactMap { Int($0) }.suffix(4)
    let summary = OrderedJSON.parse(result.outputText)
    #expect(Array(counts) == ["samples", "accepted", "rejected", "malformed"].map { summary[$0]?.int ?? -1 })
  }
}
