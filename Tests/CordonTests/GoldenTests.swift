import Foundation
import Testing

/// Whole inputs with all outputs, through the built command.
@Suite(.enabled(if: SharedFolder.isThere, Comment(rawValue: SharedFolder.whereItIs)))
struct GoldenTests {
  static let names = SharedFolder.names(in: "golden") { !$0.hasSuffix(".md") }

  @Test(arguments: names)
  func everyOutputIsAsExpected(name: String) throws {
    let golden = try #require(SharedFolder.url).appendingPathComponent("golden/\(name)")
    let files = try FileManager.default.contentsOfDirectory(atPath: golden.path)
    let fences = try #require(files.first { $0.hasPrefix("fences.") })
    let samples = try #require(files.first { $0.hasPrefix("samples.") })
    let folder = try TemporaryFolder()
    var arguments = ["replay", "--fences", fences, "--samples", samples].map { argument in
      files.contains(argument) ? golden.appendingPathComponent(argument).path : argument
    }
    if files.contains("policy.json") {
      arguments += ["--policy", golden.appendingPathComponent("policy.json").path]
    }
    for output in ["events", "rejections", "states", "decisions"] { arguments += ["--\(output)", "\(output).ndjson"] }
    arguments += ["--summary", "summary.json"]
    let result = try runCordon(arguments, in: folder)
    #expect(result.code == 0)
    #expect(result.output.isEmpty)
    for output in ["events", "rejections", "states"] {
      let expected = try String(
        decoding: Data(contentsOf: golden.appendingPathComponent("expected-\(output).ndjson")), as: UTF8.self)
      expectSameLines(
        try OrderedJSON.lines(folder.read("\(output).ndjson")), try OrderedJSON.lines(expected), "\(name) \(output)")
    }
    try expectRowCounts(in: String(contentsOf: golden.appendingPathComponent("README.md"), encoding: .utf8), folder)
  }

  private func expectSameLines(_ actual: [OrderedJSON], _ expected: [OrderedJSON], _ what: String) {
    #expect(actual.count == expected.count, "\(what)")
    for (actual, expected) in zip(actual, expected) {
      if expected["rejected"] == .array([.string("malformed")]) {
        #expect(actual.keys == ["line", "rejected", "message"])
        #expect(actual.removing("message") == expected, "\(what)")
        continue
      }
      #expect(actual.keys == expected.keys, "\(what)")
      #expect(actual.removing("distance") == expected.removing("distance"), "\(what)")
      if let distance = expected["distance"] {
        let shown = actual["distance"]?.text.flatMap { Double($0) } ?? .nan
        let wanted = distance.text.flatMap { Double($0) } ?? .nan
        #expect(abs(shown - wanted) <= 2e-6, "\(what)")
      }
    }
  }

  /// The README of each golden says: rows in 11 = accepted 3 + rejected 5 + malformed 3.
  private func expectRowCounts(in readme: String, _ folder: TemporaryFolder) throws {
    let line = try #require(readme.split(separator: "\n").first { $0.contains("rows in ") })
    let counts = line.split { !$0.isNumber }.compactMap { Int($0) }.suffix(4)
    let summary = try OrderedJSON(folder.read("summary.json"))
    #expect(
      Array(counts) == ["samples", "accepted", "rejected", "malformed"].map { summary[$0]?.int ?? -1 })
  }
}
