import GeoPolicy

/// The page's first part: the remarks, and a row for each timeline with a link to its figure.
enum PageOverview {
  /// Appends the overview.
  static func write(_ report: TimelineReport, _ names: PageNames, to page: inout Markup) {
    for note in report.notes {
      page.raw("<p>")
      page.text(note)
      page.raw("</p>")
    }
    guard !report.timelines.isEmpty else {
      return page.raw("<p>There is nothing to show: no device was at any fence.</p>")
    }
    page.raw("<section aria-labelledby=\"overview\"><h2 id=\"overview\">Overview</h2>")
    page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"overview\"><table><thead><tr>")
    page.raw("<th scope=\"col\" class=\"r\">Figure</th><th scope=\"col\">Device</th><th scope=\"col\">Fence</th>")
    page.raw("<th scope=\"col\" class=\"r\">Samples</th><th scope=\"col\" class=\"r\">Refused</th>")
    page.raw("<th scope=\"col\" class=\"r\">Enter</th><th scope=\"col\" class=\"r\">Exit</th>")
    page.raw("<th scope=\"col\">Findings</th></tr></thead><tbody>")
    for (index, timeline) in report.timelines.prefix(FencePage.mostRows).enumerated() {
      let number = index + 1
      let label = index < FencePage.mostFigures ? "<a href=\"#figure-\(number)\">\(number)</a>" : "–"
      page.raw("<tr><td class=\"r\">\(label)</td><td class=\"who\">")
      page.name(names.device(of: timeline))
      page.raw("</td><td class=\"who\">")
      page.name(names.fence(of: timeline))
      page.raw("</td><td class=\"r\">\(PageNumbers.grouped(timeline.samples.count))</td>")
      page.raw("<td class=\"r\">\(PageNumbers.grouped(timeline.samples.count { !$0.rejected.isEmpty }))</td>")
      page.raw("<td class=\"r\">\(timeline.events.count { $0.kind == .enter })</td>")
      page.raw("<td class=\"r\">\(timeline.events.count { $0.kind == .exit })</td><td class=\"who\">")
      page.text(causes(of: timeline))
      page.raw("</td></tr>")
    }
    page.raw("</tbody></table></div>")
    writeOmissions(report, to: &page)
    page.raw("</section>")
  }

  private static func writeOmissions(_ report: TimelineReport, to page: inout Markup) {
    let count = report.timelines.count
    guard count > FencePage.mostFigures else { return }
    page.raw("<p class=\"soft\">Figures are drawn of the first \(FencePage.mostFigures) of \(count) pairs. ")
    let rest = report.timelines.dropFirst(FencePage.mostRows)
    if !rest.isEmpty {
      let findings = PageNumbers.count(rest.reduce(0) { $0 + $1.findings.count }, "finding")
      page.raw("The last \(rest.count), with \(findings), are not in the table either. ")
    }
    page.raw("Ask for one fence or one device to see more.</p>")
  }

  /// Each cause with its count, in order of appearance.
  private static func causes(of timeline: FenceTimeline) -> String {
    var counts: [(cause: String, count: Int)] = []
    for finding in timeline.findings {
      if let index = counts.firstIndex(where: { $0.cause == finding.cause }) {
        counts[index].count += 1
      } else if counts.count < 12 {
        counts.append((finding.cause, 1))
      }
    }
    guard !counts.isEmpty else { return "–" }
    return counts.map { $0.count == 1 ? $0.cause : "\($0.count) × \($0.cause)" }.joined(separator: ", ")
  }
}
