import Foundation
import Workload

/// A ratio of times, as its logarithm: the median of what was measured, and where the true median lies.
struct RatioInterval: Equatable {
  var low: Double
  var median: Double
  var high: Double

  /// The share by which the value is above 1, as of 0.05 for 5 %.
  static func share(_ logarithm: Double) -> Double { exp(logarithm) - 1 }

  /// The width of the interval, as a share.
  var width: Double { Self.share(high - low) }

  /// How often to draw anew.
  static let draws = 2000
  /// The share of draws outside of the interval on each side: it holds 99 %.
  static let tail = 0.005

  /// The median of logarithms, and its interval by a bootstrap in two steps.
  ///
  /// A process may be faster or slower than another of the same program from its start to its end, for what lies where in
  /// memory. So whole launches are drawn with replacement, then pairs within each of these: an interval is narrow only
  /// where the launches agree, however many pairs there are in each.
  ///
  /// - Parameters:
  ///   - launches: The logarithms of each launch; at least one launch, and in each at least one.
  ///   - seed: From which the draws follow.
  /// - Complexity: O(draws × pairs).
  init(of launches: [[Double]], seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var medians: [Double] = []
    var drawn: [Double] = []
    for _ in 0..<Self.draws {
      drawn.removeAll(keepingCapacity: true)
      for _ in launches {
        let launch = launches[random.below(launches.count)]
        for _ in launch { drawn.append(launch[random.below(launch.count)]) }
      }
      medians.append(middle(of: &drawn))
    }
    medians.sort()
    var all = launches.flatMap { $0 }
    median = middle(of: &all)
    let outside = Int(Double(medians.count) * Self.tail)
    low = medians[outside]
    high = medians[medians.count - 1 - outside]
  }

  /// An interval that is known.
  init(low: Double, median: Double, high: Double) {
    self.low = low
    self.median = median
    self.high = high
  }
}

/// The median; the values are left in another order.
///
/// - Complexity: O(count), expected: nothing that is not needed is sorted.
func middle(of values: inout [Double]) -> Double {
  let upper = values.count / 2
  partition(&values, at: upper)
  guard values.count.isMultiple(of: 2) else { return values[upper] }
  return (values[..<upper].max() ?? values[upper]) / 2 + values[upper] / 2
}

/// Brings the value of this rank to its place, smaller ones before it and larger ones behind.
private func partition(_ values: inout [Double], at rank: Int) {
  var low = 0
  var high = values.count - 1
  while low < high {
    let pivot = values[(low + high) / 2]
    var left = low
    var right = high
    while left <= right {
      while values[left] < pivot { left += 1 }
      while values[right] > pivot { right -= 1 }
      if left <= right {
        values.swapAt(left, right)
        left += 1
        right -= 1
      }
    }
    if rank <= right { high = right } else if rank >= left { low = left } else { return }
  }
}
