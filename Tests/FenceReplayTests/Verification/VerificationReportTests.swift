import FenceData
import GeoPolicy
import Testing

@testable import FenceReplay

/// What people, other programs and CI are told.
struct VerificationReportTests {
  private func report() throws -> VerificationReport {
    var different = try FolderProbe.accepted()
    different.edit(.events) { $0.replacing("\"seq\":4", with: "\"seq\":5") }
    var folders = [try FolderProbe.accepted().report(), try different.report()]
    folders.append(FolderReport(name: "bad <&\"'\u{1}\u{FFFE}\n\u{1b}[2J>", problem: "no fences in it ]]> & so on"))
    for index in folders.indices { folders[index].seconds = 0.25 }
    return VerificationReport(folders)
  }

  @Test func theTextTellsEachFolderAndTheSum() throws {
    let text = try report().text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "walk: passed")
    #expect(lines.last == "3 folders: 1 passed, 1 different, 1 unusable")
    #expect(
      lines[1...5].elementsEqual([
        "walk: different", "  events: 1 missing, 1 unexpected (3 expected, 3 found)",
        "    seq 4, device a, fence shop, exit: unexpected; found inside to outside, distance 1111.949266 m, accuracy 5 m, duration 2 s",
        "    seq 5, device a, fence shop, exit: missing; expected inside to outside, distance 1111.949266 m, accuracy 5 m, duration 2 s",
        "  out of review, the last one was by Ada on 2025-05-30",
      ]), "\(text)")
    #expect(!text.contains("\u{1b}"))
    #expect(try !report().hasPassed)
    #expect(try VerificationReport([FolderProbe.accepted().report()]).hasPassed)
  }

  @Test func longListsAreCutAndCounted() throws {
    var probe = try FolderProbe.accepted()
    probe.edit(.events) { text in
      text + (0..<50).map { ResultComparisonTests.event(100 + $0) + "\n" }.joined()
    }
    let text = try probe.report().text
    #expect(text.contains("    and 30 more\n"))
    #expect(text.contains("  events: 50 missing (53 expected, 3 found)\n"))
  }

  @Test func theJSONHoldsEveryDifference() throws {
    let value = try report().json.withUnsafeBytes { try JSONValue($0) }
    #expect(value["format"]?.integer == 1)
    #expect(value["folders"]?.elements?.map { $0["verdict"]?.string } == ["passed", "different", "unusable"])
    let events = value["folders"]?.elements?[1]["outputs"]?.elements?[0]
    #expect(events?["output"]?.string == "events")
    let differences = try #require(events?["differences"]?.elements)
    #expect(differences.map { $0["kind"]?.string } == ["unexpected", "missing"])
    #expect(differences.map { $0["seq"]?.integer } == [4, 5])
    #expect(differences[1]["expectedValues"]?["distance"]?.number == 1111.949266)
  }

  /// A parser that is not ours reads it, and finds what CI looks for.
  @Test func theJUnitFileIsSoundXML() throws {
    let found = try JUnitProbe(report().junit)
    #expect(
      found.suites == [
        ["name": "cordon verify", "tests": "3", "failures": "1", "errors": "1", "skipped": "0", "time": "0.75"]
      ])
    #expect(found.cases.map { $0["classname"] } == ["cordon.verify", "cordon.verify", "cordon.verify"])
    #expect(found.cases.map { $0["name"] } == ["walk", "walk", "bad <&\"'\\u{1}\\u{fffe}\n\\u{1b}[2J>"])
    #expect(found.cases.map { $0["time"] } == ["0.25", "0.25", "0.25"])
    #expect(found.problems.map(\.element) == ["failure", "error"])
    #expect(found.problems[0].text.contains("\n    seq 4, device a, fence shop, exit: unexpected; found"))
    #expect(found.problems[1].attributes["message"] == "no fences in it ]]> & so on")
    #expect(found.problems[1].attributes["type"] == "unusable")
  }

  @Test func nothingToTellIsSoundToo() throws {
    #expect(try JUnitProbe(VerificationReport([]).junit).suites.first?["tests"] == "0")
  }

  @Test func everyCharacterIsEscapedOrAllowed() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for keepsLines in [true, false] {
        let escaped = xmlEscaped(String(scalar), keepsLines: keepsLines)
        let allowed = escaped.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" && keepsLines
        }
        #expect(allowed && !escaped.contains("<") && !escaped.contains("\""), "\(value)")
      }
    }
  }
}
