import Foundation
import TestSupport
import Testing

/// Small cases from public bug reports, through the built command.
@Suite(.enabled(if: hasSharedFolder, "\(noSharedFolder)"))
struct CaseTests {
  static let names = (try? TestSupport.names(in: sharedFolder?.appending(path: "cases") ?? packageFolder)) ?? []

  @Test(arguments: names.filter { $0.hasSuffix(".json") })
  func theAnswerIsRight(name: String) throws {
    let file = try #require(sharedFolder).appending(path: "cases/\(name)")
    let wanted = OrderedJSON.parse(try String(contentsOf: file, encoding: .utf8))
    let folder = try TemporaryFolder()
    try writeInputs(of: wanted, to: folder)
    let result = try runCordon(
      [
        "replay", "--fences", "fences.csv", "--samples", "samples.ndjson", "--policy", "policy.json", "--rejections",
        "rejections.ndjson", "--states", "states.ndjson", "--quiet",
      ], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)

    let events = OrderedJSON.lines(result.outputText).map { event in
      OrderedJSON.array(["seq", "device", "fence", "event", "from", "to"].compactMap { event[$0] }).line
    }
    #expect(events == wanted["events"]?.elements?.map(\.line))
    let rejected = try OrderedJSON.lines(folder.read("rejections.ndjson")).map { row in
      OrderedJSON.array(["seq", "rejected"].compactMap { row[$0] }).line
    }
    #expect(rejected == wanted["rejected"]?.elements?.map(\.line))
    let states = try OrderedJSON.lines(folder.read("states.ndjson"))
    for device in wanted["final"]?.keys ?? [] {
      let line = try #require(states.first { $0["device"]?.text == device })
      let final = try #require(wanted["final"]?[device])
      for fence in final.keys { #expect(state(at: fence, in: line) == final[fence]?.text, "\(device) at \(fence)") }
    }
  }

  private func state(at fence: String, in line: OrderedJSON) -> String {
    if line["inside"]?.elements?.contains(where: { $0.string == fence }) == true { return "inside" }
    let unknown = line["unknown"]
    let isUnknown = unknown?.string == "all" || unknown?.elements?.contains { $0.string == fence } == true
    return isUnknown ? "unknown" : "outside"
  }

  private func writeInputs(of wanted: OrderedJSON, to folder: TemporaryFolder) throws {
    var csv = "id,latitude,longitude,enter_m,exit_m\n"
    for fence in wanted["fences"]?.elements ?? [] {
      let fields = ["id", "latitude", "longitude", "enter", "exit"].map { fence[$0]?.text ?? "" }
      csv += fields.joined(separator: ",") + "\n"
    }
    try folder.write(csv, to: "fences.csv")
    let samples = wanted["samples"]?.elements?.map { $0.line + "\n" } ?? []
    try folder.write(samples.joined(), to: "samples.ndjson")

    guard case .object(let flat)? = wanted["policy"] else {
      Issue.record("no policy")
      return
    }
    let limits = ["maxAge", "maxFuture"]
    var top = flat.filter { limits.contains($0.key) }
    let rest = OrderedJSON.object(flat.filter { !limits.contains($0.key) })
    top.append((key: "policies", value: .object([(key: "default", value: rest)])))
    try folder.write(OrderedJSON.object(top).line, to: "policy.json")
  }
}
