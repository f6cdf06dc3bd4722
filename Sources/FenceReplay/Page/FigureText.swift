/// The parts of a figure that both kinds share, as markup.
extension Markup {
  /// A line of text, already escaped by the caller's choice of characters or here.
  mutating func label(_ string: String, x: Double, y: Double, anchor: String = "start", style: String = "") {
    let classes = style.isEmpty ? "" : " class=\"\(style)\""
    raw("<text x=\"\(PageNumbers.place(x))\" y=\"\(PageNumbers.place(y))\"\(classes)")
    if anchor != "start" { raw(" text-anchor=\"\(anchor)\"") }
    raw(">")
    text(string)
    raw("</text>")
  }

  /// A line.
  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
    let place = PageNumbers.place
    raw("<path class=\"\(style)\" d=\"M\(place(x1)) \(place(y1))L\(place(x2)) \(place(y2))\"/>")
  }

  /// A rectangle, with sides of at least nothing.
  mutating func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double, style: String, radius: Double = 0)
  {
    let place = PageNumbers.place
    raw("<rect class=\"\(style)\" x=\"\(place(left))\" y=\"\(place(top))\"")
    raw(" width=\"\(place(max(0, width)))\" height=\"\(place(max(0, height)))\"")
    raw(radius > 0 ? " rx=\"\(place(radius))\"/>" : "/>")
  }

  /// A circle.
  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, style: String) {
    let place = PageNumbers.place
    raw("<circle class=\"\(style)\" cx=\"\(place(x))\" cy=\"\(place(y))\" r=\"\(place(radius))\"/>")
  }

  /// A path of these commands, if there are any, with an optional tip.
  mutating func path(_ commands: String, style: String, tip: String? = nil) {
    guard !commands.isEmpty else { return }
    raw("<path class=\"\(style)\" d=\"\(commands)\"")
    guard let tip else { return raw("/>") }
    raw("><title>")
    text(tip)
    raw("</title></path>")
  }

  /// The opening of a figure's drawing, with what it says to those who do not see it.
  mutating func openDrawing(
    _ id: String, width: Double, height: Double, style: String, title: String, description: String
  ) {
    let place = PageNumbers.place
    raw("<svg class=\"\(style)\" viewBox=\"0 0 \(place(width)) \(place(height))\" role=\"img\"")
    raw(" aria-labelledby=\"\(id)-t \(id)-d\"><title id=\"\(id)-t\">")
    text(title)
    raw("</title><desc id=\"\(id)-d\">")
    text(description)
    raw("</desc>")
  }

  /// The sign of a finding, 18 units high: its outline tells where the fault lies, its number which finding it is.
  mutating func badge(
    _ number: String, fault: TimelineFinding.Fault?, centerX x: Double, centerY y: Double, width: Double
  ) {
    let place = PageNumbers.place
    let half = width / 2
    switch fault {
    case .rules: box(x - half, y - 9, width, 18, style: "b rules", radius: 2)
    case .samples: box(x - half, y - 9, width, 18, style: "b samples", radius: 9)
    case .system:
      path(
        "M\(place(x - half)) \(place(y))l5-9h\(place(width - 10))l5 9l-5 9h\(place(10 - width))z", style: "b system")
    case .movement: box(x - half, y - 9, width, 18, style: "b movement", radius: 5)
    case nil: box(x - half, y - 9, width, 18, style: "b several", radius: 5)
    }
    label(number, x: x, y: y + 4.2, anchor: "middle", style: "n")
  }
}

extension TimelineFinding.Fault {
  /// The width of a badge with this number.
  static func badgeWidth(of number: String) -> Double { max(22, TextWidth.of(number, size: 12) + 11) }
}
