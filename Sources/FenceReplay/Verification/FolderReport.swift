internal import FenceData
internal import GeoPolicy

/// What the verification of one folder found: whether the results are as expected, and whether the expectation is the one
/// that was reviewed. A folder passes only where both hold.
public struct FolderReport: Sendable {
  /// How a folder came out.
  public enum Verdict: String, Sendable, CaseIterable {
    /// Results as expected, and reviewed for what is there now.
    case passed
    /// Results that differ from what is expected.
    case different
    /// Results as expected, but reviewed for something else, or never.
    case outOfReview
    /// A folder that cannot be verified.
    case unusable
  }

  /// The folder, as it was named.
  public var name: String
  /// The comparison of each output that is expected or must be.
  public var comparisons: [ResultComparison] = []
  /// Why the expectation is not the one that was reviewed; empty where it is.
  public var reviewFindings: [String] = []
  /// The last review, where there is one.
  public var lastReview: ReviewRecord.Entry?
  /// What decided the results, and the expectation; `nil` where the folder is unusable.
  public var subject: ReviewSubject?
  /// The counts of the run.
  public var summary = ReplaySummary()
  /// Why the folder cannot be verified, one sentence.
  public var problem: String?
  /// The seconds that the run took, as its caller measured them.
  public var seconds = 0.0

  /// A folder that cannot be verified.
  public init(name: String, problem: String) {
    self.name = name
    self.problem = problem
  }

  /// Judges the results of a folder.
  ///
  /// - Parameters:
  ///   - expected: The bytes of each file of expected lines that there is.
  ///   - review: The record of reviews, where there is one.
  public init(
    name: String, results: FolderRerun.Results, expected: [ReplayOutput: [UInt8]], review: ReviewRecord?
  ) {
    self.name = name
    summary = results.summary
    var subject = results.subject
    for (output, bytes) in expected { subject.expected[output] = Fingerprint(of: bytes) }
    self.subject = subject
    for output in ReplayOutput.expectable where output.isAlwaysExpected || expected[output] != nil {
      let found = results.lines[output] ?? []
      comparisons.append(ResultComparison(output: output, expected: expected[output] ?? [], found: found))
    }
    explainEvents()
    lastReview = review?.entries.last
    reviewFindings = Self.findings(review, now: subject)
    for output in ReplayOutput.expectable where output.isAlwaysExpected && expected[output] == nil {
      let isTold = reviewFindings.contains { $0.hasPrefix(output.expectationFile) }
      if !isTold { reviewFindings.append("\(output.expectationFile) is missing") }
    }
  }

  /// How the folder came out.
  public var verdict: Verdict {
    if problem != nil { return .unusable }
    if comparisons.contains(where: { !$0.differences.isEmpty }) { return .different }
    return reviewFindings.isEmpty ? .passed : .outOfReview
  }

  private static func findings(_ review: ReviewRecord?, now: ReviewSubject) -> [String] {
    guard let review, let last = review.entries.last else {
      return ["never reviewed: there is no \(ReviewRecord.file)"]
    }
    if let entry = review.firstAlteredEntry {
      return ["\(ReviewRecord.file) was changed by hand: entry \(entry) does not fit to those before; restore it"]
    }
    return last.subject.changes(to: now)
  }

  /// Notes at events that are missing or unexpected how their samples were refused, where only one side refuses them.
  private mutating func explainEvents() {
    let refusals = comparisons.filter { $0.output == .rejections }.flatMap(\.differences)
    guard !refusals.isEmpty else { return }
    func reasons(_ members: (ResultDifference) -> [JSONValue.Member]) -> [[UInt8]: [String]] {
      var reasons: [[UInt8]: [String]] = [:]
      for refusal in refusals {
        guard let list = members(refusal).first(where: { $0.key == "rejected" })?.value.elements else { continue }
        reasons[refusal.sampleKey] = list.map(\.shown)
      }
      return reasons
    }
    let (now, before) = (reasons(\.found), reasons(\.expected))
    for index in comparisons.indices where comparisons[index].output == .events {
      for place in comparisons[index].differences.indices {
        let difference = comparisons[index].differences[place]
        let refusal = difference.kind == .missing ? now[difference.sampleKey] : before[difference.sampleKey]
        if difference.kind == .missing || difference.kind == .unexpected {
          comparisons[index].differences[place].refusal = refusal ?? []
        }
      }
    }
  }
}

// MARK: Explanation

extension FolderReport {
  /// The events that are missing though their samples are accepted: decisions would explain them.
  public var unexplained: DecisionSearch {
    var search = DecisionSearch()
    for comparison in comparisons where comparison.output == .events {
      for difference in comparison.differences where difference.isUnexplained { search.add(difference) }
    }
    return search
  }

  /// Notes at the missing events what these lines of decisions, all that ``unexplained`` has found, tell of them.
  public mutating func explain(with decisions: [UInt8]) {
    var found: [[UInt8]: [JSONValue.Member]] = [:]
    decisions.withUnsafeBytes { bytes in
      for slice in bytes.split(separator: UInt8(ascii: "\n")) {
        guard let line = ResultLine(UnsafeRawBufferPointer(rebasing: slice), of: .decisions) else { continue }
        found[line.subjectKey] = line.values
      }
    }
    var count = 0
    for index in comparisons.indices where comparisons[index].output == .events {
      for place in comparisons[index].differences.indices {
        let difference = comparisons[index].differences[place]
        guard difference.isUnexplained, count < DecisionSearch.limit else { continue }
        comparisons[index].differences[place].decision = found[difference.decisionKey] ?? []
        count += 1
      }
    }
  }
}

extension ResultDifference {
  fileprivate var isUnexplained: Bool { kind == .missing && refusal.isEmpty }

  /// What the differences of one sample share, in whichever output.
  fileprivate var sampleKey: [UInt8] {
    JSONValue.object(subject.filter { $0.key == "seq" || $0.key == "device" }).compact
  }
}
