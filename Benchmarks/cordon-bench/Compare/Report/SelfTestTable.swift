/// What a self-test found, as a table.
enum SelfTestTable {
  private static let widths = [8, 6, 5, 10, 5, 12, 5, 8, 16, 6]

  /// The line of titles.
  static let header = row(
    ["machine", "added", "runs", "regression", "same", "inconclusive", "void", "change", "from to", "pairs"])

  /// The row of one condition.
  static func line(of tally: SelfTestCommand.Tally) -> String {
    let changes = Spread(tally.results.map(\.change.median))
    let pairs = Spread(tally.results.map { Double($0.pairs) })
    return row([
      tally.isBusy ? "busy" : "as it is", "+\(tally.extraPercent) %", String(tally.results.count),
      String(tally.count(.regression)), String(tally.count(.same) + tally.count(.faster)),
      String(tally.count(.inconclusive)), String(tally.count(.void)),
      changes.map { ComparisonTable.percent($0.median) } ?? "-",
      changes.map { "\(ComparisonTable.percent($0.least, unit: "")) \(ComparisonTable.percent($0.most))" } ?? "-",
      pairs.map { String(Int($0.median)) } ?? "-",
    ])
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index == 0 ? cell.0 + padding : padding + cell.0
    }.joined(separator: "  ") + "\n"
  }
}
