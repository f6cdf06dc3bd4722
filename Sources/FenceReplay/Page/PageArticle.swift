import GeoPolicy

/// A timeline's part of the page: heading, figure, findings, plan, numbers.
struct PageArticle {
  private let scene: TimelineScene
  private let number: Int
  private let device: String
  private let fence: String

  init(_ timeline: FenceTimeline, number: Int, names: PageNames) {
    scene = TimelineScene(timeline)
    self.number = number
    device = names.device(of: timeline)
    fence = names.fence(of: timeline)
  }

  private var id: String { "figure-\(number)" }

  /// Appends the part.
  func write(to page: inout Markup) {
    page.raw("\n<article id=\"\(id)\" aria-labelledby=\"\(id)-h\" tabindex=\"-1\"><h2 id=\"\(id)-h\">\(number). ")
    page.name(device)
    page.raw(" at ")
    page.name(fence)
    page.raw("</h2><p class=\"facts\">\(facts)</p>")
    writeTimeline(to: &page)
    let plan = PlanFigure(scene)
    let isLong = scene.findings.count > 6
    page.raw("<div class=\"pair\(plan == nil ? " single" : "")\(isLong ? " long" : "")\">")
    if let plan { write(plan, to: &page) }
    writeFindings(to: &page)
    page.raw("</div>")
    SampleTable.write(scene, to: &page)
    page.raw("</article>")
  }

  private var facts: String {
    let timeline = scene.timeline
    let refused = timeline.samples.count - scene.acceptedCount
    var facts = [
      "enter \(PageNumbers.meters(timeline.enterRadiusMeters)), exit \(PageNumbers.meters(timeline.exitRadiusMeters))",
      PageNumbers.count(timeline.samples.count, "sample")
        + (refused > 0 ? ", \(PageNumbers.grouped(refused)) refused" : ""),
      "\(scene.eventCount(.enter)) enter, \(scene.eventCount(.exit)) exit",
    ]
    if !scene.systemEvents.isEmpty {
      facts.append(PageNumbers.count(scene.systemEvents.count, "event") + " of the system")
    }
    return facts.joined(separator: " · ")
  }

  private func writeTimeline(to page: inout Markup) {
    guard !scene.axisTimes.lazy.filter(\.isFinite).isEmpty else {
      return page.raw("<p>No sample has a time that can be read, so there is nothing to draw.</p>")
    }
    page.raw("<figure>")
    let title = "Distance of \(device) from \(fence) over time"
    let wide = TimelineFigure(scene, .wide)
    wide.write(to: &page, id: id, title: title, description: description)
    TimelineFigure(scene, .narrow).write(to: &page, id: id, title: title, description: description)
    page.raw("<figcaption>")
    PageGuide.writeRefusals(scene, to: &page)
    page.text(caption(of: wide))
    page.raw("</figcaption></figure>")
  }

  /// The figure in words.
  private var description: String {
    let timeline = scene.timeline
    var words = ["\(PageNumbers.count(timeline.samples.count, "sample")), \(scene.acceptedCount) accepted"]
    let distances = scene.drawn.filter(\.rejected.isEmpty).compactMap(\.distanceMeters).filter(\.isFinite)
    if let nearest = distances.min(), let farthest = distances.max() {
      words.append("between \(PageNumbers.meters(nearest)) and \(PageNumbers.meters(farthest)) from the center")
    }
    let changes = timeline.events.prefix(6).map { "\($0.kind) at \(PageClock($0.time).dateAndTime)" }
    if !changes.isEmpty { words.append(changes.joined(separator: ", ")) }
    if timeline.events.count > 6 { words.append("and \(timeline.events.count - 6) more events") }
    words.append("\(PageNumbers.count(scene.findings.count, "finding")), listed below")
    return words.joined(separator: "; ") + "."
  }

  /// What a reader must know of how this figure was made.
  private func caption(of figure: TimelineFigure) -> String {
    var notes: [String] = []
    if figure.distances.bendY != nil {
      notes.append("Above \(PageNumbers.meters(figure.distances.linearTop)) the distances are squeezed (logarithmic).")
    }
    if !figure.axis.breaks.isEmpty {
      let spans = figure.axis.breaks.map { PageNumbers.span($0.seconds) }.joined(separator: ", ")
      notes.append("Left out of the time axis, at the blank strips: \(spans).")
    }
    let drawable = scene.timeline.samples.count - scene.untimedCount
    if scene.drawn.count < drawable {
      notes.append(
        "Drawn are \(scene.drawn.count) of \(PageNumbers.grouped(drawable)) samples: all that changed the state, those near findings and events, "
          + "and the nearest, farthest and coarsest of each stretch.")
    }
    if scene.omittedChangeCount > 0 {
      notes.append(
        "Of \(scene.omittedChangeCount + Thinning.mostChanges) changes of state \(Thinning.mostChanges) are drawn, evenly."
      )
    }
    if scene.untimedCount > 0 {
      notes.append("\(PageNumbers.count(scene.untimedCount, "sample")) without a readable time cannot be drawn.")
    }
    if !figure.hasFlags {
      notes.append("The system’s events are too many for flags: lines across its strip mark them.")
    }
    if scene.findings.count > FindingLabels.most {
      notes.append("The first \(FindingLabels.most) of \(scene.findings.count) findings are marked.")
    }
    return notes.joined(separator: " ")
  }

  private func write(_ plan: PlanFigure, to page: inout Markup) {
    page.raw("<figure>")
    plan.write(
      to: &page, id: id, title: "Path of \(device) around \(fence), from above",
      description: "The two radii as circles around the center, the path and the accuracy of its samples; north is up.")
    let beyond = plan.outsideCount
    page.raw("<figcaption>Seen from above, in meters from the center.")
    if beyond > 0 { page.raw(" Beyond the frame: \(PageNumbers.count(beyond, "sample")).") }
    page.raw("</figcaption></figure>")
  }

  private func writeFindings(to page: inout Markup) {
    guard !scene.findings.isEmpty else { return page.raw("<p class=\"none\">No findings.</p>") }
    page.raw("<section><h3>\(PageNumbers.count(scene.findings.count, "finding"))</h3><ol class=\"findings\">")
    for (index, finding) in scene.findings.prefix(FencePage.mostFindings).enumerated() {
      page.raw("<li>")
      PageGuide.badge("\(index + 1)", finding.fault, to: &page)
      page.raw("<div><b>")
      page.text(finding.cause)
      page.raw("</b><span class=\"when\">\(when(finding)) · \(finding.fault.phrase)</span>")
      page.text(finding.detail)
      page.raw("</div></li>")
    }
    page.raw("</ol>")
    let omitted = scene.findings.count - FencePage.mostFindings
    if omitted > 0 { page.raw("<p class=\"soft\">\(omitted) more are not listed.</p>") }
    page.raw("</section>")
  }

  private func when(_ finding: TimelineFinding) -> String {
    guard finding.time.isFinite else { return "at no time" }
    let start = PageClock(finding.time)
    guard let endTime = finding.endTime, endTime.isFinite, endTime != finding.time else { return start.dateAndTime }
    let end = PageClock(endTime)
    return "\(start.dateAndTime) – \(start.date == end.date && !end.time.isEmpty ? end.time : end.dateAndTime)"
  }
}
