import GeoPolicy

/// Turns rows into fences, or into problems: gathers the fence file that is being read.
struct FenceRowParser {
  private(set) var file = FenceFile()
  /// Where the fields of the next row are, by ``FenceField``.
  var fields = Array(repeating: RawField.absent, count: FenceField.count)
  private let policies: PolicySet
  private var ids = IdentifierTable()
  private var scratch: [UInt8] = []

  init(policies: PolicySet) { self.policies = policies }

  /// Takes a row that is no fence.
  mutating func refuse(_ message: String, line: Int, _ kind: RowProblem.Kind = .structure) {
    file.rowCount += 1
    file.problems.append(RowProblem(line: line, message: message, kind: kind))
  }

  /// Takes the row whose ``fields`` have been located.
  mutating func take(_ row: Bytes, line: Int) {
    guard fields[FenceField.id].kind != .other else {
      return refuse("the id is neither text nor a number", line: line)
    }
    let id = text(FenceField.id, in: row)
    if let first = ids.find(id) {
      return refuse(
        "fence \(ShownText.quoted(id)): this id is taken, the first stands, at line \(file.lines[Int(first)])",
        line: line, .duplicateID)
    }
    guard fields[FenceField.policy].kind != .other else {
      return refuse("fence \(ShownText.quoted(id)): the policy is no name", line: line, .unknownPolicy)
    }
    let enterRadius = radius(FenceField.enterRadius, in: row)
    let exitRadius = radius(FenceField.exitRadius, in: row)
    do throws(FenceError) {
      let policy = text(FenceField.policy, in: row)
      let fence = try Fence(
        id: id,
        center: Point(
          latitude: fields[FenceField.latitude].number(in: row, scratch: &scratch, absent: .nan),
          longitude: fields[FenceField.longitude].number(in: row, scratch: &scratch, absent: .nan)),
        enterRadiusMeters: enterRadius, exitRadiusMeters: exitRadius,
        policy: policy.text.isEmpty ? PolicySet.defaultName : policy, in: policies)
      file.rowCount += 1
      file.fences.append(fence)
      // The handle of an id is the index of its fence.
      _ = ids.handle(for: id)
      file.lines.append(line)
      file.takesPolicyEnterRadius.append(enterRadius == nil)
    } catch {
      refuse(error.shownDescription, line: line, RowProblem.Kind(error))
    }
  }

  /// The file, once all rows have been taken.
  ///
  /// - Parameter hint: What to say where there is no usable fence, if more is known than that.
  /// - Throws: ``UnusableInput`` where there is no usable fence.
  func finish(hint: String?) throws(UnusableInput) -> FenceFile {
    guard file.fences.isEmpty else { return file }
    if let hint { throw UnusableInput(line: file.problems.first?.line, message: hint) }
    guard let first = file.problems.first else {
      throw UnusableInput(message: "no fence: there are no rows; add one for each fence")
    }
    throw UnusableInput(
      line: first.line, message: "no usable fence among \(file.rowCount); the first problem: \(first.message)")
  }

  private mutating func text(_ field: Int, in row: Bytes) -> Identifier {
    fields[field].withText(in: row, scratch: &scratch) { Identifier(utf8: $0) }
  }

  /// A radius in meters; `nil` where it is empty or not there, NaN where it cannot be read.
  private mutating func radius(_ field: Int, in row: Bytes) -> Double? {
    let value = fields[field].number(in: row, scratch: &scratch, absent: SampleColumns.absent)
    return SampleColumns.isAbsent(value) ? nil : value
  }
}

extension RowProblem.Kind {
  fileprivate init(_ error: FenceError) {
    switch error {
    case .emptyID: self = .structure
    case .center(_, .mends): self = .swappedCenter
    case .center(_, .doesNotMend): self = .invalidCenter
    case .unknownPolicy: self = .unknownPolicy
    case .enterRadius, .exitRadius: self = .invalidRadius
    case .duplicateID, .unknownID: self = .duplicateID
    }
  }
}
