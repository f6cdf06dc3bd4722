internal import FenceData

/// What is different between the lines that a folder expects of one output and those that were found.
///
/// Lines are matched by what they are about, a device's sample at a fence, so that one line more or less does not make
/// all that follow look different.
public struct ResultComparison: Sendable {
  /// The output.
  public let output: ReplayOutput
  /// The number of lines that are expected.
  public private(set) var expectedCount = 0
  /// The number of lines that were found.
  public private(set) var foundCount = 0
  /// The differences, by sequence number where there is one.
  public internal(set) var differences: [ResultDifference] = []

  /// Compares two texts of one line of JSON each; blank lines do not count.
  ///
  /// - Complexity: O(lines) where they agree; memory of a few times the lines from the first to the last that do not.
  public init(output: ReplayOutput, expected: [UInt8], found: [UInt8]) {
    self.output = output
    expected.withUnsafeBytes { expected in
      found.withUnsafeBytes { found in
        compare(TextLines(expected), TextLines(found))
      }
    }
  }

  private mutating func compare(_ expected: TextLines, _ found: TextLines) {
    (expectedCount, foundCount) = (expected.count, found.count)
    var start = 0
    let common = min(expected.count, found.count)
    while start < common, agree(expected[start], found[start]) { start += 1 }
    var tail = 0
    while tail < common - start, agree(expected[expected.count - 1 - tail], found[found.count - 1 - tail]) { tail += 1 }
    guard start < expected.count - tail || start < found.count - tail else { return }
    match(expected, start..<expected.count - tail, found, start..<found.count - tail)
    // Lines without a sequence number, and those that cannot be read, come last, in the order in which they were found.
    let order = differences.enumerated().sorted { a, b in
      (a.element.sequenceNumber ?? .max, a.offset) < (b.element.sequenceNumber ?? .max, b.offset)
    }
    differences = order.map(\.element)
  }

  private func agree(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    // Lines that cannot be read are never the same: results are always readable.
    if a.elementsEqual(b) { return true }
    guard let first = ResultLine(a, of: output), let second = ResultLine(b, of: output) else { return false }
    return first.agrees(with: second)
  }

  private mutating func match(
    _ expected: TextLines, _ expectedRange: Range<Int>, _ found: TextLines, _ foundRange: Range<Int>
  ) {
    var waiting: [[UInt8]: [Int]] = [:]
    for index in foundRange.reversed() {
      // What Replay writes can always be read.
      guard let line = ResultLine(found[index], of: output) else { continue }
      waiting[line.subjectKey, default: []].append(index)
    }
    var pairs: [(partner: Int, difference: ResultDifference)] = []
    for index in expectedRange {
      guard let line = ResultLine(expected[index], of: output) else {
        differences.append(
          ResultDifference(output: output, kind: .unreadable, expectedLine: expected.number(of: index)))
        continue
      }
      var difference = ResultDifference(
        output: output, kind: .missing, expectedLine: expected.number(of: index), subject: line.subject)
      guard let partner = waiting[line.subjectKey]?.popLast() else {
        difference.expected = line.values
        differences.append(difference)
        continue
      }
      difference.kind = .misplaced
      pairs.append((partner, difference))
      if let other = ResultLine(found[partner], of: output), !line.agrees(with: other) {
        difference.kind = .changed
        difference.expected = Self.members(of: line.values, notIn: other.values)
        difference.found = Self.members(of: other.values, notIn: line.values)
        differences.append(difference)
      }
    }
    let inOrder = longestRise(in: pairs.map(\.partner))
    for (index, pair) in pairs.enumerated() where !inOrder.contains(index) { differences.append(pair.difference) }
    for index in waiting.values.joined().sorted() {
      guard let line = ResultLine(found[index], of: output) else { continue }
      differences.append(
        ResultDifference(output: output, kind: .unexpected, subject: line.subject, found: line.values))
    }
  }

  private static func members(of a: [JSONValue.Member], notIn b: [JSONValue.Member]) -> [JSONValue.Member] {
    a.filter { member in
      !b.contains { $0.key == member.key && ResultLine.agree($0.value, member.value, key: member.key) }
    }
  }
}

/// The indices of a longest selection of these distinct numbers that rises: what is left out is the least that has to
/// move for all of them to stand in order.
///
/// - Complexity: O(n log n).
func longestRise(in numbers: [Int]) -> Set<Int> {
  /// For each length, the index of the smallest number that ends a rise of it.
  var ends: [Int] = []
  var before = Array(repeating: -1, count: numbers.count)
  for (index, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { before[index] = ends[low - 1] }
    if low == ends.count { ends.append(index) } else { ends[low] = index }
  }
  var rise: Set<Int> = []
  var next = ends.last ?? -1
  while next >= 0 {
    rise.insert(next)
    next = before[next]
  }
  return rise
}

/// The lines of a text that are not blank, by index.
private struct TextLines {
  private let bytes: UnsafeRawBufferPointer
  private var ranges: [(range: Range<Int>, number: Int)] = []

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    var start = 0
    var number = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let content = bytes[start..<end]
      if !content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
        // A CR before the LF belongs to the line's end.
        ranges.append((start..<(content.last == 0x0D ? end - 1 : end), number))
      }
      start = end + 1
      number += 1
    }
  }

  var count: Int { ranges.count }

  subscript(index: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[ranges[index].range]) }

  /// The physical line, from 1.
  func number(of index: Int) -> Int { ranges[index].number }
}
