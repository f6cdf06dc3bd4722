/// The labels of findings above a figure: words if they have room, else numbers, else numbers in groups.
struct FindingLabels {
  /// A label that has its place.
  struct Label {
    var number: String
    var words: String
    /// `nil` where findings of several faults stand together.
    var fault: TimelineFinding.Fault?
    var extent: LabelLanes.Extent
    /// From the first to the last anchor of the findings.
    var reach: ClosedRange<Double>
    var lane: Int
  }

  /// Findings beyond this number are in the list beneath alone.
  static let most = 400

  let labels: [Label]
  let laneCount: Int

  /// Labels for findings in the order of time, at the places that `x` gives them.
  init(
    _ findings: [TimelineFinding], mostLanes: Int, type: Double, bounds: ClosedRange<Double>, x: (Double) -> Double
  ) {
    let findings = findings.prefix(Self.most)
    let anchors = findings.map { clamped(x($0.time), bounds.lowerBound, bounds.upperBound) }
    let single = findings.indices.map { $0..<$0 + 1 }
    let groups = LabelLanes.clusters(of: anchors, width: 64)
    let attempts: [(groups: [Range<Int>], hasWords: Bool)] = [(single, true), (single, false), (groups, false)]
    var best: [Label] = []
    for attempt in attempts where attempt.groups.count <= 48 {
      best = Self.labels(Array(findings), attempt.groups, anchors, attempt.hasWords, type, bounds)
      if (best.map(\.lane).max() ?? 0) < mostLanes { break }
    }
    labels = best
    laneCount = (best.map(\.lane).max() ?? -1) + 1
  }

  private static func labels(
    _ findings: [TimelineFinding], _ groups: [Range<Int>], _ anchors: [Double], _ hasWords: Bool, _ type: Double,
    _ bounds: ClosedRange<Double>
  ) -> [Label] {
    let widest = min(230, bounds.upperBound - bounds.lowerBound)
    var labels = groups.map { group in
      let first = group.lowerBound
      let number = group.count == 1 ? "\(first + 1)" : "\(first + 1)–\(group.upperBound)"
      let badgeWidth = TimelineFinding.Fault.badgeWidth(of: number)
      let anchor = (anchors[first] + anchors[group.upperBound - 1]) / 2
      var words = ""
      var extent = LabelLanes.Extent.badge(at: anchor, width: badgeWidth, in: bounds)
      if hasWords {
        words = TextWidth.fitted(
          Markup.visible(findings[first].cause), width: widest - badgeWidth - 12, size: type)
        let width = badgeWidth + 10 + TextWidth.of(words, size: type)
        extent = .flag(at: anchor, width: width, in: bounds)
      }
      let faults = Set(findings[group].map(\.fault))
      return Label(
        number: number, words: words, fault: faults.count == 1 ? faults.first : nil, extent: extent,
        reach: (anchors[group].min() ?? anchor)...(anchors[group].max() ?? anchor), lane: 0)
    }
    for (index, lane) in LabelLanes.lanes(of: labels.map(\.extent), gap: 5).enumerated() { labels[index].lane = lane }
    return labels
  }

  /// Appends the poles, then the labels above them: lane 0 just above the plot. The pole of a group ends at a bracket over
  /// what belongs to it.
  func write(to page: inout Markup, plotTop: Double, plotBottom: Double) {
    let height = TimelineFigure.laneHeight
    let centers = labels.map { (Double(laneCount - 1 - $0.lane) + 0.5) * height + 2 }
    for (label, y) in zip(labels, centers) {
      let isGroup = label.reach.lowerBound < label.reach.upperBound
      page.line(label.extent.anchor, y, label.extent.anchor, isGroup ? plotTop - 4 : plotBottom, style: "leader")
      guard isGroup else { continue }
      let place = PageNumbers.place
      let start = "M\(place(label.reach.lowerBound)) \(place(plotTop + 1))v-5"
      page.path(start + "H\(place(label.reach.upperBound))v5", style: "bracket")
    }
    for (label, y) in zip(labels, centers) {
      let extent = label.extent
      let badgeWidth = TimelineFinding.Fault.badgeWidth(of: label.number)
      if !label.words.isEmpty {
        page.box(extent.left, y - 9.5, extent.right - extent.left, 19, style: "card", radius: 9)
        page.label(label.words, x: extent.left + badgeWidth + 4, y: y + 4.4, style: "cause")
      }
      page.badge(label.number, fault: label.fault, centerX: extent.left + badgeWidth / 2, centerY: y, width: badgeWidth)
    }
  }
}
