/// What is counted of some work, and hence is the same whenever it is done again.
enum WorkMetric: String, CaseIterable {
  /// Samples taken in, of extra work too.
  case samples
  /// Events, and a sum over all that they say: the answer.
  case events, answer
  /// Cells looked up, fences in them, of these those that the reference judged, and those that were near.
  case probes, candidates, fallbacks, hits
  /// Samples passed over.
  case skips
  /// Calls of the allocator.
  case allocations
  /// Bytes held for the fences and for the devices.
  case fenceBytes, deviceBytes
  /// Bytes read or written.
  case textBytes
  /// Instructions of the processor, as callgrind counts them.
  case instructions

  /// Whether the value is a state at the end, and not a sum that grows.
  var isState: Bool { self == .fenceBytes || self == .deviceBytes }
}

/// Counts by metric; one that the work does not have is absent.
struct WorkCounts: Equatable {
  private var values: [WorkMetric: Int] = [:]

  /// No counts.
  init() {}

  subscript(metric: WorkMetric) -> Int? {
    get { values[metric] }
    set { values[metric] = newValue }
  }

  /// The metrics that there are, in their order.
  var metrics: [WorkMetric] { WorkMetric.allCases.filter { values[$0] != nil } }

  /// What was counted since an earlier moment. The answer, which wraps around, is a difference too.
  func since(_ earlier: WorkCounts) -> WorkCounts {
    var counts = self
    for metric in metrics where !metric.isState {
      counts[metric] = self[metric].flatMap { now in earlier[metric].map { now &- $0 } }
    }
    return counts
  }
}
