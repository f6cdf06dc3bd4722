import GeoPolicy

/// The numbers behind a figure: the samples around what was found.
enum SampleTable {
  /// Rows beyond this number are left out, and the page says so.
  static let mostRows = 80

  /// Appends the table, folded.
  static func write(_ scene: TimelineScene, to page: inout Markup) {
    let (rows, omitted, subject) = choose(scene)
    guard !rows.isEmpty else { return }
    let samples = scene.timeline.samples
    page.raw("<details class=\"numbers\"><summary>\(subject) <span class=\"soft\">")
    page.raw("(\(PageNumbers.count(rows.count, "sample"))")
    page.raw(omitted > 0 ? "; \(omitted) more are left out)" : ")")
    page.raw("</span></summary><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(subject)\"><table>")
    page.raw("<thead><tr><th scope=\"col\" class=\"r\">Sample</th><th scope=\"col\">Time, UTC</th>")
    page.raw("<th scope=\"col\" class=\"r\">Distance, m</th><th scope=\"col\" class=\"r\">Accuracy, m</th>")
    page.raw("<th scope=\"col\">State</th><th scope=\"col\">Refused for</th></tr></thead><tbody>")
    var last: Int?
    for index in rows {
      if let last, index > last + 1 {
        page.raw(
          "<tr class=\"skip\"><td colspan=\"6\">\(PageNumbers.count(index - last - 1, "sample")) between</td></tr>")
      }
      last = index
      let sample = samples[index]
      let before = index > 0 ? samples[index - 1].state : sample.state
      let isChange = before != sample.state
      page.raw(isChange ? "<tr class=\"change\">" : "<tr>")
      page.raw("<td class=\"r\">\(sample.seq)</td><td>")
      page.text(sample.time.map { $0.isFinite ? PageClock($0).dateAndTime : "–" } ?? "–")
      page.raw("</td><td class=\"r\">\(PageNumbers.tableMeters(sample.distanceMeters))</td>")
      page.raw("<td class=\"r\">\(PageNumbers.tableMeters(sample.accuracyMeters))</td>")
      page.raw("<td>\(isChange ? "\(before) → <b>\(sample.state)</b>" : "\(sample.state)")</td>")
      page.raw("<td>\(sample.rejected.names.joined(separator: ", "))</td></tr>")
    }
    page.raw("</tbody></table></div></details>")
  }

  /// A sample in one line.
  static func tip(of sample: TimelineSample) -> String {
    let time = sample.time.map { $0.isFinite ? PageClock($0).dateAndTime + " UTC" : "no time" } ?? "no time"
    let distance = sample.distanceMeters.map { "\(PageNumbers.tableMeters($0)) m" } ?? "no place"
    let accuracy = sample.accuracyMeters.map { " ± \(PageNumbers.tableMeters($0)) m" } ?? ""
    let refused = sample.rejected.isEmpty ? "" : ", refused for \(sample.rejected.names.joined(separator: ", "))"
    return "sample \(sample.seq), \(time): \(distance)\(accuracy), \(sample.state)\(refused)"
  }

  /// Two samples before and after each finding or, where nothing was found, each change of state; the first ones if there
  /// is neither.
  private static func choose(_ scene: TimelineScene) -> (rows: [Int], omitted: Int, subject: String) {
    let samples = scene.timeline.samples
    var centers: [Int] = []
    var subject = "Samples near the findings"
    for finding in scene.findings.prefix(FindingLabels.most) {
      for time in [finding.time, finding.endTime ?? finding.time] where time.isFinite {
        if let index = Thinning.nearest(to: time, in: samples) { centers.append(index) }
      }
    }
    if centers.isEmpty {
      subject = "Samples near the changes of state"
      centers = samples.indices.dropFirst().filter { samples[$0].state != samples[$0 - 1].state }
    }
    if centers.isEmpty {
      subject = "First samples"
      centers = samples.isEmpty ? [] : [0]
    }
    var rows = Set<Int>()
    for index in centers.prefix(2000) { rows.formUnion(max(0, index - 2)...min(samples.count - 1, index + 2)) }
    return (Array(rows.sorted().prefix(mostRows)), max(0, rows.count - mostRows), subject)
  }
}
