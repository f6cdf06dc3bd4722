/// The timelines that are most worth a page, of all that a diagnosis visits: those with the most causes.
public struct TimelineSelection {
  private let limit: Int
  private var kept: [(weight: Int, order: Int, timeline: FenceTimeline)] = []
  private var visited = 0

  /// A selection of at most so many.
  public init(limit: Int = 500) { self.limit = limit }

  /// Takes a device at a fence, if it has a cause; `timeline` is asked for only then.
  ///
  /// - Complexity: O(log n), amortized, beside making the timeline.
  public mutating func take(_ findings: [DiagnosisFinding], _ timeline: () -> FenceTimeline) {
    visited += 1
    let weight = findings.reduce(0) { sum, finding in
      guard finding.cause != nil else { return sum }
      return sum + (finding.kind == .crossing || finding.kind == .refusal ? 1 : 1000)
    }
    guard weight > 0 else { return }
    kept.append((weight, visited, timeline()))
    if kept.count >= 2 * limit { prune() }
  }

  private mutating func prune() {
    kept.sort { ($1.weight, $0.order) < ($0.weight, $1.order) }
    kept.removeLast(max(0, kept.count - limit))
  }

  /// The timelines, the most telling first.
  public mutating func timelines() -> [FenceTimeline] {
    prune()
    return kept.map(\.timeline)
  }
}
