import Foundation
import TestSupport
import Testing

/// Whole inputs with all outputs, through the built command.
struct GoldenTests {
  static let ours: [String] = {
    let folders = ["article-walk", "city-day"] + names("cases") + names("inputs")
    return folders
    func names(_ folder: String) -> [String] {
      ((try? TestSupport.names(in: dataFolder.appending(path: folder))) ?? []).filter { !$0.contains(".") }
        .map { "\(folder)/\($0)" }
    }
  }()

  static let shared: [String] = {
    guard let sharedFolder else { return [] }
    return ((try? TestSupport.names(in: sharedFolder.appending(path: "golden"))) ?? []).filter { !$0.contains(".") }
  }()

  @Test(arguments: ours)
  func everyOutputOfOurDataIsAsExpected(name: String) throws {
    try expectAllOutputs(of: dataFolder.appending(path: name))
  }

  @Test(.enabled(if: hasSharedFolder, Comment(rawValue: noSharedFolder)), arguments: shared)
  func everyOutputOfSharedDataIsAsExpected(name: String) throws {
    try expectAllOutputs(of: try #require(sharedFolder).appending(path: "golden/\(name)"))
  }

  private func expectAllOutputs(of golden: URL) throws {
    let files = try TestSupport.names(in: golden)
    let readme = try String(contentsOf: golden.appending(path: "README.md"), encoding: .utf8)
    // The README of each says how to run it, and: rows in 11 = accepted 3 + rejected 5 + malformed 3.
    let command = try #require(readme.split(separator: "\n").first { $0.contains("cordon replay --fences ") })
    let sentence = try #require(readme.split(separator: "\n").first { $0.contains("rows in ") })
    var arguments = command.split(separator: " ").dropFirst().map { word in
      files.contains(String(word)) ? golden.appending(path: String(word)).path : String(word)
    }
    let outputs = ["events", "rejections", "states"]
    for output in outputs { arguments += ["--\(output)", "\(output).ndjson"] }
    let folder = try TemporaryFolder()
    let result = try runCordon(arguments + ["--summary", "-"], in: folder)
    #expect(result.code == 0)
    for output in outputs {
      let expected = try String(contentsOf: golden.appending(path: "expected-\(output).ndjson"), encoding: .utf8)
      #expect(try differences(ofLines: folder.read("\(output).ndjson"), fromExpected: expected) == [], "\(output)")
    }
    for line in try OrderedJSON.lines(folder.read("rejections.ndjson")) where line["line"] != nil {
      #expect(line.keys == ["line", "rejected", "message"])
    }
    let counts = sentence.split { !$0.isNumber }.compactMap { Int($0) }.suffix(4)
    let summary = OrderedJSON.parse(result.outputText)
    #expect(Array(counts) == ["samples", "accepted", "rejected", "malformed"].map { summary[$0]?.int ?? -1 })
  }
}
