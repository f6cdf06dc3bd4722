import FenceReplay
import GeoPolicy
import Testing

/// What a report says of traces that a first reader stumbled over.
struct DiagnosisWordsTests {
  private static let metersPerDegree = earthRadiusMeters * Double.pi / 180
  private static let fences = "id,latitude,longitude,enter_m,exit_m\nf,50,10,80,120\n"

  /// Samples at these times and distances north of the fence, with these accuracies.
  private func samples(_ rows: [(time: String, distance: Double, accuracy: Double)]) -> String {
    rows.reduce("device,time,latitude,longitude,accuracy\n") { text, row in
      text + "d,\(row.time),\(50 + row.distance / Self.metersPerDegree),10,\(row.accuracy)\n"
    }
  }

  @Test func aLateExitIsToldBesideTheFlapThatItBegins() throws {
    var rows = (0..<10).map { ("\($0 * 10)", 20.0, 6.0) }
    rows += (10..<30).map { ("\($0 * 10)", 300.0, 65.0) }
    rows += (30..<34).map { ("\($0 * 10)", 300.0, 6.0) } + (34..<60).map { ("\($0 * 10)", 20.0, 6.0) }
    let report = try diagnose(fences: Self.fences, samples: samples(rows))
    #expect(report.findings(.flap).map(\.cause) == [.movement])
    #expect(report.text.contains("exit, seq 30: starved of good samples\n"))
  }

  @Test func aFlapsOwnTransitionsAreNotToldTwice() throws {
    var rows = (0..<20).map { ("\($0 * 10)", 20.0, 6.0) }
    rows[10].1 = 400
    let text = try diagnose(fences: Self.fences, samples: samples(rows)).text
    #expect(text.split(separator: "\n").count { $0.hasSuffix(": over-confident fix") } == 1)
  }

  @Test func aWrongEnterIsMendedByEnterConfirmations() throws {
    // A real exit, a single wrong fix inside, and away again.
    let distances = Array(repeating: 20.0, count: 12) + [60, 100, 140, 180, 220, 260, 300, 20, 340, 380, 420, 460]
    let rows = distances.enumerated().map { ("\($0.offset * 10)", $0.element, 6.0) }
    let flap = try #require(try diagnose(fences: Self.fences, samples: samples(rows)).findings(.flap).first)
    #expect(flap.cause == .overconfidentFix)
    #expect(flap.changes.first?.knob == .enterConfirmations)
    #expect(flap.changes.first?.to == 2)
  }

  @Test func aTimeThatIsNoNumberIsSaidInWords() throws {
    let rows = [("0", 20.0, 6.0), ("10", 20, 6), ("nan", 400, 6)]
    let text = try diagnose(fences: Self.fences, samples: samples(rows)).text
    #expect(text.contains("  no usable time  refused exit, seq 2: disorder\n"))
    #expect(!text.contains("null") && !text.contains("behind"))
  }

  @Test func aDistanceFromTheEdgeIsNeverNegative() throws {
    let rows = (0..<20).map { ("\($0 * 10)", $0 == 10 ? 400.0 : 20.0, 6.0) }
    let text = try diagnose(
      fences: Self.fences, samples: samples(rows), regionEvents: "device,time,fence,event\nd,300,f,exit\n"
    ).text
    #expect(text.contains("when the device was back and 100 m from it."))
  }
}
