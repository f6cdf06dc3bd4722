import Foundation
import Testing

@testable import cordon_bench

@Suite struct ReportTests {
  static func makeRows() throws -> [ResultRow] {
    var run = ScenarioRun(name: "small", variants: Variant.table, rounds: 1, set: AgreementTests.makeSet())
    return try run.run()
  }

  @Test func everyLineIsAnObjectWithItsKeys() throws {
    let rows = try Self.makeRows()
    let bytes = ResultLines.bytes(of: rows, machine: Machine(), options: try RunOptions([]))
    let objects = try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.count == rows.count + 1)
    #expect(objects[0]["cordonBench"] as? Int == ResultLines.formatVersion)
    #expect(objects[0]["seed"] as? Int == 7)
    let keys = [
      "scenario", "fences", "devices", "variant", "nsPerSample", "hitsPerSample", "skipShare", "bytesPerFence",
      "bytesPerDevice", "events", "nsPerLine",
    ]
    for object in objects.dropFirst() {
      #expect(keys.filter { object[$0] == nil }.isEmpty)
      // Keys follow no order that a reader could rely on, but all rows have the same.
      #expect(Set(object.keys) == Set(objects[1].keys))
    }
    let indexed = try #require(objects.first { $0["variant"] as? String == "indexed" })
    #expect(try #require(indexed["hitsPerSample"] as? Double) > 0)
    #expect(indexed["skipShare"] as? Double == 0)
    let skip = try #require(objects.first { $0["variant"] as? String == "skip" })
    #expect(try #require(skip["skipShare"] as? Double) > 0)
  }

  @Test func columnsStandBelowTheirTitles() throws {
    let rows = try Self.makeRows()
    let naive = rows.first { $0.variant == "naive" }
    let end = try #require(ResultTable.header.range(of: "ns/sample")?.upperBound)
    let offset = ResultTable.header.distance(from: ResultTable.header.startIndex, to: end)
    for row in rows {
      let line = Array(ResultTable.line(of: row, naive: naive))
      #expect(line.count <= ResultTable.header.count)
      #expect(line[offset - 1] != " " && line[offset] == " ")
    }
  }

  @Test func wallTimeOfABusyMachineIsVoid() {
    let set = AgreementTests.makeSet()
    let threads = Variant(name: "t", summary: "", kind: .engine, clock: .wall) { _ in Pass(nanosecondsPerSample: 0) }
    let passes = [0.5, 0.05, 0.2].map { Pass(nanosecondsPerSample: $0 * 100, othersShare: $0) }
    let row = ResultRow(scenario: "s", variant: threads, set: set, passes: passes, lines: nil)
    #expect(row.voidRounds == 2)
    #expect(row.nanosecondsPerSample == Spread([5]))
    let busy = ResultRow(scenario: "s", variant: threads, set: set, passes: [passes[0]], lines: nil)
    #expect(busy.nanosecondsPerSample == nil)
    #expect(ResultTable.line(of: busy, naive: nil).contains("void"))
  }

  @Test func othersAreWhatTheMachineDidAndThisProcessDidNot() throws {
    let before = try #require(OthersLoad(statistics: "cpu  100 0 0 900 0 0 0 0 0 0\ncpu0 1", ownNanoseconds: 0))
    let after = try #require(OthersLoad(statistics: "cpu  160 10 5 940 60 5 10 10 0 0\n", ownNanoseconds: 4e8))
    // 200 hundredths in all, 100 of them busy, 40 its own.
    #expect(before.share(until: after) == 0.3)
    #expect(before.share(until: before) == nil)
    #expect(OthersLoad(statistics: "intr 5\n", ownNanoseconds: 0) == nil)
  }

  @Test func mediansLieInTheMiddle() {
    #expect(Spread([]) == nil)
    #expect(Spread([3, 1, 2])?.median == 2)
    #expect(Spread([4, 1, 2, 3]).map { [$0.median, $0.least, $0.most] } == [2.5, 1, 4])
  }

  @Test(arguments: [(0.126, 2, "0.13"), (9.999, 2, "10.00"), (-1.5, 1, "-1.5"), (-0.01, 1, "0.0"), (42, 0, "42")])
  func decimals(_ value: Double, _ places: Int, _ text: String) {
    #expect(ResultTable.decimals(value, places) == text)
  }

  @Test func linesCostSomething() {
    let cost = LineCost.measure(bytes: 1 << 16)
    #expect(cost.bytes == 1 << 16)
    #expect(cost.dependent > 0 && cost.independent > 0)
  }
}
