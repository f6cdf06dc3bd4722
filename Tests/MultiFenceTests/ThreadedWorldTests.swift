import MultiFence
import Testing
import Workload

/// A few worlds of every kind, judged by four threads in large batches: small enough to run under a sanitizer.
@Suite struct ThreadedWorldTests {
  static let seeds = 10_000..<10_003 as Range<UInt64>

  @Test(arguments: RandomWorld.Kind.allCases)
  func threadsDoNotMatter(kind: RandomWorld.Kind) throws {
    print("kind \(kind): seeds \(Self.seeds)")
    for seed in Self.seeds {
      var options = EngineOptions()
      options.threads = 4
      options.recordsDecisions = seed % 2 == 0
      try EnginePair(RandomWorld(seed: seed, kind: kind), options: options).run(batchSize: 100_000)
    }
  }
}
