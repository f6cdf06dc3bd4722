import Testing
import Workload

@testable import cordon_bench

@Suite struct RatioIntervalTests {
  @Test("the median is that of the sorted values", arguments: [1, 2, 3, 10, 101, 1000])
  func median(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for spread in [1, 5, 1_000_000] {
      let values = (0..<count).map { _ in Double(random.below(spread)) }
      let sorted = values.sorted()
      var shuffled = values
      #expect(middle(of: &shuffled) == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2)
      #expect(shuffled.sorted() == sorted)
    }
  }

  private func noise(launches: [Double], pairs: Int, seed: UInt64) -> [[Double]] {
    var random = SplitMix64(seed: seed)
    return launches.map { shift in (0..<pairs).map { _ in shift + 0.05 * random.gaussian() } }
  }

  @Test("the interval holds the true median, and no less often than it says")
  func coverage() {
    let seed: UInt64 = 3
    print("seed \(seed)")
    var misses = 0
    for run in 0..<60 {
      let interval = RatioInterval(of: noise(launches: [0, 0, 0, 0, 0], pairs: 50, seed: seed + UInt64(run)), seed: 1)
      #expect(interval.low <= interval.median && interval.median <= interval.high)
      if interval.low > 0 || interval.high < 0 { misses += 1 }
    }
    // 1 % of 60 is 0.6; with 4 or more the interval would be too narrow, but for a chance of 1 in 300.
    #expect(misses < 4)
  }

  @Test func moreLaunchesMakeItNarrower() {
    let few = RatioInterval(of: noise(launches: [0, 0, 0], pairs: 40, seed: 4), seed: 1)
    let many = RatioInterval(of: noise(launches: Array(repeating: 0, count: 27), pairs: 40, seed: 4), seed: 1)
    #expect(many.width < few.width / 2)
  }

  @Test("launches that disagree make it wide, however many pairs there are")
  func launchesThatDisagree() {
    let interval = RatioInterval(of: noise(launches: [-0.04, 0, 0.04], pairs: 2000, seed: 5), seed: 1)
    #expect(interval.width > 0.06)
  }

  @Test func theSameSeedDrawsTheSame() {
    let values = noise(launches: [0, 0.001, 0, 0.001, 0], pairs: 100, seed: 6)
    #expect(RatioInterval(of: values, seed: 9) == RatioInterval(of: values, seed: 9))
    #expect(RatioInterval(of: values, seed: 9) != RatioInterval(of: values, seed: 10))
  }
}
