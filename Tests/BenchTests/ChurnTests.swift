import GeoPolicy
import Testing
import Workload

@testable import cordon_bench

/// Fences that change between the batches of a scenario.
@Suite struct ChurnTests {
  static let seed: UInt64 = 5

  static func makeSet() -> WorkSet {
    var world = StoreWorld(StoreWorld.Parameters(fenceCount: 400, deviceCount: 200, seed: seed, radii: .mixed))
    var churn = FenceChurn(world.fences, seed: seed)
    let samples = WorkSet.batchSize * 2 + 5000
    return WorkSet(
      fences: world.fences, deviceCount: 200, samples: SampleStream(count: samples) { world.nextBatch($0) },
      change: { churn.next(ofEach: 30) })
  }

  @Test func allVariantsThatCanDoItAgree() throws {
    let set = Self.makeSet()
    #expect(set.changes.count == set.steady.count)
    #expect(set.changeCount == 90 * set.steady.count)
    let variants = Variant.table.filter { $0.takesChanges && $0.kind != .part }
    var run = ScenarioRun(name: "churn", variants: variants, rounds: 1, set: set)
    let rows = try run.run()
    #expect(rows.allSatisfy { ($0.digest?.count ?? 0) > 10 }, "seed \(Self.seed)")
    // By the clock on the wall a round may be void.
    for row in rows where row.clock == .thread {
      #expect((row.nanosecondsPerChange ?? 0) > 0, "\(row.variant), seed \(Self.seed)")
    }
  }

  @Test func aPrefixKeepsChangesBetweenTheSamples() {
    let set = Self.makeSet()
    let prefix = set.affordablePrefix()
    #expect(prefix.changes.count == prefix.steady.count)
    #expect(prefix.steady.count > 1)
    for (cut, whole) in zip(prefix.batches, set.batches) {
      // Each batch is a part of the one at its place.
      #expect(Set(cut.times).isSubset(of: Set(whole.times)))
    }
  }

  @Test func variantsThatCannotAreLeftOut() throws {
    let listing = try RunCommand(RunOptions(["--filter", "churn"])).listing()
    #expect(listing.contains("churn-100k/naive"))
    #expect(!listing.contains("churn-100k/kernel"))
  }
}
