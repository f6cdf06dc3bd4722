/// How long many things took, counted in buckets that are narrow where it is short: at most 1/64 apart, relatively.
///
/// Takes 33 kB however many are counted, and no time for sorting.
struct LatencyHistogram {
  private static let subBits = 6
  private var counts = [Int](repeating: 0, count: (64 - subBits) << subBits)
  /// The number of things counted.
  private(set) var count = 0
  private(set) var largest: UInt64 = 0

  /// Counts one of so many nanoseconds; below 0 counts as 0.
  mutating func add(_ nanoseconds: Double) {
    let value = nanoseconds >= 1 ? UInt64(min(nanoseconds, 9e18)) : 0
    counts[Self.bucket(value)] += 1
    count += 1
    largest = max(largest, value)
  }

  /// The least number of nanoseconds, to the width of a bucket, that this share of all did not exceed; `nil` of nothing.
  ///
  /// - Parameter share: 0…1.
  func percentile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int((Double(count) * min(max(share, 0), 1)).rounded(.up)))
    var seen = 0
    for (bucket, count) in counts.enumerated() {
      seen += count
      if seen >= wanted { return Double(min(Self.upperEnd(bucket), largest)) }
    }
    return Double(largest)
  }

  private static func bucket(_ value: UInt64) -> Int {
    let small = UInt64(1) << UInt64(subBits)
    if value < small { return Int(value) }
    let shift = 63 - value.leadingZeroBitCount - subBits
    return (shift + 1) << subBits + Int((value >> UInt64(shift)) & (small - 1))
  }

  /// The largest value of a bucket.
  private static func upperEnd(_ bucket: Int) -> UInt64 {
    let small = 1 << subBits
    if bucket < small { return UInt64(bucket) }
    let shift = UInt64(bucket >> subBits - 1)
    return (UInt64(small + bucket & (small - 1)) + 1) << shift &- 1
  }
}
