import GeoPolicy
import Testing
import Workload

@testable import FenceReplay

struct PageNumberTests {
  @Test(arguments: [
    (0.0, "0 m"), (0.012, "12 mm"), (8.46, "8.5 m"), (9.96, "10 m"), (143.4, "143 m"), (999.6, "1 km"),
    (5210, "5.2 km"), (1.25e6, "1250 km"), (1e300, "1e+300 m"), (-3, "−3 m"), (.nan, "–"), (.infinity, "–"),
  ]) func lengths(value: Double, text: String) { #expect(PageNumbers.meters(value) == text) }

  @Test(arguments: [
    (4.25, "4.3 s"), (45, "45 s"), (125, "2 min"), (9000, "2.5 h"), (300_000, "3.5 d"), (3.2e9, "101 years"),
    (1e300, "1e+300 s"), (.nan, "–"),
  ]) func spans(value: Double, text: String) { #expect(PageNumbers.span(value) == text) }

  @Test(arguments: [
    (0.0, "1970-01-01 00:00:00"), (-1, "1969-12-31 23:59:59"), (951_782_400, "2000-02-29 00:00:00"),
    (1_747_230_860.9, "2025-05-14 13:54:20"), (-2_203_891_200, "1900-03-01 00:00:00"),
    (253_402_300_799, "9999-12-31 23:59:59"), (-62_135_596_800, "0001-01-01 00:00:00"),
    (253_402_300_800, "253402300800 s"), (1e300, "1e+300 s"), (.nan, "no time"),
  ]) func moments(seconds: Double, text: String) { #expect(PageClock(seconds).dateAndTime == text) }

  @Test func daysFollowEachOther() {
    // Through four centuries every day is the one after the one before.
    var last = ""
    for day in stride(from: -141_000, through: 20_000, by: 1) {
      let date = PageClock(Double(day) * 86_400).date
      #expect(date > last)
      last = date
    }
    #expect(last == "2024-10-04")
  }

  @Test func places() {
    #expect(PageNumbers.place(12.34) == "12.3")
    #expect(PageNumbers.place(-0.04) == "0")
    #expect(PageNumbers.place(.nan) == "-100000")
    #expect(PageNumbers.place(1e300) == "100000")
    #expect(PageNumbers.grouped(1234) == "1234")
    #expect(PageNumbers.grouped(1_234_567) == "1\u{202F}234\u{202F}567")
    #expect(PageNumbers.tableMeters(7) == "7.0")
    #expect(PageNumbers.tableMeters(nil) == "–")
  }

  @Test func textFits() {
    let text = "a rather long cause of something"
    let fitted = TextWidth.fitted(text, width: 100, size: 12)
    #expect(fitted.hasSuffix("…"))
    #expect(TextWidth.of(fitted, size: 12) <= 100)
    #expect(TextWidth.fitted("short", width: 100, size: 12) == "short")
  }
}

struct ThinningTests {
  @Test(arguments: 0..<40 as Range<UInt64>) func whatMattersIsKept(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let cycles = 1 + random.uniform() * 60
    var timeline = PageExamples.walk(device: "d", fence: "f", seed: seed, count: 8000) {
      150 + 140 * ($0 * cycles).remainder(dividingBy: 2)
    }
    let far = random.below(8000)
    timeline.samples[far].distanceMeters = 1e6
    let moment = Double(random.below(8000)) * 20
    timeline.findings = [PageExamples.finding(moment, .rules, "cause", "detail")]
    let samples = timeline.samples
    let choice = Thinning.choice(of: timeline, budget: 480)
    let kept = Set(choice.kept)
    #expect(choice.kept == choice.kept.sorted() && kept.count == choice.kept.count)
    #expect(kept.count < 1400, "seed \(seed)")
    #expect(kept.isSuperset(of: [0, 7999, far]), "seed \(seed)")
    let changes = samples.indices.dropFirst().filter { samples[$0].state != samples[$0 - 1].state }
    try #require(choice.omittedChangeCount == 0)
    for index in changes { #expect(kept.isSuperset(of: [index - 1, index]), "seed \(seed)") }
    for index in Int(moment / 20)..<min(8000, Int(moment / 20) + 2) { #expect(kept.contains(index), "seed \(seed)") }
    // Every kind of refusal is still there.
    let kinds = Set(samples.map(\.rejected))
    #expect(Set(choice.kept.map { samples[$0].rejected }) == kinds, "seed \(seed)")
  }

  @Test func endlessFlappingIsBoundedAndTold() {
    var timeline = FenceTimeline(device: "d", fence: "f", enterRadiusMeters: 80, exitRadiusMeters: 80)
    for index in 0..<20_000 {
      timeline.samples.append(
        TimelineSample(
          seq: 0, time: Double(index), distanceMeters: index % 2 == 0 ? 70 : 90, accuracyMeters: 5,
          state: index % 2 == 0 ? .inside : .outside))
    }
    let choice = Thinning.choice(of: timeline, budget: 480)
    #expect(choice.kept.count < 1500)
    #expect(choice.omittedChangeCount == 19_999 - Thinning.mostChanges)
    #expect(FencePage.page(of: TimelineReport(title: "Flapping", timelines: [timeline])).count < 250_000)
  }

  @Test func shortTracesStayWhole() {
    let timeline = PageExamples.walk(device: "d", fence: "f", seed: 1, count: 480) { 100 * $0 }
    #expect(Thinning.choice(of: timeline, budget: 480).kept == Array(0..<480))
  }
}
