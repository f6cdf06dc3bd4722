/// What an exact count says about a change.
enum CountVerdict: String {
  /// The same, or within what is allowed.
  case same
  /// Less work, or less memory.
  case better
  /// More work, or more memory.
  case regression
  /// The answer is another one.
  case different
  /// One of the two has no such count.
  case notCounted
}

/// One count of both builds, on the same data. No noise touches it, so a single run tells.
struct CountGate: Equatable {
  /// Costs may rise by this share: less than a time could show, and more than the few in a million by which instructions
  /// differ from run to run.
  static let allowance = 0.01

  var metric: WorkMetric
  var base: Int?
  var new: Int?

  /// The gates of everything that either of the two has counted.
  static func all(base: WorkCounts, new: WorkCounts) -> [CountGate] {
    WorkMetric.allCases.compactMap { metric in
      let gate = CountGate(metric: metric, base: base[metric], new: new[metric])
      return gate.base == nil && gate.new == nil ? nil : gate
    }
  }

  /// By how much the new count is larger, as a share.
  var change: Double? {
    guard let base, let new else { return nil }
    return base == new ? 0 : (Double(new) - Double(base)) / Double(base).magnitude
  }

  var verdict: CountVerdict {
    guard let base, let new, let change else { return .notCounted }
    switch metric {
    case .samples, .events, .answer, .textBytes: return base == new ? .same : .different
    case .skips: return change < -Self.allowance ? .regression : change > Self.allowance ? .better : .same
    case .probes, .candidates, .fallbacks, .hits, .allocations, .fenceBytes, .deviceBytes, .instructions:
      return change > Self.allowance ? .regression : change < -Self.allowance ? .better : .same
    }
  }
}
