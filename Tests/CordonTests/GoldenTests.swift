import Foundation
import TestSupport
import Testing

/// Whole inputs with all outputs, through the built command: every folder of `data/`, and those that projects share.
struct GoldenTests {
  static let ours = ExampleFolder.all(below: dataFolder)
  static let shared = sharedFolder.map { ExampleFolder.all(below: $0.appending(path: "golden")) } ?? []

  /// A folder that is not well formed must not go missing silently.
  @Test func noFolderIsForgotten() throws {
    let folders =
      ["article-walk", "city-day"]
      + (try ["cases", "inputs"].flatMap { group in
        try TestSupport.names(in: dataFolder.appending(path: group)).map { "\(group)/\($0)" }
      })
    #expect(Self.ours.map(\.name) == folders.sorted())
    if let sharedFolder {
      let names = try TestSupport.names(in: sharedFolder.appending(path: "golden")).filter { !$0.contains(".") }
      #expect(Self.shared.map(\.name) == names)
    }
  }

  @Test(arguments: ours)
  func everyOutputOfOurDataIsAsExpected(example: ExampleFolder) throws { try expectAllOutputs(of: example) }

  @Test(.enabled(if: hasSharedFolder, "\(noSharedFolder)"), arguments: shared)
  func everyOutputOfSharedDataIsAsExpected(example: ExampleFolder) throws { try expectAllOutputs(of: example) }

  private func expectAllOutputs(of example: ExampleFolder) throws {
    let files = try TestSupport.names(in: example.url)
    var arguments = example.arguments.map { files.contains($0) ? example.url.appending(path: $0).path : $0 }
    let outputs = ["events", "rejections", "states"]
    for output in outputs { arguments += ["--\(output)", "\(output).ndjson"] }
    let folder = try TemporaryFolder()
    let result = try runCordon(arguments + ["--summary", "-"], in: folder)
    #expect(Int(result.code) == example.exitCode)
    for output in outputs {
      let expected = try example.expected(output)
      #expect(try differences(ofLines: folder.read("\(output).ndjson"), fromExpected: expected) == [], "\(output)")
    }
    for line in try OrderedJSON.lines(folder.read("rejections.ndjson")) where line["line"] != nil {
      #expect(line.keys == ["line", "rejected", "message"])
    }
    let summary = OrderedJSON.parse(result.outputText)
    #expect(example.counts == ["samples", "accepted", "rejected", "malformed"].map { summary[$0]?.int ?? -1 })
  }
}
