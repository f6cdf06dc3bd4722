internal import FenceData

/// The events of a folder that are missing although their samples are accepted. What the rules made of those samples
/// instead, decisions tell; most folders expect none, so they are made only where something has to be explained.
public struct DecisionSearch: Sendable {
  /// The most events that are looked for.
  public static let limit = 1000

  /// What decisions are about: `seq`, `device` and `fence`, as they are written.
  private var subjects: Set<[UInt8]> = []
  /// The sequence numbers among them, by which most lines are passed over unread.
  private var numbers: Set<[UInt8]> = []

  /// Whether nothing is looked for.
  public var isEmpty: Bool { subjects.isEmpty }

  init() {}

  /// Looks for the decision at a missing event, too.
  mutating func add(_ difference: ResultDifference) {
    guard subjects.count < Self.limit, let number = difference.subject.first, number.key == "seq" else { return }
    subjects.insert(difference.decisionKey)
    numbers.insert(number.value.compact)
  }

  /// Those of these lines of decisions that are looked for.
  ///
  /// - Complexity: O(bytes); only lines of a sequence number that is looked for are read.
  func select(_ lines: [UInt8]) -> [UInt8] { lines.withUnsafeBytes { select($0) } }

  private func select(_ lines: UnsafeRawBufferPointer) -> [UInt8] {
    var selected: [UInt8] = []
    for slice in lines.split(separator: UInt8(ascii: "\n")) {
      let start = slice.dropFirst(Self.beginning.count)
      guard let end = start.firstIndex(of: UInt8(ascii: ",")), numbers.contains(Array(start[..<end])) else { continue }
      guard let line = ResultLine(UnsafeRawBufferPointer(rebasing: slice), of: .decisions) else { continue }
      if subjects.contains(line.subjectKey) { selected += Array(slice) + [UInt8(ascii: "\n")] }
    }
    return selected
  }

  private static let beginning = "{\"seq\":".utf8
}

extension ResultDifference {
  /// What the decision at the same sample and fence is about.
  var decisionKey: [UInt8] { JSONValue.object(subject.filter { $0.key != "event" }).compact }
}
