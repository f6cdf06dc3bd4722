/// Comparisons as a table for people, a case at a time.
enum ComparisonTable {
  private static let widths = [13, 9, 19, 9, 6, 9]

  /// The line of titles.
  static let header = row(["case", "change", "99 % interval", "control", "pairs", "ms/block"], "times, counts")

  /// A case: its row, and a line for each count that is not the same.
  static func lines(of result: CaseResult) -> String {
    if let missing = result.missing { return row([result.name, "-", "-", "-", "-", "-"], missing) }
    var cells = [result.name, "-", "-", "-", "-", "-"]
    if let times = result.times {
      cells[1] = percent(times.change.median)
      cells[2] = "\(percent(times.change.low, unit: "")) \(percent(times.change.high))"
      cells[3] = percent(times.control.median)
      cells[4] = String(times.pairs)
      cells[5] = ResultTable.short(times.baseNanoseconds / 1e6)
    }
    let counts = result.gates.contains { $0.verdict == .different || $0.verdict == .regression } ? "regression" : "same"
    let times = result.times?.verdict.rawValue ?? result.coarse?.rawValue ?? "not compared"
    var text = row(cells, "\(times), \(result.gates.isEmpty ? "not counted" : counts)")
    for gate in result.gates where gate.verdict != .same || isWorthTelling(gate.change) {
      guard let base = gate.base, let new = gate.new, let change = gate.change else { continue }
      let verdict =
        gate.verdict == .same ? "within \(ResultTable.decimals(CountGate.allowance * 100, 0)) %" : gate.verdict.rawValue
      let value = gate.metric == .answer ? "differs" : "\(base) -> \(new), \(share(change))"
      text += "  \(gate.metric.rawValue) \(value): \(verdict)\n"
    }
    return text
  }

  /// Less than a thousandth is what tables differ by whose layout a hash decides that differs from process to process.
  private static func isWorthTelling(_ change: Double?) -> Bool { (change ?? 0).magnitude > 0.001 }

  /// The share by which a ratio, given as its logarithm, is above 1.
  static func percent(_ logarithm: Double, unit: String = " %") -> String {
    share(RatioInterval.share(logarithm), unit: unit)
  }

  private static func share(_ share: Double, unit: String = " %") -> String {
    guard share.isFinite else { return "from 0" }
    let text = ResultTable.decimals(share * 100, 2)
    return (text.hasPrefix("-") ? "" : "+") + text + unit
  }

  private static func row(_ cells: [String], _ last: String) -> String {
    var line = ""
    for (index, (cell, width)) in zip(cells, widths).enumerated() {
      let padding = String(repeating: " ", count: max(0, width - cell.count))
      line += (index == 0 ? cell + padding : padding + cell) + "  "
    }
    return line + last + "\n"
  }
}
