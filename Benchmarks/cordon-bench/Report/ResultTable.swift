import MultiFence

/// Results as a table for people, a row at a time.
struct ResultTable {
  private struct Column {
    var title: String
    var width: Int
    var isText = false
  }

  private static let columns = [
    Column(title: "scenario", width: 16, isText: true), Column(title: "fences", width: 9),
    Column(title: "devices", width: 8), Column(title: "variant", width: 8, isText: true),
    Column(title: "ns/sample", width: 10), Column(title: "min-max", width: 15), Column(title: "samples/s", width: 9),
    Column(title: "x naive", width: 8), Column(title: "lines", width: 7), Column(title: "B/fence", width: 7),
    Column(title: "B/device", width: 9), Column(title: "probes", width: 6), Column(title: "candidates", width: 10),
    Column(title: "hits", width: 6),
    Column(title: "fallbacks", width: 9), Column(title: "skipped", width: 7),
  ]

  /// The line of titles.
  static let header = line(columns.map(\.title))

  /// A row; `naive` is that of the naive scan of the same scenario, if it ran.
  static func line(of row: ResultRow, naive: ResultRow?) -> String {
    let time = row.nanosecondsPerSample
    var cells = [row.scenario, String(row.fences), String(row.devices), row.variant]
    cells.append(time.map { short($0.median) } ?? "void")
    cells.append(time.map { "\(short($0.least))-\(short($0.most))" } ?? "-")
    cells.append(time.map { rate(1e9 / $0.median) } ?? "-")
    cells.append(speedup(of: row, over: naive).map(short) ?? "-")
    cells.append(row.digest == nil ? "-" : row.linesPerSample.map(short) ?? "-")
    cells.append(row.bytesPerFence.map { short($0.rounded()) } ?? "-")
    cells.append(row.bytesPerDevice.map { short($0.rounded()) } ?? "-")
    cells.append(row.perSample(row.work?.probes).map { decimals($0, 2) } ?? "-")
    cells.append(row.candidatesPerSample.map(short) ?? "-")
    cells.append(row.perSample(row.work?.hits).map { decimals($0, 2) } ?? "-")
    cells.append(row.perSample(row.work?.fallbacks).map { $0 == 0 ? "0" : decimals($0, 5) } ?? "-")
    cells.append(row.perSample(row.work?.skips).map { decimals($0 * 100, 1) + " %" } ?? "-")
    return line(cells)
  }

  /// What a line cost, under the rows of a scenario.
  static func line(of lines: LineCosts) -> String {
    func text(_ name: String, _ cost: LineCost) -> String {
      "\(name) of \(rate(Double(cost.bytes)))B: \(short(cost.dependent)) ns dependent, \(short(cost.independent)) ns independent"
    }
    return "  a line in tables as large as \(text("the index", lines.index)); \(text("the devices", lines.devices))\n"
  }

  /// What a change of the fences cost, under the rows of a scenario in which they change; `nil` for others.
  static func line(ofChanges rows: [ResultRow]) -> String? {
    let costs = rows.compactMap { row in
      row.nanosecondsPerChange.map { "\(short($0 / 1000)) µs with \(row.variant)" }
    }
    return costs.isEmpty ? nil : "  a change of a fence, not part of the above: \(costs.joined(separator: ", "))\n"
  }

  private static func speedup(of row: ResultRow, over naive: ResultRow?) -> Double? {
    guard row.digest != nil, let naive = naive?.nanosecondsPerSample, let time = row.nanosecondsPerSample else {
      return nil
    }
    return naive.median / time.median
  }

  private static func line(_ cells: [String]) -> String {
    var line = ""
    for (cell, column) in zip(cells, columns) {
      let padding = String(repeating: " ", count: max(0, column.width - cell.count))
      line += (line.isEmpty ? "" : "  ") + (column.isText ? cell + padding : padding + cell)
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line + "\n"
  }

  /// About three digits.
  static func short(_ value: Double) -> String {
    value.magnitude < 10 ? decimals(value, 2) : value.magnitude < 100 ? decimals(value, 1) : decimals(value, 0)
  }

  /// About three digits, without zeros behind the point.
  static func trimmed(_ value: Double) -> String {
    let text = short(value)
    guard text.contains(".") else { return text }
    var kept = Substring(text)
    while kept.hasSuffix("0") { kept.removeLast() }
    return String(kept.hasSuffix(".") ? kept.dropLast() : kept)
  }

  /// 12.3 M: a count with the letter of its thousands.
  static func rate(_ value: Double) -> String {
    for (size, letter) in [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")] where value >= size {
      return "\(short(value / size)) \(letter)"
    }
    return short(value) + " "
  }

  /// A number with a fixed count of decimals.
  static func decimals(_ value: Double, _ places: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "-" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}
