internal import FenceData
internal import GeoPolicy

/// What the verification of some folders found, to be read by people.
public struct VerificationReport: Sendable {
  /// The folders, in the order in which they were verified.
  public var folders: [FolderReport]

  /// A report on these folders.
  public init(_ folders: [FolderReport]) { self.folders = folders }

  /// The number of folders that came out like this.
  public func count(of verdict: FolderReport.Verdict) -> Int { folders.lazy.filter { $0.verdict == verdict }.count }

  /// Whether every folder passed.
  public var hasPassed: Bool { count(of: .passed) == folders.count }

  /// The whole report: a paragraph for each folder, and what came out in sum.
  public var text: String { folders.map(\.text).joined() + sum + "\n" }

  /// One line: how many folders came out how.
  public var sum: String {
    let verdicts: [(FolderReport.Verdict, String)] = [
      (.passed, "passed"), (.different, "different"), (.outOfReview, "out of review"), (.unusable, "unusable"),
    ]
    let counts = verdicts.filter { count(of: $0.0) > 0 }.map { "\(count(of: $0.0)) \($0.1)" }
    return "\(folders.count == 1 ? "1 folder" : "\(folders.count) folders"): \(counts.joined(separator: ", "))"
  }
}

extension FolderReport {
  /// The most differences of one output that ``text`` tells one by one.
  static let shownLimit = 20

  /// The folder's paragraph: its name with the verdict, and below it what was found.
  public var text: String {
    let shownName = ShownText.harmless(name)
    if let problem { return "\(shownName): unusable\n  \(ShownText.harmless(problem))\n" }
    var lines: [String] = []
    switch verdict {
    case .passed: lines.append("\(shownName): passed")
    case .different: lines.append("\(shownName): different")
    case .outOfReview: lines.append("\(shownName): out of review")
    case .unusable: break
    }
    lines += details
    return lines.map { $0 + "\n" }.joined()
  }

  /// What was found, as indented lines; empty for a folder that passed.
  var details: [String] {
    if let problem { return ["  " + ShownText.harmless(problem)] }
    var lines: [String] = []
    for comparison in comparisons where !comparison.differences.isEmpty {
      lines.append("  \(comparison.title)")
      lines += comparison.differences.prefix(Self.shownLimit).map { "    \($0.text)" }
      let more = comparison.differences.count - Self.shownLimit
      if more > 0 { lines.append("    and \(more) more") }
    }
    guard !reviewFindings.isEmpty else { return lines }
    if let lastReview {
      let reviewer = ShownText.clipped(Identifier(lastReview.reviewer))
      lines.append("  out of review, the last one was by \(reviewer) on \(lastReview.date.description.prefix(10))")
    } else {
      lines.append("  out of review")
    }
    return lines + reviewFindings.map { "    \($0)" }
  }
}

extension ResultComparison {
  /// The output with the counts of what is different.
  fileprivate var title: String {
    let counts = ResultDifference.Kind.allCases.compactMap { kind -> String? in
      let count = differences.lazy.filter { $0.kind == kind }.count
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    return "\(output.name): \(counts.joined(separator: ", ")) (\(expectedCount) expected, \(foundCount) found)"
  }
}
