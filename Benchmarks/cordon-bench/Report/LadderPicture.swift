import Foundation

/// Time for a sample over the number of fences, both axes logarithmic, as an SVG that needs nothing else.
///
/// It brings its own background, light or dark as the reader prefers, so that it can be read on any page. Each line is named
/// at its end; there is no legend.
struct LadderPicture {
  /// A line of the picture.
  struct Series: Equatable {
    var variant: String
    /// Fences and nanoseconds, both above 0, by rising fences.
    var points: [(fences: Double, nanoseconds: Double)]

    static func == (a: Series, b: Series) -> Bool {
      a.variant == b.variant && a.points.elementsEqual(b.points, by: ==)
    }
  }

  /// What is drawn: the variants in the order of their colors, and their names for readers.
  static let variants = [
    ("naive", "naive scan"), ("kernel", "kernel scan"), ("indexed", "indexed"), ("skip", "with safe skip"),
  ]

  let series: [Series]
  private let caption: String

  /// The picture of the family of scenarios that has the most sizes; `nil` where none has two.
  init?(_ rows: [ResultRow], machine: Machine) {
    guard let family = Self.family(of: rows.map(\.scenario)) else { return nil }
    let series = Self.variants.map { variant, _ in
      Series(
        variant: variant,
        points: rows.filter { $0.variant == variant && Self.family($0.scenario) == family }.compactMap { row in
          row.nanosecondsPerSample.map { (Double(row.fences), $0.median) }
        }.sorted { $0.fences < $1.fences })
    }
    self.init(
      series, caption: "Scenario \(family), one thread, \(machine.processor), \(machine.toolchain); less is better")
  }

  /// A picture of these lines; those of fewer than two points are left out, and `nil` where all are.
  init?(_ series: [Series], caption: String) {
    self.series = series.filter { $0.points.count >= 2 }
    self.caption = caption
    if self.series.isEmpty { return nil }
  }

  /// The family, scenario name without size, that has the most sizes, at least two.
  static func family(of scenarios: [String]) -> String? {
    var sizes: [String: Set<String>] = [:]
    for name in scenarios { sizes[family(name), default: []].insert(name) }
    return sizes.filter { $0.value.count >= 2 }.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
  }

  private static func family(_ scenario: String) -> String {
    scenario.split(separator: "-").dropLast().joined(separator: "-")
  }

  // MARK: Layout

  private static let width = 820.0
  private static let height = 470.0
  /// The field of the lines: left, top, right, bottom.
  private static let field = (left: 74.0, top: 62.0, right: 606.0, bottom: 404.0)
  private static let labelHeight = 17.0

  /// The whole powers of ten around all values of an axis.
  static func decades(_ values: [Double]) -> ClosedRange<Int> {
    let logarithms = values.map { log10($0) }
    // A value that is a power of ten, but for rounding, is one.
    let low = Int(((logarithms.min() ?? 0) + 1e-9).rounded(.down))
    let high = Int(((logarithms.max() ?? 0) - 1e-9).rounded(.up))
    return low...max(high, low + 1)
  }

  /// Moves labels apart that would overlap, each as little as may be, in the order in which they stand.
  ///
  /// - Returns: For each of `positions` where its label goes; none nearer than `gap` to another.
  static func spread(_ positions: [Double], gap: Double) -> [Double] {
    // Groups of labels that touch, each laid out about the mean of where they want to be.
    var groups: [(members: [Int], center: Double)] = []
    for index in positions.indices.sorted(by: { positions[$0] < positions[$1] }) {
      var group = (members: [index], center: positions[index])
      while let before = groups.last,
        group.center - before.center < gap * Double(group.members.count + before.members.count) / 2
      {
        groups.removeLast()
        group.members = before.members + group.members
        group.center = group.members.reduce(0) { $0 + positions[$1] } / Double(group.members.count)
      }
      groups.append(group)
    }
    var result = positions
    for group in groups {
      for (place, member) in group.members.enumerated() {
        result[member] = group.center + (Double(place) - Double(group.members.count - 1) / 2) * gap
      }
    }
    return result
  }

  // MARK: Drawing

  /// The picture as text.
  var svg: String {
    let xDecades = Self.decades(series.flatMap { $0.points.map(\.fences) })
    let yDecades = Self.decades(series.flatMap { $0.points.map(\.nanoseconds) })
    let x = LogAxis(xDecades, from: Self.field.left, to: Self.field.right)
    let y = LogAxis(yDecades, from: Self.field.bottom, to: Self.field.top)
    var text = Self.head
    text +=
      "<text x=\"\(Self.field.left)\" y=\"28\" class=\"title\">Time for a sample, over the number of fences</text>\n"
    text += "<text x=\"\(Self.field.left)\" y=\"47\" class=\"quiet\">\(Self.escaped(caption))</text>\n"
    for decade in yDecades {
      let place = Self.number(y.place(decade: decade))
      text += "<path d=\"M\(Self.field.left) \(place)H\(Self.field.right)\" class=\"grid\"/>\n"
      text +=
        "<text x=\"\(Self.field.left - 9)\" y=\"\(place)\" dy=\"4\" class=\"end\">\(Self.time(decade: decade))</text>\n"
    }
    for decade in xDecades {
      let place = Self.number(x.place(decade: decade))
      text += "<path d=\"M\(place) \(Self.field.top)V\(Self.field.bottom)\" class=\"grid\"/>\n"
      text +=
        "<text x=\"\(place)\" y=\"\(Self.field.bottom + 20)\" class=\"middle\">\(Self.count(decade: decade))</text>\n"
    }
    let middle = Self.number((Self.field.left + Self.field.right) / 2)
    text += "<text x=\"\(middle)\" y=\"\(Self.field.bottom + 44)\" class=\"middle\">fences</text>\n"
    let ends = series.map { y.place($0.points[$0.points.count - 1].nanoseconds) }
    let labels = Self.spread(ends, gap: Self.labelHeight)
    for (index, line) in series.enumerated() {
      text += draw(line, x, y, labelAt: labels[index])
    }
    return text + "</svg>\n"
  }

  private func draw(_ line: Series, _ x: LogAxis, _ y: LogAxis, labelAt label: Double) -> String {
    let color = "c\(Self.variants.firstIndex { $0.0 == line.variant } ?? 0)"
    let name = Self.variants.first { $0.0 == line.variant }?.1 ?? line.variant
    let places = line.points.map { "\(Self.number(x.place($0.fences))) \(Self.number(y.place($0.nanoseconds)))" }
    var text = "<path d=\"M\(places.joined(separator: "L"))\" class=\"line \(color)\"/>\n"
    for point in line.points {
      text += "<circle cx=\"\(Self.number(x.place(point.fences)))\" cy=\"\(Self.number(y.place(point.nanoseconds)))\" "
      text += "r=\"3.5\" class=\"dot \(color)\"><title>\(name): \(Self.time(point.nanoseconds))</title></circle>\n"
    }
    let last = line.points[line.points.count - 1]
    let end = x.place(last.fences)
    // A thin line leads from the end of the curve to a label that had to move.
    text += "<path d=\"M\(Self.number(end + 6)) \(Self.number(y.place(last.nanoseconds)))L"
    text += "\(Self.number(end + 20)) \(Self.number(label))\" class=\"lead \(color)\"/>\n"
    text += "<text x=\"\(Self.number(end + 24))\" y=\"\(Self.number(label))\" dy=\"4\" class=\"name \(color)\">"
    return text + "\(Self.escaped(name)), \(Self.time(last.nanoseconds))</text>\n"
  }

  private static let head = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 470" width="820" height="470" role="img" \
    aria-label="Time for a sample over the number of fences, logarithmic">
    <style>
    text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; }
    .back { fill: #ffffff; } .title { font-size: 16px; font-weight: 600; } .quiet { font-size: 12px; fill: #59636e; }
    .grid { stroke: #d1d9e0; stroke-width: 1; fill: none; } .end { text-anchor: end; } .middle { text-anchor: middle; }
    .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; } .lead { fill: none; stroke-width: 1; }
    .name { font-weight: 600; }
    path.c0 { stroke: #8250df; } .dot.c0, .name.c0 { fill: #8250df; }
    path.c1 { stroke: #bc4c00; } .dot.c1, .name.c1 { fill: #bc4c00; }
    path.c2 { stroke: #0969da; } .dot.c2, .name.c2 { fill: #0969da; }
    path.c3 { stroke: #1a7f37; } .dot.c3, .name.c3 { fill: #1a7f37; }
    @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .back { fill: #0d1117; } .quiet { fill: #9198a1; } .grid { stroke: #3d444d; }
    path.c0 { stroke: #be8fff; } .dot.c0, .name.c0 { fill: #be8fff; }
    path.c1 { stroke: #ffa657; } .dot.c1, .name.c1 { fill: #ffa657; }
    path.c2 { stroke: #79c0ff; } .dot.c2, .name.c2 { fill: #79c0ff; }
    path.c3 { stroke: #56d364; } .dot.c3, .name.c3 { fill: #56d364; }
    }
    </style>
    <rect width="820" height="470" rx="8" class="back"/>

    """

  private static func number(_ value: Double) -> String { ResultTable.decimals(value, 1) }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }

  /// 100 ns, 1 µs, 10 ms, 1 s.
  private static func time(decade: Int) -> String { time(pow(10, Double(decade))) }

  /// A time of so many nanoseconds, in three digits.
  static func time(_ nanoseconds: Double) -> String {
    for (size, unit) in [(1e9, "s"), (1e6, "ms"), (1e3, "µs")] where nanoseconds >= size * 0.999_5 {
      return "\(ResultTable.trimmed(nanoseconds / size)) \(unit)"
    }
    return "\(ResultTable.trimmed(nanoseconds)) ns"
  }

  private static func count(decade: Int) -> String {
    decade >= 6
      ? "\(ResultTable.trimmed(pow(10, Double(decade - 6)))) M"
      : decade >= 3
        ? "\(ResultTable.trimmed(pow(10, Double(decade - 3)))) k" : ResultTable.trimmed(pow(10, Double(decade)))
  }
}

/// Places of values along an axis of whole decades.
struct LogAxis {
  private let low: Double
  private let scale: Double
  private let start: Double

  /// An axis from one end, at the least decade, to the other.
  init(_ decades: ClosedRange<Int>, from start: Double, to end: Double) {
    low = Double(decades.lowerBound)
    scale = (end - start) / Double(max(1, decades.count - 1))
    self.start = start
  }

  func place(_ value: Double) -> Double { start + (log10(value) - low) * scale }
  func place(decade: Int) -> Double { start + (Double(decade) - low) * scale }
}
