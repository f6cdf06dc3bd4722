public import FenceData
public import GeoPolicy

/// What a check of a fence file found.
public struct CheckReport: Sendable {
  /// The usable fences.
  public let fences: [Fence]
  /// The line of each fence.
  public let lines: [Int]
  /// The rows or features, skipped ones counted.
  public let rowCount: Int
  /// What was found, in the order of ``FindingKind``; no kind twice, none that concerns nobody.
  public internal(set) var findings: [Finding] = []
  /// Searches that were given up, for they would have taken too long; empty for all but contrived files.
  public internal(set) var unfinished: [String] = []

  let settings: CheckSettings
  let policies: PolicySet
  let problems: [RowProblem]
  /// The findings about each fence.
  var kinds: [FindingKinds]

  init(_ file: FenceFile, policies: PolicySet, settings: CheckSettings) {
    fences = file.fences
    lines = file.lines
    rowCount = file.rowCount
    problems = file.problems
    self.settings = settings
    self.policies = policies
    kinds = Array(repeating: [], count: file.fences.count)
  }

  /// The number of findings of a severity.
  public func count(of severity: FindingSeverity) -> Int { findings.count { $0.kind.severity == severity } }

  /// The finding of a kind, if there is one.
  public func finding(_ kind: FindingKind) -> Finding? { findings.first { $0.kind == kind } }
}

/// Looks for what is wrong with the fences of a file before they are used.
///
/// - Parameters:
///   - file: The fences, and the rows that gave none.
///   - policies: The set that the fences were made for.
/// - Complexity: O(n·log n) for n fences; searches among fences made to defeat them are cut off at a number of steps
///   that is linear in n, and ``CheckReport/unfinished`` says so.
public func checkFences(
  _ file: FenceFile, policies: PolicySet = .standard, settings: CheckSettings = CheckSettings()
) -> CheckReport {
  var report = CheckReport(file, policies: policies, settings: settings)
  report.findSkippedRows()
  report.findRadii()
  let places = FencePlaces(file.fences)
  report.findSharedPlaces(places)
  report.findSuspectedSwaps()
  report.findNeighbors(places)
  report.findings.sort { FindingKinds($0.kind).rawValue < FindingKinds($1.kind).rawValue }
  return report
}

extension CheckReport {
  /// Adds a finding about these fences, indices in ascending order, if there are any.
  mutating func add(
    _ kind: FindingKind, _ concerned: [Int], detail: String = "", _ example: (Int) -> (message: String, other: Int?)
  ) {
    guard !concerned.isEmpty else { return }
    for index in concerned { kinds[index].insert(FindingKinds(kind)) }
    var finding = Finding(kind: kind, count: concerned.count)
    finding.detail = detail
    finding.examples = concerned.prefix(settings.exampleLimit).map { self.example($0, example($0)) }
    findings.append(finding)
  }

  /// Adds a finding about these fences of which many are alike: the examples are one of each kind.
  mutating func add(
    _ kind: FindingKind, alike concerned: [Int], detail: String = "", _ message: (Int) -> String
  ) {
    add(kind, concerned, detail: detail) { _ in ("", nil) }
    guard let position = findings.firstIndex(where: { $0.kind == kind }) else { return }
    var examples: [FindingExample] = []
    var known: [String: Int] = [:]
    for index in concerned {
      let text = message(index)
      if let example = known[text] {
        examples[example].alikeCount += 1
      } else if examples.count < settings.exampleLimit {
        known[text] = examples.count
        examples.append(example(index, (text, nil)))
      }
    }
    findings[position].examples = examples
  }

  /// The example of one fence.
  func example(_ index: Int, _ text: (message: String, other: Int?)) -> FindingExample {
    FindingExample(
      line: lines[index], fence: fences[index].id,
      other: text.other.map { FindingExample.Other(line: lines[$0], fence: fences[$0].id) }, message: text.message)
  }
}
