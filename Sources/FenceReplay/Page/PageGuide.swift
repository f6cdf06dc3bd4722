import GeoPolicy

/// What the signs in the figures mean.
enum PageGuide {
  /// Appends the guide: one for the whole page.
  static func write(to page: inout Markup) {
    page.raw("<details class=\"guide\" open><summary>How to read the figures</summary>")
    page.raw(
      "<p>Each figure follows one device at one fence: the distance from the fence’s center over time, and beneath it what "
        + "the rules made of it. At or within the <b>enter</b> radius a device is inside, at or beyond the <b>exit</b> "
        + "radius outside; in the band between, it stays what it was. Times are UTC.</p><ul class=\"keys\">")
    let signs: [(svg: String, words: String)] = [
      (
        "<path class=\"trace\" d=\"M1 14L10 5L19 11\"/><path class=\"dots\" d=\"M1 14h0M10 5h0M19 11h0\"/>",
        "accepted sample"
      ),
      ("<path class=\"bars\" d=\"M10 0V20\"/><path class=\"dots\" d=\"M10 10h0\"/>", "its accuracy"),
      ("<circle class=\"change inside\" cx=\"10\" cy=\"10\" r=\"5\"/>", "changed the state to inside"),
      ("<circle class=\"change outside\" cx=\"10\" cy=\"10\" r=\"5\"/>", "changed the state to outside"),
      (
        "<path class=\"refused\" d=\"\(SampleMarks.Shape.upTriangle.path(10, 10))\"/>",
        "refused sample; the shape tells why"
      ),
      (
        "<path class=\"pole\" d=\"M4 1V20\"/><path class=\"flag enter\" d=\"M4 2h12l-3.5 4.5l3.5 4.5h-12z\"/>",
        "the system reported enter"
      ),
      (
        "<path class=\"pole\" d=\"M4 1V20\"/><path class=\"flag exit\" d=\"M4 2h12l-3.5 4.5l3.5 4.5h-12z\"/>",
        "the system reported exit"
      ),
    ]
    for sign in signs { item(sign.svg, sign.words, to: &page) }
    page.raw("</ul><p>Findings are numbered in the order of time. The sign of a number says where the cause lies:</p>")
    page.raw("<ul class=\"keys\">")
    for fault in TimelineFinding.Fault.allCases {
      page.raw("<li>")
      badge("1", fault, to: &page)
      page.raw("\(fault.phrase)</li>")
    }
    page.raw("</ul></details>")
  }

  /// Appends the reasons that occur in a figure with their shapes and counts.
  static func writeRefusals(_ scene: TimelineScene, to page: inout Markup) {
    guard !scene.refusals.isEmpty else { return }
    page.raw("<ul class=\"keys\">")
    for refusal in scene.refusals {
      let shape = SampleMarks.shape(of: refusal.reason).path(10, 10)
      item("<path class=\"refused\" d=\"\(shape)\"/>", "\(refusal.name) (\(refusal.count))", to: &page)
    }
    page.raw("</ul>")
  }

  /// Appends a finding's sign on its own, outside a figure.
  static func badge(_ number: String, _ fault: TimelineFinding.Fault, to page: inout Markup) {
    let width = TimelineFinding.Fault.badgeWidth(of: number)
    page.raw("<svg class=\"sign\" viewBox=\"0 0 \(PageNumbers.place(width)) 18\" aria-hidden=\"true\">")
    page.badge(number, fault: fault, centerX: width / 2, centerY: 9, width: width)
    page.raw("</svg>")
  }

  private static func item(_ svg: String, _ words: String, to page: inout Markup) {
    page.raw("<li><svg class=\"key\" viewBox=\"0 0 20 20\" aria-hidden=\"true\">\(svg)</svg>\(words)</li>")
  }
}

extension TimelineFinding.Fault {
  /// Where the fault lies, in a word or two.
  var phrase: String {
    switch self {
    case .rules: "the rules"
    case .samples: "the samples"
    case .system: "the system’s events"
    case .movement: "no fault: the device did move so"
    }
  }
}
