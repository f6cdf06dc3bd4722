import GeoPolicy

/// States over time as a strip: open where unknown, light outside, solid inside.
enum StateStrip {
  private static let height = 16.0
  /// What is narrower is drawn together with its neighbors.
  private static let leastWidth = 1.5

  /// Appends the strip.
  static func write(
    _ runs: [TimelineScene.Run], axis: TimeAxis, top: Double, type: Double, to page: inout Markup
  ) {
    var crowd: (left: Double, right: Double, states: Set<FenceState>)?
    func writeCrowd(_ page: inout Markup) {
      guard let some = crowd else { return }
      let style = some.states.count == 1 ? some.states.first?.description ?? "mixed" : "mixed"
      page.box(some.left, top, max(2, some.right - some.left), height, style: "state \(style)")
      crowd = nil
    }
    for run in runs {
      let left = axis.x(run.start)
      let right = axis.x(run.end)
      if right - left < leastWidth {
        if let some = crowd, left - some.right < leastWidth {
          crowd = (some.left, right, some.states.union([run.state]))
        } else {
          writeCrowd(&page)
          crowd = (left, right, [run.state])
        }
        continue
      }
      writeCrowd(&page)
      page.box(left, top, right - left, height, style: "state \(run.state)")
      let word = run.state.description
      if right - left > TextWidth.of(word, size: type - 1) + 6 {
        page.label(word, x: (left + right) / 2, y: top + 12.3, anchor: "middle", style: "word \(run.state)")
      }
    }
    writeCrowd(&page)
  }

  /// Appends a line for each event of the system, from `top` to `foot`, with a flag at the top: solid for enter, open for
  /// exit.
  static func writeFlags(
    _ events: [SystemEvent], axis: TimeAxis, top: Double, foot: Double, hasFlags: Bool, hasTips: Bool,
    to page: inout Markup
  ) {
    let place = PageNumbers.place
    for event in events {
      let x = axis.x(event.time)
      page.line(x, top, x, foot, style: "pole")
      guard hasFlags else { continue }
      page.path(
        "M\(place(x)) \(place(top + 3))h12l-3.5 4.5l3.5 4.5h-12z", style: "flag \(event.kind)",
        tip: hasTips ? "system: \(event.kind) at \(PageClock(event.time).dateAndTime) UTC" : nil)
    }
  }
}
