internal import FenceData

extension CheckReport {
  /// Rows that gave no fence, by what they were refused for.
  mutating func findSkippedRows() {
    for problem in problems {
      let kind = FindingKind(problem.kind)
      let index = findings.firstIndex { $0.kind == kind } ?? findings.count
      if index == findings.count { findings.append(Finding(kind: kind, count: 0)) }
      findings[index].count += 1
      guard findings[index].examples.count < settings.exampleLimit else { continue }
      findings[index].examples.append(FindingExample(line: problem.line, message: problem.message))
    }
  }
}

extension FindingKind {
  init(_ kind: RowProblem.Kind) {
    switch kind {
    case .structure: self = .unreadableRow
    case .duplicateID: self = .duplicateID
    case .swappedCenter: self = .swappedCoordinates
    case .invalidCenter: self = .invalidCenter
    case .invalidRadius: self = .invalidRadius
    case .unknownPolicy: self = .unknownPolicy
    }
  }
}
