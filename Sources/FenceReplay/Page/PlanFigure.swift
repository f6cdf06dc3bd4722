import GeoPolicy

/// The path around the fence seen from above, in meters from its center, north at the top.
struct PlanFigure {
  static let width = 330.0
  private static let margin = 1.0
  private static let type = 12.0
  /// Circles of accuracy beyond this number would hide the path.
  private static let mostCircles = 60
  private static let mostBadges = 14

  private let scene: TimelineScene
  /// Samples with a place, in order of arrival.
  private let placed: [(sample: TimelineSample, east: Double, north: Double, isChange: Bool)]
  /// Meters from the center to the edge of the frame.
  private let reach: Double

  /// The plan of a scene, or `nil` where no sample has a place.
  init?(_ scene: TimelineScene) {
    self.scene = scene
    placed = zip(scene.drawn, scene.isChange).compactMap { sample, isChange in
      guard let east = sample.eastMeters, let north = sample.northMeters, east.isFinite, north.isFinite else {
        return nil
      }
      return (sample, east, north, isChange)
    }
    guard !placed.isEmpty else { return nil }
    let farthest = placed.map { max($0.east.magnitude, $0.north.magnitude) }.max() ?? 0
    let radius = scene.timeline.exitRadiusMeters
    let exit = clamped(radius > 0 ? radius : farthest, 1e-3, 2.1e7)
    reach = min(max(exit * 1.25, farthest * 1.08), exit * 2.6)
  }

  private var center: Double { Self.width / 2 }
  private var scale: Double { (Self.width / 2 - Self.margin) / reach }
  private func x(_ east: Double) -> Double { center + clamped(east, -1e9, 1e9) * scale }
  private func y(_ north: Double) -> Double { center - clamped(north, -1e9, 1e9) * scale }
  private func isInFrame(_ east: Double, _ north: Double) -> Bool { max(east.magnitude, north.magnitude) <= reach }

  /// How many of the drawn samples lie beyond the frame.
  var outsideCount: Int { placed.count { !isInFrame($0.east, $0.north) } }

  /// Appends the drawing.
  func write(to page: inout Markup, id: String, title: String, description: String) {
    page.openDrawing(
      "\(id)-plan", width: Self.width, height: Self.width, style: "plan", title: title, description: description)
    let side = Self.width - 2 * Self.margin
    page.raw(
      "<clipPath id=\"\(id)-frame\"><rect x=\"\(PageNumbers.place(Self.margin))\" y=\"\(PageNumbers.place(Self.margin))\""
    )
    page.raw(" width=\"\(PageNumbers.place(side))\" height=\"\(PageNumbers.place(side))\" rx=\"4\"/></clipPath>")
    page.box(Self.margin, Self.margin, side, side, style: "ground", radius: 4)
    page.raw("<g clip-path=\"url(#\(id)-frame)\">")
    writeRings(to: &page)
    writePath(to: &page)
    page.raw("</g>")
    page.box(Self.margin, Self.margin, side, side, style: "frame", radius: 4)
    var taken: [PlanBox] = []
    writeScaleAndNorth(&taken, to: &page)
    writeRadii(&taken, to: &page)
    writeBeyond(&taken, to: &page)
    writeBadges(&taken, to: &page)
    page.raw("</svg>")
  }

  private func writeRings(to page: inout Markup) {
    let timeline = scene.timeline
    page.circle(center, center, clamped(timeline.exitRadiusMeters, 0, 1e9) * scale, style: "ring-exit")
    page.circle(center, center, clamped(timeline.enterRadiusMeters, 0, 1e9) * scale, style: "ring-enter")
    page.path("M\(PageNumbers.place(center - 5)) \(PageNumbers.place(center))h10m-5-5v10", style: "center")
  }

  private func writePath(to page: inout Markup) {
    let place = PageNumbers.place
    for entry in Thinning.spread(placed.filter { ($0.sample.accuracyMeters ?? 0) > 0 }, count: Self.mostCircles) {
      guard let accuracy = entry.sample.accuracyMeters, accuracy.isFinite, accuracy < reach * 3 else { continue }
      guard isInFrame(entry.east, entry.north) else { continue }
      page.circle(
        x(entry.east), y(entry.north), accuracy * scale,
        style: entry.sample.rejected.isEmpty ? "accuracy" : "accuracy refused-bars")
    }
    var line = "", dots = ""
    for entry in placed where entry.sample.rejected.isEmpty {
      let point = "\(place(x(entry.east))) \(place(y(entry.north)))"
      line += (line.isEmpty ? "M" : "L") + point
      dots += "M\(point)h0"
    }
    page.path(line, style: "trace")
    page.path(dots, style: placed.count > 250 ? "dots many" : "dots")
    for entry in placed where isInFrame(entry.east, entry.north) {
      let (signX, signY) = (x(entry.east), y(entry.north))
      if !entry.sample.rejected.isEmpty {
        page.path(SampleMarks.shape(of: entry.sample.rejected).path(signX, signY), style: "refused")
      } else if entry.isChange {
        page.circle(signX, signY, 5, style: "change \(entry.sample.state)")
      }
    }
  }

  /// The scale at the foot and north at the head, each on the side that hides fewer samples.
  private func writeScaleAndNorth(_ taken: inout [PlanBox], to page: inout Markup) {
    let place = PageNumbers.place
    let meters = DistanceAxis.roundStep(atLeast: reach * 0.22)
    let length = meters * scale
    let word = PageNumbers.meters(meters)
    let plate = freer(
      width: max(length, TextWidth.of(word, size: Self.type)) + 14, height: 27, top: Self.width - Self.margin - 32)
    page.box(plate.left, plate.top, plate.width, plate.height, style: "plate", radius: 3)
    page.path("M\(place(plate.left + 7)) \(place(plate.top + 17))v5h\(place(length))v-5", style: "scale")
    page.label(word, x: plate.left + 7, y: plate.top + 14, style: "halo")

    let head = freer(width: 18, height: 39, top: Self.margin + 5)
    page.box(head.left, head.top, head.width, head.height, style: "plate", radius: 3)
    page.path("M\(place(head.left + 9)) \(place(head.top + 5))l5.5 15l-5.5-3.5l-5.5 3.5z", style: "north")
    page.label("N", x: head.left + 9, y: head.top + 34, anchor: "middle", style: "halo")
    taken += [plate, head]
  }

  /// A box of this size at the left or the right edge, whichever covers fewer samples.
  private func freer(width: Double, height: Double, top: Double) -> PlanBox {
    let left = PlanBox(left: Self.margin + 5, top: top, width: width, height: height)
    let right = PlanBox(left: Self.width - Self.margin - 5 - width, top: top, width: width, height: height)
    let covered = { (box: PlanBox) in
      placed.count { box.touches(PlanBox(left: x($0.east) - 5, top: y($0.north) - 5, width: 10, height: 10)) }
    }
    return covered(left) <= covered(right) ? left : right
  }

  private func writeRadii(_ taken: inout [PlanBox], to page: inout Markup) {
    let timeline = scene.timeline
    let enterY = center + timeline.enterRadiusMeters * scale
    let exitY = center + timeline.exitRadiusMeters * scale
    for (word, ringY, style) in [
      ("enter \(PageNumbers.meters(timeline.enterRadiusMeters))", enterY - 6, "enter-text halo"),
      ("exit \(PageNumbers.meters(timeline.exitRadiusMeters))", exitY + 15, "exit-text halo"),
    ] {
      let width = TextWidth.of(word, size: Self.type)
      guard ringY.isFinite, ringY < Self.width - Self.margin - 4 else { continue }
      // Below the center, else above it, whichever is free.
      for y in [ringY, 2 * center - ringY + 9] {
        let box = PlanBox(left: center - width / 2, top: y - 11, width: width, height: 15)
        guard y > Self.margin + 12, !taken.contains(where: box.touches) else { continue }
        page.label(word, x: center, y: y, anchor: "middle", style: style)
        taken.append(box)
        break
      }
    }
  }

  /// Arrows at the frame towards what lies beyond it, with the farthest distance in each direction.
  private func writeBeyond(_ taken: inout [PlanBox], to page: inout Markup) {
    var farthest: [(x: Double, y: Double, meters: Double)?] = Array(repeating: nil, count: 16)
    for entry in placed where !isInFrame(entry.east, entry.north) {
      let largest = max(entry.east.magnitude, entry.north.magnitude)
      let (unitX, unitY) = (entry.east / largest, -entry.north / largest)
      let meters = entry.sample.distanceMeters ?? largest
      // Sixteen stretches of the frame: four to a side.
      let along = unitX.magnitude == 1 ? unitY : unitX
      let side = unitX.magnitude == 1 ? (unitX > 0 ? 0 : 1) : (unitY > 0 ? 2 : 3)
      let sector = side * 4 + min(3, max(0, Int((along + 1) * 2)))
      if meters > farthest[sector]?.meters ?? -1 { farthest[sector] = (unitX, unitY, meters) }
    }
    let place = PageNumbers.place
    for case let arrow? in farthest.sorted(by: { ($0?.meters ?? -1) > ($1?.meters ?? -1) }) {
      let half = Self.width / 2 - Self.margin - 3
      let (tipX, tipY) = (center + arrow.x * half, center + arrow.y * half)
      let length = (arrow.x * arrow.x + arrow.y * arrow.y).squareRoot()
      let (dx, dy) = (arrow.x / length, arrow.y / length)
      let point = { (back: Double, aside: Double) in
        "\(place(tipX - dx * back - dy * aside)) \(place(tipY - dy * back + dx * aside))"
      }
      page.path("M\(point(0, 0))L\(point(11, 5.5))L\(point(11, -5.5))z", style: "beyond")
      let word = PageNumbers.meters(arrow.meters)
      let width = TextWidth.of(word, size: Self.type)
      let left = clamped(
        tipX - dx * (18 + width / 2) - width / 2, Self.margin + 4, Self.width - Self.margin - 4 - width)
      let top = clamped(tipY - dy * 26 - 7, Self.margin + 3, Self.width - Self.margin - 18)
      let box = PlanBox(left: left, top: top, width: width, height: 15)
      guard !taken.contains(where: box.touches) else { continue }
      page.label(word, x: left, y: top + 11.5, style: "halo")
      taken.append(box)
    }
  }

  /// The numbers of findings at the samples nearest to them in time, where there is room.
  private func writeBadges(_ taken: inout [PlanBox], to page: inout Markup) {
    var written = 0
    for (index, finding) in scene.findings.enumerated() where written < Self.mostBadges && finding.time.isFinite {
      let offset = { (time: Double?) in ((time ?? .infinity) - finding.time).magnitude }
      guard let nearest = placed.min(by: { offset($0.sample.time) < offset($1.sample.time) }) else { return }
      guard isInFrame(nearest.east, nearest.north) else { continue }
      let (signX, signY) = (x(nearest.east), y(nearest.north))
      let number = "\(index + 1)"
      let width = TimelineFinding.Fault.badgeWidth(of: number)
      let spots = [26.0, 42, 60].flatMap { far in
        [(0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (1, 0), (-1, 0), (0, -1), (0, 1)].map {
          (x: signX + $0.0 * far, y: signY + $0.1 * far)
        }
      }
      for spot in spots {
        let box = PlanBox(left: spot.x - width / 2 - 1, top: spot.y - 10, width: width + 2, height: 20)
        guard box.isInside(Self.margin + 2, Self.width - Self.margin - 2), !taken.contains(where: box.touches) else {
          continue
        }
        page.line(signX, signY, spot.x, spot.y, style: "leader")
        page.badge(number, fault: finding.fault, centerX: spot.x, centerY: spot.y, width: width)
        taken.append(box)
        written += 1
        break
      }
    }
  }
}

/// A part of the plan that holds a label.
struct PlanBox {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  /// Whether the two come closer than two units.
  func touches(_ other: PlanBox) -> Bool {
    left < other.left + other.width + 2 && other.left < left + width + 2 && top < other.top + other.height + 2
      && other.top < top + height + 2
  }

  /// Whether it lies within a square from `low` to `high`.
  func isInside(_ low: Double, _ high: Double) -> Bool {
    left >= low && top >= low && left + width <= high && top + height <= high
  }
}
