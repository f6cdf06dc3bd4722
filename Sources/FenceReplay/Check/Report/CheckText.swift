internal import FenceData
import GeoPolicy

extension CheckReport {
  /// The report as text to read: what was found, the worst first, each with examples and what mends it.
  public var text: String {
    var lines = [headline]
    for severity in FindingSeverity.allCases {
      for finding in findings where finding.kind.severity == severity {
        lines += Self.lines(of: finding, total(finding))
      }
    }
    if !unfinished.isEmpty {
      lines.append("note: given up, for it would have taken too long: \(unfinished.joined(separator: ", "))")
    }
    let counts = FindingSeverity.allCases.compactMap { severity in
      let count = count(of: severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    lines.append(counts.isEmpty ? "nothing found" : counts.joined(separator: ", "))
    return lines.map { $0 + "\n" }.joined()
  }

  private var headline: String {
    let fenceCount = fences.count == 1 ? "1 fence" : "\(fences.count) fences"
    let rows = rowCount == 1 ? "1 row" : "\(rowCount) rows"
    var headline = "\(fenceCount) in \(rows)"
    if let interval = settings.intervalSeconds {
      var out = OutputBuffer()
      out.append(number: (settings.speedMetersPerSecond * 100).rounded() / 100)
      out.append(literal: " m/s, one report every ")
      out.append(number: interval)
      headline += "; devices at \(String(decoding: out.bytes, as: UTF8.self)) s"
    }
    return headline
  }

  /// Of how many fences or rows a finding counts some.
  private func total(_ finding: Finding) -> Int { finding.kind.isAboutRows ? rowCount : fences.count }

  private static func lines(of finding: Finding, _ total: Int) -> [String] {
    let kind = finding.kind
    var lines = ["\(kind.severity.rawValue): \(kind.rawValue): \(finding.count) of \(total) \(kind.summary)"]
    if !finding.detail.isEmpty { lines.append("  \(finding.detail)") }
    for example in finding.examples {
      var line = "  line \(example.line): "
      if let fence = example.fence { line += "fence \(ShownText.quoted(fence))" }
      if example.alikeCount > 0 { line += " and \(example.alikeCount) more" }
      line += (example.fence == nil ? "" : ": ") + example.message
      if let other = example.other { line += ": fence \(ShownText.quoted(other.fence)), line \(other.line)" }
      lines.append(line)
    }
    lines.append("  mend: \(kind.mend)")
    return lines
  }
}

extension FindingKind {
  /// Whether it counts rows that gave no fence.
  var isAboutRows: Bool {
    switch self {
    case .unreadableRow, .duplicateID, .swappedCoordinates, .invalidCenter, .invalidRadius, .unknownPolicy: true
    default: false
    }
  }
}
