import GeoPolicy
import Testing

@testable import FenceReplay

struct PageTests {
  private func text(_ report: TimelineReport) -> String { String(decoding: FencePage.page(of: report), as: UTF8.self) }

  @Test(arguments: PageExamples.all.map(\.name)) func everyExampleIsWellFormedAndAlwaysTheSame(_ name: String) throws {
    let report = try #require(PageExamples.all.first { $0.name == name }?.report)
    let page = FencePage.page(of: report)
    // What CI looks at in a browser: `--attachments-path DIR` keeps it.
    Attachment.record(page, named: "\(name).html")
    #expect(MarkupBalance.fault(in: page) == nil)
    #expect(page == FencePage.page(of: report))
    let text = String(decoding: page, as: UTF8.self)
    for word in ["nan", "inf\"", "inf ", "://", "<script", "@import", "url(http"] {
      #expect(!text.lowercased().contains(word), "\(word)")
    }
  }

  @Test func theCheckOfMarkupNoticesFaults() {
    for (markup, isGood) in [
      ("<p>a &amp; b</p>", true), ("<p>", false), ("<p></b>", false), ("a & b", false), ("<p a=b></p>", false),
      ("<script></script>", false), ("1 > 0", false), ("<p a=\"<\"></p>", false), ("\u{1}", false),
    ] {
      #expect((MarkupBalance.fault(in: Array(markup.utf8)) == nil) == isGood, "\(markup)")
    }
  }

  @Test func textMeansItself() {
    #expect(Markup.escaped("<a href=\"x\">&'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;")
    #expect(Markup.escaped("a\u{0}\u{7F}\u{85}") == "a⟨U+0000⟩⟨U+007F⟩⟨U+0085⟩")
    #expect(Markup.escaped("\u{202E}b\u{2066}\u{FFFE}\u{1FFFF}") == "⟨U+202E⟩b⟨U+2066⟩⟨U+FFFE⟩⟨U+1FFFF⟩")
    #expect(Markup.escaped("é東👩‍👧ق") == "é東👩‍👧ق")
    #expect(shortened("abcdef", toScalars: 3) == "abc…")
    #expect(shortened("abc", toScalars: 3) == "abc")
  }

  @Test func namesStandThereUnlessPrivate() {
    var report = PageExamples.visit
    #expect(text(report).contains("courier-7"))
    #expect(text(report).contains("bakery"))
    report.isPrivate = true
    let page = text(report)
    for name in ["courier", "bakery", "depot"] { #expect(!page.contains(name), "\(name)") }
    #expect(page.contains("<bdi>device 1</bdi> at <bdi>fence 2</bdi>"))
  }

  @Test func namesThatLookAlikeStayApart() {
    let report = TimelineReport(
      title: "Two",
      timelines: ["e\u{301}", "\u{E9}", "e\u{301}"].map {
        FenceTimeline(device: $0, fence: "f", enterRadiusMeters: 80, exitRadiusMeters: 120)
      }, isPrivate: true)
    let page = text(report)
    #expect(page.contains("2. <bdi>device 2</bdi>"))
    #expect(page.contains("3. <bdi>device 1</bdi>"))
  }

  @Test func aPageHoldsNoCoordinates() throws {
    let center = Point(latitude: 50.32173, longitude: 10.44968)
    var timeline = FenceTimeline(device: "d", fence: "f", enterRadiusMeters: 80, exitRadiusMeters: 120)
    for index in 0..<40 {
      let place = Point(latitude: center.latitude + Double(index - 20) * 1e-4, longitude: center.longitude)
      let distance = try #require(meters(center, place))
      timeline.samples.append(
        TimelineSample(
          seq: Int64(index), time: PageExamples.start + Double(index), distanceMeters: distance, accuracyMeters: 5,
          eastMeters: 0, northMeters: index < 20 ? -distance : distance, state: .inside))
    }
    let page = text(TimelineReport(title: "Here", timelines: [timeline]))
    for part in ["50.3", "10.44", "10.45"] { #expect(!page.contains(part), "\(part)") }
  }

  @Test func whatIsLeftOutIsTold() {
    let many = text(PageExamples.many)
    #expect(many.contains("Figures are drawn of the first 60 of 640 pairs. The last 140, with 0 findings, are not"))
    #expect(many.components(of: "<article").count == 60)
    let long = text(PageExamples.long)
    #expect(long.contains("of 100\u{202F}000 samples: all that changed the state"))
    #expect(long.utf8.count < 300_000)
    #expect(text(PageExamples.wild).contains("Above 240 m the distances are squeezed"))
    #expect(text(PageExamples.wild).contains("Left out of the time axis, at the blank strips: 24 h"))
    #expect(text(PageExamples.wild).contains("3 samples without a readable time cannot be drawn."))
    #expect(text(TimelineReport(title: "None", timelines: [])).contains("There is nothing to show"))
  }

  @Test func everyReasonHasAShapeOfItsOwn() {
    #expect(SampleMarks.shapes.map(\.reason.rawValue).sorted() == RejectionReasons.named.map(\.reason.rawValue))
    #expect(Set(SampleMarks.shapes.map { $0.shape.path(0, 0) }).count == RejectionReasons.named.count)
    #expect(SampleMarks.shape(of: [.accuracyTooCoarse, .outOfOrder]) == .leftTriangle)
  }

  @Test func findingsAreNumberedInTheOrderOfTime() {
    var timeline = PageExamples.walk(device: "d", fence: "f", seed: 1, count: 20) { 200 * $0 }
    timeline.findings = [
      PageExamples.finding(200, .rules, "late", "b"), PageExamples.finding(40, .system, "early", "a"),
      TimelineFinding(time: .nan, fault: .samples, cause: "never", detail: "c"),
    ]
    #expect(TimelineScene(timeline).findings.map(\.cause) == ["early", "late", "never"])
  }

  @Test func statesFollowTheSamplesAndTheSystem() {
    var timeline = FenceTimeline(device: "d", fence: "f", enterRadiusMeters: 80, exitRadiusMeters: 120)
    let rows: [(Double, RejectionReasons, FenceState)] = [
      (0, [], .unknown), (10, [], .outside), (5, .outOfOrder, .outside), (900, .future, .outside), (30, [], .inside),
    ]
    for (time, rejected, state) in rows {
      timeline.samples.append(
        TimelineSample(
          seq: 0, time: time, distanceMeters: 1, accuracyMeters: 1, rejected: rejected, state: state))
    }
    timeline.systemEvents = [SystemEvent(time: 40, kind: .exit), SystemEvent(time: 20, kind: .enter)]
    let scene = TimelineScene(timeline)
    #expect(
      scene.stateRuns == [
        .init(state: .unknown, start: 0, end: 10), .init(state: .outside, start: 10, end: 30),
        .init(state: .inside, start: 30, end: 30),
      ])
    #expect(
      scene.systemRuns == [
        .init(state: .unknown, start: 0, end: 20), .init(state: .inside, start: 20, end: 40),
        .init(state: .outside, start: 40, end: 40),
      ])
  }
}

extension String {
  /// The places of a part.
  fileprivate func components(of part: String) -> [Range<String.Index>] { ranges(of: part) }
}
