import GeoPolicy

extension Evaluation {
  /// Appends the results of several shards in the order of their rows, as if there had been one.
  mutating func merge(_ parts: [Evaluation]) {
    Self.merge(parts.map(\.events), into: &events) { $0.row }
    Self.merge(parts.map(\.rejections), into: &rejections) { $0.row }
    Self.merge(parts.map(\.decisions), into: &decisions) { $0.row }
    for part in parts {
      acceptedCount += part.acceptedCount
      partialRefusalCount += part.partialRefusalCount
      unjudgedAgeCount += part.unjudgedAgeCount
    }
  }

  /// Merges lists that ascend by row; no row stands in two of them.
  @inline(__always)
  private static func merge<Element: BitwiseCopyable>(
    _ lists: [[Element]], into merged: inout [Element], by row: (Element) -> UInt32
  ) {
    withBuffers(of: lists[...], []) { buffers in
      withoutActuallyEscaping(row) { row in
        if let rows = MergedRows(buffers, by: row) { merged.append(contentsOf: rows) }
      }
    }
  }

  private static func withBuffers<Element>(
    of lists: ArraySlice<[Element]>, _ buffers: [UnsafeBufferPointer<Element>],
    _ body: ([UnsafeBufferPointer<Element>]) -> Void
  ) {
    guard let first = lists.first else { return body(buffers) }
    first.withUnsafeBufferPointer { withBuffers(of: lists.dropFirst(), buffers + [$0], body) }
  }
}

/// Lists that ascend by row, as one that does. In the form of a sequence, for arrays take those in without a check for each
/// element.
private struct MergedRows<Element: BitwiseCopyable>: Sequence, IteratorProtocol {
  /// What is left of a list.
  private struct Rest {
    var next: UnsafePointer<Element>
    let end: UnsafePointer<Element>
  }

  let underestimatedCount: Int
  private let row: (Element) -> UInt32
  /// None is empty.
  private var rests: [Rest]
  /// The list with the least row; it stays that until its rows reach the least row of the others.
  private var current: Rest
  private var limit: UInt64 = 0

  init?(_ lists: [UnsafeBufferPointer<Element>], by row: @escaping (Element) -> UInt32) {
    self.row = row
    underestimatedCount = lists.reduce(0) { $0 + $1.count }
    rests = lists.compactMap { list in
      list.isEmpty ? nil : list.baseAddress.map { Rest(next: $0, end: $0 + list.count) }
    }
    guard let last = rests.popLast() else { return nil }
    current = last
  }

  @inline(__always)
  mutating func next() -> Element? {
    if current.next == current.end {
      guard let last = rests.popLast() else { return nil }
      current = last
      limit = 0
    }
    if row(current.next.pointee) >= limit { choose() }
    defer { current.next += 1 }
    return current.next.pointee
  }

  /// Finds the list with the least row.
  private mutating func choose() {
    var least = UInt64(row(current.next.pointee))
    limit = .max
    for index in rests.indices {
      let head = UInt64(row(rests[index].next.pointee))
      if head < least {
        swap(&rests[index], &current)
        limit = least
        least = head
      } else {
        limit = Swift.min(limit, head)
      }
    }
  }
}
