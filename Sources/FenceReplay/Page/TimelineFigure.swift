import GeoPolicy

/// Distance over time, with the states of the rules and of the system beneath.
///
/// Drawn twice, for wide and for narrow columns; the page's style shows one of them. Both use type of a size that stays
/// legible where they are shown.
struct TimelineFigure {
  /// The measures of a rendering, in its own units.
  struct Size {
    var name: String
    var width: Double
    var type: Double
    var plotHeight: Double
    var left: Double
    var right: Double
    var mostLanes: Int
    /// Whether signs have tips, for readers with a mouse.
    var hasTips: Bool

    static let wide = Size(
      name: "wide", width: 820, type: 13, plotHeight: 250, left: 68, right: 54, mostLanes: 5, hasTips: true)
    static let narrow = Size(
      name: "narrow", width: 330, type: 12, plotHeight: 200, left: 64, right: 46, mostLanes: 4, hasTips: false)
  }

  let scene: TimelineScene
  let size: Size
  let axis: TimeAxis
  let distances: DistanceAxis
  let labels: FindingLabels
  let plotTop: Double
  let plotBottom: Double
  /// Where the strips begin.
  let rowsTop: Double

  static let laneHeight = 21.0
  static let rowHeight = 22.0
  private static let tickSpacing = 30.0

  init(_ scene: TimelineScene, _ size: Size) {
    self.scene = scene
    // The labels of the distance axis tell how much room it needs.
    let radii = [scene.timeline.enterRadiusMeters, scene.timeline.exitRadiusMeters]
    let distances = DistanceAxis(
      distances: scene.drawn.compactMap(\.distanceMeters), exitRadius: radii[1], bottomY: size.plotHeight, topY: 0)
    let widest =
      (distances.ticks(spacing: Self.tickSpacing) + radii)
      .map { TextWidth.of(PageNumbers.meters($0), size: size.type) }.max() ?? 0
    var size = size
    size.left = max(size.left, min(widest + 10, size.width * 0.4))
    self.size = size
    axis = TimeAxis(times: scene.axisTimes, left: size.left + 10, right: size.width - size.right - 10)
    let places = axis
    labels = FindingLabels(
      scene.findings, mostLanes: size.mostLanes, type: size.type, bounds: 2...size.width - 2,
      x: { places.x($0.isFinite ? $0 : places.pieces.last?.end ?? 0) })
    plotTop = labels.laneCount == 0 ? 10 : Double(labels.laneCount) * Self.laneHeight + 14
    plotBottom = plotTop + size.plotHeight
    rowsTop = plotBottom + 8
    self.distances = distances.moved(down: plotTop)
  }

  /// More lines across the plot would hide it.
  private var mostLines: Int { Int(size.width / 25) }
  /// Whether the system's events have flags; else only lines across their strip.
  var hasFlags: Bool { scene.systemEvents.count <= mostLines }
  private var plotRight: Double { size.width - size.right }
  private var rowCount: Int { 1 + (scene.hasPlaceless ? 1 : 0) + (scene.systemRuns.isEmpty ? 0 : 1) }
  private var rowsBottom: Double { rowsTop + Double(rowCount) * Self.rowHeight }

  /// Appends the drawing.
  func write(to page: inout Markup, id: String, title: String, description: String) {
    page.openDrawing(
      "\(id)-\(size.name)", width: size.width, height: rowsBottom + 46, style: size.name, title: title,
      description: description)
    writeGround(to: &page)
    writeTimeAxis(to: &page)
    writeSpans(to: &page)
    writeRadii(to: &page)
    writeEvents(to: &page)
    writeSamples(to: &page)
    writeRows(to: &page)
    labels.write(to: &page, plotTop: plotTop, plotBottom: plotBottom)
    page.raw("</svg>")
  }

  // MARK: Axes

  private func writeGround(to page: inout Markup) {
    page.box(size.left, plotTop, plotRight - size.left, size.plotHeight, style: "ground")
    if let bend = distances.bendY {
      page.box(size.left, plotTop, plotRight - size.left, bend - plotTop, style: "squeezed")
      page.line(size.left, bend, plotRight, bend, style: "bend")
    }
    let radiusLabels = radiusLabels
    for tick in distances.ticks(spacing: Self.tickSpacing) {
      let y = distances.y(tick)
      page.line(size.left, y, plotRight, y, style: "grid")
      guard !radiusLabels.contains(where: { ($0.y - y).magnitude < size.type * 1.25 }) else { continue }
      page.label(PageNumbers.meters(tick), x: size.left - 7, y: y + 4.3, anchor: "end", style: "soft")
    }
  }

  private func writeRadii(to page: inout Markup) {
    let labels = radiusLabels
    guard !labels.isEmpty else { return }
    let enterY = distances.y(scene.timeline.enterRadiusMeters)
    let exitY = distances.y(scene.timeline.exitRadiusMeters)
    page.box(size.left, exitY, plotRight - size.left, enterY - exitY, style: "band")
    page.line(size.left, enterY, plotRight, enterY, style: "enter")
    page.line(size.left, exitY, plotRight, exitY, style: "exit")
    for label in labels {
      let y = label.y + 4.3
      page.label(PageNumbers.meters(label.meters), x: size.left - 7, y: y, anchor: "end", style: "\(label.word)-text")
      page.label(label.word, x: plotRight + 6, y: y, style: "\(label.word)-text")
    }
  }

  /// What the two radii are called, and where: words that would touch move apart from the middle between the lines. Nothing
  /// where the radii are none.
  private var radiusLabels: [(word: String, meters: Double, y: Double)] {
    let timeline = scene.timeline
    guard timeline.enterRadiusMeters >= 0, timeline.exitRadiusMeters >= 0 else { return [] }
    let enterY = distances.y(timeline.enterRadiusMeters)
    let exitY = distances.y(timeline.exitRadiusMeters)
    let half = max((enterY - exitY) / 2, size.type * 0.58)
    let lower = min((enterY + exitY) / 2 + half, plotBottom - 2)
    return [
      ("enter", timeline.enterRadiusMeters, lower), ("exit", timeline.exitRadiusMeters, lower - 2 * half),
    ]
  }

  private func writeTimeAxis(to page: inout Markup) {
    for gap in axis.breaks {
      page.box(gap.left + 4, plotTop, gap.right - gap.left - 8, rowsBottom - plotTop, style: "gap")
    }
    var lastTime = -Double.infinity
    var lastDate = -Double.infinity
    var shownDate = ""
    let isDaily = axis.tickSeconds(atLeast: 78) ?? 0 >= 86_400
    var ticks = axis.ticks(atLeast: 78)
    // The start of a piece that no round moment lies in.
    for piece in axis.pieces where !ticks.contains(where: { $0.time >= piece.start && $0.time <= piece.end }) {
      ticks.append(TimeAxis.Tick(time: piece.start, x: axis.x(piece.start)))
    }
    for tick in ticks.sorted(by: { $0.x < $1.x }) {
      let clock = PageClock(tick.time)
      page.line(tick.x, plotTop, tick.x, rowsBottom, style: "grid")
      page.line(tick.x, rowsBottom, tick.x, rowsBottom + 5, style: "tick")
      let hasSeconds = !clock.time.hasSuffix(":00")
      let time = isDaily || clock.time.isEmpty ? "" : hasSeconds ? clock.time : clock.hourAndMinute
      write(time, at: tick.x, y: rowsBottom + 18, after: &lastTime, style: "soft", to: &page)
      guard clock.date != shownDate else { continue }
      let date = shownDate.isEmpty && !clock.time.isEmpty ? "\(clock.date) UTC" : clock.date
      let dateY = rowsBottom + (isDaily ? 18 : 35)
      if write(date, at: tick.x, y: dateY, after: &lastDate, style: "soft", to: &page) { shownDate = clock.date }
    }
  }

  /// Writes a label centered at `x`, moved into the figure, unless it would touch the one before.
  @discardableResult private func write(
    _ string: String, at x: Double, y: Double, after last: inout Double, style: String, to page: inout Markup
  ) -> Bool {
    let width = TextWidth.of(string, size: size.type)
    let left = clamped(x - width / 2, 2, size.width - width - 2)
    guard !string.isEmpty, left > last + 8 else { return false }
    page.label(string, x: left + width / 2, y: y, anchor: "middle", style: style)
    last = left + width
    return true
  }

  // MARK: What happened

  private func writeSpans(to page: inout Markup) {
    for finding in scene.findings.prefix(FindingLabels.most) {
      guard let end = finding.endTime, finding.time.isFinite, end.isFinite else { continue }
      let left = axis.x(min(finding.time, end))
      let width = max(2, axis.x(max(finding.time, end)) - left)
      page.box(left, plotTop, width, size.plotHeight, style: "span \(finding.fault.rawValue)")
      page.box(left, plotTop - 3, width, 3, style: "spanbar \(finding.fault.rawValue)")
    }
  }

  private func writeEvents(to page: inout Markup) {
    let stripTop = rowsTop + (scene.hasPlaceless ? Self.rowHeight : 0)
    let events = scene.timeline.events.filter(\.time.isFinite)
    // Where there are more, the strip alone shows them.
    guard events.count <= mostLines else { return }
    for event in events {
      let x = axis.x(event.time)
      page.line(x, plotTop, x, stripTop, style: "event")
    }
  }

  private func writeSamples(to page: inout Markup) {
    let place = PageNumbers.place
    var line = "", bars = "", coarseBars = "", dots = ""
    var isInLine = false
    var lastPiece = -1
    for sample in scene.drawn {
      guard let time = sample.time, let distance = sample.distanceMeters, distance.isFinite else { continue }
      let x = place(axis.x(time))
      let y = place(distances.y(distance))
      if let accuracy = sample.accuracyMeters, accuracy.isFinite, accuracy > 0 {
        let bar = "M\(x) \(place(distances.y(distance + accuracy)))V\(place(distances.y(distance - accuracy)))"
        if sample.rejected.isEmpty { bars += bar } else { coarseBars += bar }
      }
      guard sample.rejected.isEmpty else { continue }
      let piece = axis.pieceIndex(of: time)
      line += "\(isInLine && piece == lastPiece ? "L" : "M")\(x) \(y)"
      isInLine = true
      lastPiece = piece
      dots += "M\(x) \(y)h0"
    }
    page.path(coarseBars, style: "bars refused-bars")
    page.path(bars, style: "bars")
    page.path(line, style: "trace")
    page.path(dots, style: scene.drawn.count > 250 ? "dots many" : "dots")
    var taken = Set<[Int]>()
    for (sample, isChange) in zip(scene.drawn, scene.isChange) { writeSign(of: sample, isChange, &taken, to: &page) }
  }

  /// The sign of a refused sample, or the ring around one that changed the state. Equal signs on the same spot are drawn
  /// once.
  private func writeSign(
    of sample: TimelineSample, _ isChange: Bool, _ taken: inout Set<[Int]>, to page: inout Markup
  ) {
    guard let time = sample.time, isChange || !sample.rejected.isEmpty else { return }
    let hasPlace = sample.distanceMeters?.isFinite == true
    let x = axis.x(time)
    let y = hasPlace ? distances.y(sample.distanceMeters ?? 0) : rowsTop + Self.rowHeight / 2
    let tip = size.hasTips ? SampleTable.tip(of: sample) : nil
    if !sample.rejected.isEmpty {
      guard taken.insert([Int(x / 6), Int(y / 6), Int(sample.rejected.rawValue)]).inserted else { return }
      page.path(SampleMarks.shape(of: sample.rejected).path(x, y), style: "refused", tip: tip)
    } else if hasPlace {
      let place = PageNumbers.place
      let ring = "M\(place(x - 5)) \(place(y))a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"
      page.path(ring, style: "change \(sample.state)", tip: tip)
    }
  }

  private func writeRows(to page: inout Markup) {
    var top = rowsTop
    if scene.hasPlaceless {
      page.label("no place", x: size.left - 7, y: top + 15, anchor: "end", style: "soft")
      page.line(size.left, top + Self.rowHeight / 2, plotRight, top + Self.rowHeight / 2, style: "grid")
      top += Self.rowHeight
    }
    page.label("rules", x: size.left - 7, y: top + 15, anchor: "end", style: "soft")
    StateStrip.write(scene.stateRuns, axis: axis, top: top + 3, type: size.type, to: &page)
    guard !scene.systemRuns.isEmpty else { return }
    top += Self.rowHeight
    page.label("system", x: size.left - 7, y: top + 15, anchor: "end", style: "soft")
    StateStrip.write(scene.systemRuns, axis: axis, top: top + 3, type: size.type, to: &page)
    StateStrip.writeFlags(
      Thinning.spread(scene.systemEvents, count: Thinning.mostChanges), axis: axis,
      top: hasFlags ? plotTop : top + 1, foot: top + 21, hasFlags: hasFlags, hasTips: size.hasTips, to: &page)
  }
}
