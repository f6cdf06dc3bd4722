import Foundation
import TestSupport
import Testing

/// The tools of the tests must themselves be able to fail.
@Suite struct TestSupportTests {
  @Test func linesThatAgree() {
    let a = "{\"seq\":1,\"distance\":79.999,\"fence\":\"a\\\"b\",\"rejected\":[\"x\",\"y\"]}\r\n{\"t\":null}\n\n"
    let b =
      "{\"seq\": 1.0, \"distance\": 79.9990015, \"fence\": \"a\\u0022b\", \"rejected\": [\"x\", \"y\"]}\n{\"t\":null}"
    #expect(differences(ofLines: a, fromExpected: b).isEmpty)
    #expect(differences(ofLines: "", fromExpected: "").isEmpty)
    #expect(differences(ofLines: "{\"line\":1,\"message\":\"x\"}", fromExpected: "{\"line\":1}").isEmpty)
  }

  @Test(arguments: [
    ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"), ("{\"a\":1}", "{\"a\":1,\"b\":2}"), ("{\"a\":1}", "{\"a\":\"1\"}"),
    ("{\"distance\":1.000003}", "{\"distance\":1}"), ("{\"time\":1.000001}", "{\"time\":1}"),
    ("{\"f\":\"caf\u{E9}\"}", "{\"f\":\"cafe\u{301}\"}"), ("{\"a\":[1]}", "{\"a\":[1,2]}"),
    ("{\"a\":null}", "{\"a\":0}"),
    ("{}", ""), ("", "{}"), ("{} {}", "{}"), ("nonsense", "{}"), ("{\"a\":1,}", "{\"a\":1}"),
  ])
  func linesThatDiffer(a: String, b: String) {
    #expect(!differences(ofLines: a, fromExpected: b).isEmpty)
  }

  @Test func foldersAreWhereTheyAreSaidToBe() throws {
    #expect(try names(in: packageFolder).contains("Package.swift"))
    #expect(try names(in: dataFolder).contains("distances"))
  }

  @Test(.enabled(if: hasSharedFolder, "\(noSharedFolder)"))
  func sharedFolderHoldsCases() throws {
    let folder = try #require(sharedFolder)
    #expect(try names(in: folder).contains("cases"))
  }
}

@Suite struct ExampleFolderTests {
  static let examples = ExampleFolder.all(below: dataFolder)

  @Test func thereAreExamples() {
    #expect(Self.examples.count >= 24)
    #expect(Self.examples.contains { $0.name == "city-day" && $0.policy != nil })
  }

  @Test(arguments: examples)
  func areComplete(example: ExampleFolder) throws {
    for name in ["events", "rejections", "states"] {
      for line in try example.expected(name).split(separator: "\n") { #expect(OrderedJSON(line) != nil, "\(line)") }
    }
    #expect(try !example.expected("states").isEmpty)
    #expect(example.arguments.prefix(3).elementsEqual(["replay", "--fences", example.fences.lastPathComponent]))
    #expect(example.arguments.contains("--policy") == (example.policy != nil))
    #expect((example.zone != nil) == (example.name == "inputs/geojson-and-clocks"))
  }
}
