/// The timelines that are most worth a page, of all that a diagnosis visits: those with the most causes.
///
/// - Memory: twice the limits at most, and one timeline.
public struct TimelineSelection {
  private let limit: Int
  private let sampleLimit: Int
  private var keptSamples = 0
  private var takenCount = 0
  private var kept: [(weight: Int, order: Int, timeline: FenceTimeline)] = []
  private var visited = 0

  /// A selection of at most so many, with at most so many samples together, but for the first.
  public init(limit: Int = 500, sampleLimit: Int = 1_000_000) {
    self.limit = limit
    self.sampleLimit = sampleLimit
  }

  /// How many timelines with a cause are not among ``timelines()``.
  public var leftOutCount: Int { takenCount - kept.count }

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
    let timeline = timeline()
    takenCount += 1
    keptSamples += timeline.samples.count
    kept.append((weight, visited, timeline))
    if kept.count >= 2 * limit || keptSamples >= 2 * sampleLimit { prune() }
  }

  private mutating func prune() {
    kept.sort { ($1.weight, $0.order) < ($0.weight, $1.order) }
    var count = 0
    keptSamples = 0
    while count < min(limit, kept.count) {
      let samples = kept[count].timeline.samples.count
      if count > 0, keptSamples + samples > sampleLimit { break }
      keptSamples += samples
      count += 1
    }
    kept.removeLast(kept.count - count)
  }

  /// The timelines, the most telling first.
  public mutating func timelines() -> [FenceTimeline] {
    prune()
    return kept.map(\.timeline)
  }
}
