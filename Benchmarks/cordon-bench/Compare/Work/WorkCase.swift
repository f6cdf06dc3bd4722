import GeoPolicy
import MultiFence
import Workload

/// A kind of work that the regression check compares between two builds, by name.
///
/// A case means the same in every build: to change what one does, give it another name, so that nothing compares that is
/// not the same.
struct WorkCase: Sendable {
  /// How much work to make.
  struct Size: Equatable {
    /// Blocks in a lap.
    var blocks = 32
    /// Percent of the work that is done besides, to find out whether a check notices.
    var extraPercent = 0
  }

  /// Samples in a block, as many as a stream's batch has.
  static let blockSamples = 4096
  private static let seed: UInt64 = 11

  let name: String
  /// What it stands for.
  let summary: String
  /// Makes the data and the engine.
  let load: @Sendable (Size) throws -> any BlockWork

  /// All cases.
  static let table: [WorkCase] = [
    WorkCase(name: "walk-10k", summary: "10 k fences of mixed radii, 10 k devices that walk and drive") {
      try EngineBlocks(world(fences: 10_000), $0)
    },
    WorkCase(name: "lookup-10k", summary: "the same, every sample looked up") {
      try EngineBlocks(world(fences: 10_000), $0, skipsSafely: false)
    },
    WorkCase(name: "lookup-100k", summary: "100 k fences, every sample looked up") {
      try EngineBlocks(world(fences: 100_000), $0, skipsSafely: false)
    },
    WorkCase(name: "policies-10k", summary: "10 k fences of three policies, with confirmations") {
      try EngineBlocks(world(fences: 10_000), $0, policies: threePolicies())
    },
    WorkCase(name: "changes-10k", summary: "10 k fences, of which 64 go, come or move with every block") {
      try EngineBlocks(world(fences: 10_000), $0, changesPerBlock: 64)
    },
    WorkCase(name: "read-csv", summary: "samples from CSV") { try ReadingBlocks(world(fences: 1000), $0, .csv) },
    WorkCase(name: "read-ndjson", summary: "samples from lines of JSON") {
      try ReadingBlocks(world(fences: 1000), $0, .ndjson)
    },
    WorkCase(name: "write-events", summary: "events to lines of JSON") {
      try WritingBlocks(world(fences: 10_000), $0)
    },
  ]

  private static func world(fences: Int) -> StoreWorld {
    StoreWorld(StoreWorld.Parameters(fenceCount: fences, deviceCount: 10_000, seed: seed))
  }

  private static func threePolicies() throws -> PolicySet {
    try PolicySet(named: [
      ("strict", FencePolicy(maxAccuracyMeters: 15, enterConfirmations: 2, exitConfirmations: 2)),
      ("patient", FencePolicy(maxAccuracyMeters: 50, exitConfirmations: 3)),
    ])
  }
}
