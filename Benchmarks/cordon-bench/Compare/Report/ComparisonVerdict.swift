import CommandLineSupport

/// What all cases say together.
struct ComparisonVerdict {
  private let results: [CaseResult]

  init(_ results: [CaseResult]) { self.results = results }

  private var regressions: [String] { results.filter(\.isRegression).map(\.name) }
  private var voids: [String] { results.filter { $0.times?.verdict == .void }.map(\.name) }
  private var inconclusive: [String] { results.filter { $0.times?.verdict == .inconclusive }.map(\.name) }
  private var moved: [String] { results.filter { $0.times?.verdict == .moved }.map(\.name) }
  private var missing: [String] { results.filter { $0.missing != nil }.map(\.name) }

  /// The word for it.
  var word: String {
    if !regressions.isEmpty { return "regression" }
    if !voids.isEmpty { return "void" }
    return missing.count == results.count ? "no baseline" : "same or better"
  }

  /// The exit code, or `nil` where nothing got worse.
  var exitCode: ExitCode? {
    switch word {
    case "regression": .regression
    case "void": .void
    case "no baseline": .noBaseline
    default: nil
    }
  }

  /// What ends the command.
  var sentence: String {
    switch word {
    case "regression": "regression in \(regressions.joined(separator: ", "))"
    case "void":
      "void: two processes of the base differed in \(voids.joined(separator: ", ")); run it again on a quieter machine"
    case "no baseline": "no baseline: nothing could be compared"
    default: word
    }
  }

  /// The lines under a table.
  var text: String {
    var text = "\n"
    if exitCode == nil { text += "\(word)\n" }
    if !inconclusive.isEmpty {
      text += "notice: inconclusive in \(inconclusive.joined(separator: ", ")): their times vary too much to tell\n"
    }
    if !moved.isEmpty {
      text += """
        notice: slower with the very same instructions in \(moved.joined(separator: ", ")): where code lies in memory can do \
        that

        """
    }
    if !missing.isEmpty { text += "notice: no baseline for \(missing.joined(separator: ", "))\n" }
    return text
  }
}
