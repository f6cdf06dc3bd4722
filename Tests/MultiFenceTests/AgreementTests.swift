import MultiFence
import Testing
import Workload

/// The indexed engine against the naive scan, event for event, over random worlds.
@Suite struct AgreementTests {
  /// Rises with every kind; printed, and part of every message, so that a failing world can be made again.
  static let firstSeed: UInt64 = 1
  static let worldsPerKind = 120

  @Test(arguments: RandomWorld.Kind.allCases)
  func agreesEventForEvent(kind: RandomWorld.Kind) throws {
    print("kind \(kind): seeds \(Self.firstSeed)..<\(Self.firstSeed + UInt64(Self.worldsPerKind))")
    for seed in Self.firstSeed..<Self.firstSeed + UInt64(Self.worldsPerKind) {
      let world = RandomWorld(seed: seed, kind: kind)
      var options = EngineOptions()
      options.recordsDecisions = seed % 3 == 0
      options.threads = Int(seed % 4) + 1
      options.cellSizeMeters = [nil, 64, 500, 40_000][Int(seed / 4 % 4)]
      options.skipsSafely = seed % 5 != 0
      try EnginePair(world, options: options).run(batchSize: [1, 7, 64, 100_000][Int(seed % 4)])
    }
  }
}
