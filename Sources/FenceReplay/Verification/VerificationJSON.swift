internal import FenceData

extension VerificationReport {
  /// The report as a JSON document: every difference, with the members that it is about.
  public var json: [UInt8] {
    JSONValue.object([
      ("format", .number(1)), ("passed", .number(count(of: .passed))), ("different", .number(count(of: .different))),
      ("outOfReview", .number(count(of: .outOfReview))), ("unusable", .number(count(of: .unusable))),
      ("folders", .array(folders.map(\.json))),
    ]).document
  }
}

extension FolderReport {
  fileprivate var json: JSONValue {
    .object([
      ("folder", .string(name)), ("verdict", .string(verdict.rawValue)), ("problem", .optional(problem)),
      ("review", .array(reviewFindings.map { .string($0) })), ("outputs", .array(comparisons.map(\.json))),
    ])
  }
}

extension ResultComparison {
  fileprivate var json: JSONValue {
    .object([
      ("output", .string(output.name)), ("expected", .number(expectedCount)), ("found", .number(foundCount)),
      ("differences", .array(differences.map(\.json))),
    ])
  }
}

extension ResultDifference {
  fileprivate var json: JSONValue {
    .object(
      [("kind", .string(kind.rawValue)), ("expectedLine", expectedLine.map { .number($0) } ?? .null)] + subject + [
        ("expectedValues", .object(expected)), ("foundValues", .object(found)),
        ("refusal", .array(refusal.map { .string($0) })), ("decision", decision.map { .object($0) } ?? .null),
      ])
  }
}
