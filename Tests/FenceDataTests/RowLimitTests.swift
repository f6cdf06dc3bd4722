import FenceData
import GeoPolicy
import Testing

/// Rows around and over the limit of 1 MiB, which is the bound of a reader's memory.
@Suite struct RowLimitTests {
  private static let limit = 1 << 20
  private static let header = "device,time,lat,lon,acc,note\n"

  /// A row of exactly `length` bytes.
  private static func row(_ length: Int, quoted: Bool) -> String {
    let start = "d,1,1,1,1,"
    let padding = length - start.utf8.count - (quoted ? 2 : 0)
    let note = String(repeating: "x", count: padding)
    return start + (quoted ? "\"\(note)\"" : note)
  }

  @Test(arguments: [false, true], ["\n", "\r\n", ""])
  func theLimitItselfPasses(quoted: Bool, end: String) {
    for (length, passes) in [(Self.limit, true), (Self.limit + 1, false)] {
      let text = Self.header + Self.row(length, quoted: quoted) + end
      let whole = Reading(text)
      #expect(whole.rows.count == (passes ? 1 : 0))
      #expect(whole.malformedLines == (passes ? [] : [2]))
      let bytes = text.utf8.count
      for cut in [40, bytes / 2, bytes - 3, bytes - 2, bytes - 1] { #expect(Reading(text, cuts: [cut]) == whole) }
    }
  }

  @Test(arguments: ["\n", "\r\n", ""])
  func theLimitOfLinesOfJSON(end: String) {
    for (length, passes) in [(Self.limit, true), (Self.limit + 1, false)] {
      let padding = String(repeating: "x", count: length - "{\"device\":\"d\",\"x\":\"\"}".utf8.count)
      let text = "{\"device\":\"d\",\"x\":\"\(padding)\"}" + end
      let whole = Reading(text)
      #expect(whole.rows.count == (passes ? 1 : 0))
      #expect(whole.malformedLines == (passes ? [] : [1]))
      let bytes = text.utf8.count
      for cut in [40, bytes / 2, bytes - 3, bytes - 2, bytes - 1] { #expect(Reading(text, cuts: [cut]) == whole) }
    }
  }

  @Test(arguments: ["d,", "\"", "d,\u{0}", "{"])
  func aRowOfTenMegabytesIsOneMalformedRow(start: String) {
    let text = (start == "{" ? "{}\n" : Self.header) + start + String(repeating: "x", count: 10_000_000) + "\n"
    let rest = start == "{" ? "{\"device\":\"e\"}" : "e,2,2,2,2,"
    let whole = Reading(text + rest)
    #expect(whole.malformedLines == (start == "{" ? [1, 2] : [2]))
    #expect(whole.rows.map(\.device) == ["e"])
    #expect(whole.rows.map(\.line) == [3])
    let cuts = Array(stride(from: 0, to: text.utf8.count, by: 65_536))
    #expect(Reading(text + rest, cuts: cuts) == whole)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func aStrayQuoteCostsOneLineAmongMany(end: String) {
    let count = 90_000
    let rows = (0..<count).map { $0 == 1000 ? "\"d,\($0),1,1,1," : "d,\($0),1,1,1," }
    let text = Self.header + rows.joined(separator: end) + end
    let cuts = Array(stride(from: 0, to: text.utf8.count, by: 10_007))
    for reading in [Reading(text), Reading(text, cuts: cuts, limit: 7)] {
      #expect(reading.malformedLines == [1002])
      #expect(reading.rows.count == count - 1)
      #expect(reading.rows.last?.line == count + 1)
      #expect(reading.rows.last?.sequence == Int64(count - 1))
    }
  }

  /// Quotes of even number on every line keep an unclosed one open: each line is scanned twice and no more.
  @Test func recoveryIsLinear() {
    let line = "\"\"\"\",1,1,1,1,\"\"\"\"\n"
    let text = Self.header + "\"\n" + String(repeating: line, count: 200_000)
    let reading = Reading(text)
    #expect(reading.malformedLines == [2])
    #expect(reading.rows.count == 200_000)
  }

  @Test func aFieldMayHoldManyLines() {
    let note = String(repeating: "line\r\n", count: 100_000)
    let reading = Reading(Self.header + "a,1,1,1,1,\"\(note)\"\r\nb,1,1,1,1,\r\n")
    #expect(reading.malformed.isEmpty)
    #expect(reading.rows.map(\.line) == [2, 100_003])
  }
}
