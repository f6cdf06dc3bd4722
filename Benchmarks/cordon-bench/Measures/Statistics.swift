/// The middle of some measurements, and how far they spread.
struct Spread: Equatable {
  var median: Double
  var least: Double
  var most: Double

  /// The spread of these, or `nil` where there are none.
  init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let middle = sorted.count / 2
    median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    least = first
    most = last
  }
}
