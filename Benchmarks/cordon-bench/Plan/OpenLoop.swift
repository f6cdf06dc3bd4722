/// Arrivals on a schedule that does not wait for the server: what is late is counted as late.
///
/// Sample i arrives at i / rate, whatever happened to those before it. The server takes all that have arrived, at most
/// `maximumBatch` at a time; a sample's latency goes from its arrival on the schedule to the end of its batch. So a pause of
/// the server counts for all that arrived meanwhile, not for the one that was being served (no coordinated omission).
struct OpenLoop {
  /// Arrivals per second.
  var rate: Double
  /// The number of arrivals.
  var count: Int
  /// The most samples that are taken at a time.
  var maximumBatch = 4096
  /// Nanoseconds after the last arrival at which the run is given up.
  var patience = 3e9

  /// What came of it.
  struct Outcome {
    var latencies = LatencyHistogram()
    /// Samples served; fewer than all where the run was ended for falling too far behind.
    var served = 0
    var batches = 0
    /// Nanoseconds in which the server worked.
    var busyNanoseconds = 0.0
    /// Nanoseconds from the last arrival to the end of the last batch.
    var drainNanoseconds = 0.0
    /// Nanoseconds that all arrivals take.
    var scheduleNanoseconds = 0.0

    /// Whether the server kept up: at the end little more waited than when it is not busy.
    func isSustained(of count: Int) -> Bool {
      served == count && drainNanoseconds <= max(0.02 * scheduleNanoseconds, 5e6)
    }
  }

  /// Runs all arrivals.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds of a clock that never stops.
  ///   - wait: Returns at about the given moment of that clock.
  ///   - serve: Serves the samples of these numbers.
  func run(
    now: () -> Double, wait: (Double) -> Void, serve: (Range<Int>) throws -> Void
  ) rethrows -> Outcome {
    var outcome = Outcome()
    let gap = 1e9 / rate
    outcome.scheduleNanoseconds = gap * Double(max(count - 1, 0))
    let start = now()
    while outcome.served < count {
      let before = now()
      let arrived = Int(min(((before - start) / gap).rounded(.down) + 1, Double(count)))
      if arrived <= outcome.served {
        wait(start + Double(outcome.served) * gap)
        continue
      }
      if before - start > outcome.scheduleNanoseconds + patience { break }
      let batch = outcome.served..<min(arrived, outcome.served + maximumBatch)
      try serve(batch)
      let done = now()
      for number in batch { outcome.latencies.add(done - start - Double(number) * gap) }
      outcome.busyNanoseconds += done - before
      outcome.served = batch.upperBound
      outcome.batches += 1
      outcome.drainNanoseconds = done - start - outcome.scheduleNanoseconds
    }
    return outcome
  }
}

/// The search for the highest rate that still passes.
enum RateSearch {
  /// Narrows down, by ratios, where `passes` turns from yes to no between `low` and `high`.
  ///
  /// - Returns: The highest rate that passed, and the lowest that failed, where there are such; `high` is tried first, and
  ///   `low` where that fails.
  static func highest(
    from low: Double, to high: Double, probes: Int, passes: (Double) throws -> Bool
  ) rethrows -> (passed: Double?, failed: Double?) {
    if try passes(high) { return (high, nil) }
    guard try passes(low) else { return (nil, low) }
    var passed = low
    var failed = high
    for _ in 0..<max(0, probes - 2) {
      let middle = (passed * failed).squareRoot()
      if try passes(middle) { passed = middle } else { failed = middle }
    }
    return (passed, failed)
  }
}
