import Testing

@testable import cordon_bench

/// The queue, with a clock that is made.
@Suite struct OpenLoopTests {
  /// A server that takes a fixed time for a batch and for each sample, and stalls once.
  final class Server {
    var now = 1000.0
    var perBatch: Double
    var perSample: Double
    var stall: (at: Int, nanoseconds: Double)?
    var served: [Range<Int>] = []

    init(perBatch: Double = 0, perSample: Double, stall: (at: Int, nanoseconds: Double)? = nil) {
      self.perBatch = perBatch
      self.perSample = perSample
      self.stall = stall
    }

    func run(rate: Double, count: Int, maximumBatch: Int = 4096) -> OpenLoop.Outcome {
      OpenLoop(rate: rate, count: count, maximumBatch: maximumBatch).run(
        now: { self.now }, wait: { self.now = max(self.now, $0) },
        serve: { batch in
          self.served.append(batch)
          self.now += self.perBatch + self.perSample * Double(batch.count)
          if let stall = self.stall, batch.contains(stall.at) {
            self.now += stall.nanoseconds
            self.stall = nil
          }
        })
    }
  }

  @Test func anIdleServerTakesEachAsItComes() {
    let server = Server(perSample: 400)
    let outcome = server.run(rate: 1e6, count: 10_000)
    #expect(outcome.served == 10_000)
    #expect(outcome.batches == 10_000)
    #expect(outcome.isSustained(of: 10_000))
    for share in [0.5, 0.99, 1] { #expect(abs((outcome.latencies.percentile(share) ?? 0) - 400) <= 10) }
    #expect(abs(outcome.busyNanoseconds - 4e6) < 1e4)
    #expect(server.served.flatMap { $0 } == Array(0..<10_000))
  }

  @Test func whatArrivesDuringAStallIsLateToo() {
    // 10 ms without an answer at 100 samples a millisecond: 1000 samples wait 5 ms in the mean, not one 10 ms.
    let server = Server(perSample: 100, stall: (at: 5000, nanoseconds: 10e6))
    let outcome = server.run(rate: 1e5, count: 10_000)
    #expect(outcome.isSustained(of: 10_000))
    let p90 = outcome.latencies.percentile(0.90) ?? 0
    let p95 = outcome.latencies.percentile(0.95) ?? 0
    let p99 = outcome.latencies.percentile(0.99) ?? 0
    #expect(p90 < 2e6, "\(p90)")
    #expect(abs(p95 - 5e6) < 0.5e6, "\(p95)")
    #expect(abs(p99 - 9e6) < 0.5e6, "\(p99)")
    #expect(server.served.contains { $0.count > 900 })
  }

  @Test func anOverloadedServerFallsBehind() {
    let server = Server(perSample: 2000)
    let outcome = server.run(rate: 1e6, count: 20_000, maximumBatch: 64)
    #expect(!outcome.isSustained(of: 20_000))
    // The last arrives at 20 ms and is done at 40.
    #expect(abs((outcome.latencies.percentile(1) ?? 0) - 20e6) < 1e6)
    #expect(server.served.allSatisfy { $0.count <= 64 })
  }

  @Test func anOverloadHasAnEnd() {
    let server = Server(perSample: 1e6)
    let outcome = server.run(rate: 1e6, count: 1_000_000)
    #expect(outcome.served < 1_000_000)
    #expect(!outcome.isSustained(of: 1_000_000))
  }

  @Test func largerBatchesForMoreAtATime() {
    // 100 µs for a batch and 100 ns for a sample: a batch gathers what came in the one before.
    let server = Server(perBatch: 100_000, perSample: 100)
    let outcome = server.run(rate: 1e6, count: 100_000)
    #expect(outcome.isSustained(of: 100_000))
    #expect(abs(Double(outcome.served) / Double(outcome.batches) - 111) < 5)
  }

  @Test func theSearchFindsTheEdge() throws {
    var asked: [Double] = []
    let found = RateSearch.highest(from: 10, to: 1000, probes: 12) {
      asked.append($0)
      return $0 <= 321
    }
    #expect(asked.count == 12)
    let passed = try #require(found.passed)
    let failed = try #require(found.failed)
    #expect(passed <= 321 && failed > 321 && failed / passed < 1.01)
    #expect(RateSearch.highest(from: 1, to: 9, probes: 5) { _ in true } == (9, nil))
    #expect(RateSearch.highest(from: 1, to: 9, probes: 5) { _ in false } == (nil, 1))
  }

  @Test func percentilesAreRightToTheWidthOfABucket() throws {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(0.5) == nil)
    for value in 1...100_000 { histogram.add(Double(value) * 1000) }
    for share in [0.001, 0.5, 0.9, 0.99, 0.999] {
      let found = try #require(histogram.percentile(share))
      let exact = share * 1e8
      #expect(found >= exact * 0.999_9 && found <= exact * (1 + 1 / 64.0), "\(share): \(found)")
    }
    #expect(histogram.percentile(1) == 1e8)
    #expect(histogram.percentile(7) == 1e8)
    #expect(histogram.percentile(-1) ?? 0 >= 1000)
  }

  @Test(arguments: [0, -5, .nan, 0.3, 63, 64, 65, 127, 128, 1e9, 1e18, 1e300, .infinity] as [Double])
  func anyValueCanBeCounted(_ value: Double) throws {
    var histogram = LatencyHistogram()
    histogram.add(value)
    let found = try #require(histogram.percentile(1))
    let expected = value.isNaN ? 0 : min(max(value, 0).rounded(.down), 9e18)
    #expect(abs(found - expected) <= expected / 64)
  }

  /// What misses the target is tried once more, and the better of both counts.
  @Test func aStallIsTriedAgain() {
    func point(_ p99: Double, isSustained: Bool = true) -> LatencyPlan.Point {
      LatencyPlan.Point(
        name: "", rate: 1, median: 0, p99: p99, p999: p99, batch: 1, busy: 0.5, isSustained: isSustained)
    }
    func better(_ tries: LatencyPlan.Point...) -> (p99: Double, tries: Int) {
      var made = 0
      let point = LatencyPlan.betterOfTwo(10) {
        made += 1
        return tries[made - 1]
      }
      #expect(point.isSecondTry == (made == 2))
      return (point.p99, made)
    }
    #expect(better(point(10)) == (10, 1))
    #expect(better(point(11), point(3)) == (3, 2))
    #expect(better(point(11), point(30)) == (11, 2))
    #expect(better(point(5, isSustained: false), point(30)) == (30, 2))
    #expect(better(point(30), point(5, isSustained: false)) == (30, 2))
  }
}
