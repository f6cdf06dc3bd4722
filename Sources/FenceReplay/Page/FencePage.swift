import GeoPolicy

/// A report as one HTML file that needs nothing else: no network, no script, no font.
///
/// Every figure is drawn here, as SVG; the same report always gives the same bytes. The page holds distances and places in
/// meters from a fence's center, and no coordinates, for the report has none. Long traces are thinned and long reports
/// cut, and the page says so.
public enum FencePage {
  /// Timelines beyond this number have no figure.
  static let mostFigures = 60
  /// Timelines beyond this number have no row either.
  static let mostRows = 500
  /// Findings of a timeline beyond this number are counted only.
  static let mostFindings = 120
  /// Names longer than this, in Unicode scalars, are cut.
  static let longestName = 100

  /// The page of a report, UTF-8.
  ///
  /// - Complexity: O(n log n) for n samples.
  public static func page(of report: TimelineReport) -> [UInt8] {
    let names = PageNames(report)
    var page = Markup()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    page.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\"><title>")
    page.text(report.title)
    page.raw("</title><style>\n\(PageStyle.css)\n</style></head>\n<body><a class=\"skip-link\" href=\"#figures\">")
    page.raw("Skip to the figures</a><div class=\"page\"><header><h1>")
    page.text(report.title)
    page.raw("</h1><p class=\"soft\">")
    page.raw(subtitle(of: report, names))
    page.raw("</p></header>\n<main>")
    PageOverview.write(report, names, to: &page)
    page.raw("<div id=\"figures\" tabindex=\"-1\">")
    if !report.timelines.isEmpty { PageGuide.write(to: &page) }
    for (index, timeline) in report.timelines.prefix(mostFigures).enumerated() {
      PageArticle(timeline, number: index + 1, names: names).write(to: &page)
    }
    page.raw("</div></main>\n<footer><p>Places are meters from a fence’s center; the page holds no coordinates")
    page.raw(report.isPrivate ? " and no names of devices or fences.</p>" : ".</p>")
    page.raw("</footer></div></body></html>\n")
    return page.bytes
  }

  private static func subtitle(of report: TimelineReport, _ names: PageNames) -> String {
    let findings = report.timelines.reduce(0) { $0 + $1.findings.count }
    return [
      PageNumbers.count(names.deviceCount, "device"), PageNumbers.count(names.fenceCount, "fence"),
      PageNumbers.count(findings, "finding"),
    ].joined(separator: " · ")
  }
}

/// What a page calls devices and fences.
struct PageNames {
  private let devices: [Identifier: Int]
  private let fences: [Identifier: Int]
  private let isPrivate: Bool

  /// Names as they are or, in a private report, numbers in the order of appearance.
  init(_ report: TimelineReport) {
    var devices: [Identifier: Int] = [:]
    var fences: [Identifier: Int] = [:]
    for timeline in report.timelines {
      let device = Identifier(timeline.device)
      let fence = Identifier(timeline.fence)
      if devices[device] == nil { devices[device] = devices.count + 1 }
      if fences[fence] == nil { fences[fence] = fences.count + 1 }
    }
    self.devices = devices
    self.fences = fences
    isPrivate = report.isPrivate
  }

  var deviceCount: Int { devices.count }
  var fenceCount: Int { fences.count }

  /// The device of a timeline.
  func device(of timeline: FenceTimeline) -> String { name(timeline.device, in: devices, noun: "device") }
  /// The fence of a timeline.
  func fence(of timeline: FenceTimeline) -> String { name(timeline.fence, in: fences, noun: "fence") }

  private func name(_ name: String, in numbers: [Identifier: Int], noun: String) -> String {
    if isPrivate { return "\(noun) \(numbers[Identifier(name)] ?? 0)" }
    return name.isEmpty ? "(empty)" : shortened(name, toScalars: FencePage.longestName)
  }
}
