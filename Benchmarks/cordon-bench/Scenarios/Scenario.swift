import GeoPolicy
import Workload

/// What is measured: a named world, the same on every machine.
struct Scenario: Sendable {
  /// The seed of all worlds.
  static let seed: UInt64 = 7

  let name: String
  /// What it stands for.
  let summary: String
  /// Whether only `--full` runs it, for the time and memory that it takes.
  let isLong: Bool
  /// Whether fences change between its batches.
  var hasChanges = false
  /// Reads or generates the fences and samples; done once, before anything is measured.
  let load: @Sendable () throws -> WorkSet

  /// The scenarios of a default run. Add one here, then its result to ``StoredResult``.
  static let table: [Scenario] =
    [1000, 10_000, 100_000, 1_000_000, 10_000_000].map { fences in
      stores(
        "workload", "stores of mixed radii, 10 k devices that walk and drive", fences: fences, devices: 10_000,
        samples: fences > 1_000_000 ? 1_000_000 : 2_000_000, radii: .mixed, fleet: .mixed, isLong: fences > 1_000_000)
    }
    + [10_000, 100_000, 1_000_000, 10_000_000].map { fences in
      stores(
        "stores", "stores of 80/120 m, 1 M devices that walk and drive", fences: fences, devices: 1_000_000,
        samples: 3_000_000, radii: .uniform, fleet: .mixed, isLong: true)
    }
    + [
      ("walking", StoreWorld.Fleet.walking, "that walk"), ("driving", .driving, "that drive"),
      ("parked", .parked, "of which 95 % never move"), ("teleporting", .teleporting, "each sample by another store"),
    ].map { name, fleet, summary in
      stores(
        name, "stores of 80/120 m, 100 k devices \(summary)", fences: 100_000, devices: 100_000, samples: 1_000_000,
        radii: .uniform, fleet: fleet)
    }
    + [
      Scenario(name: "mall-2k", summary: "2 k counters of 25/40 m in one mall, 2 k people in it", isLong: false) {
        SpecialWorlds.mall()
      },
      Scenario(name: "cell-2k", summary: "2 k fences of 80/120 m at one spot, one cell for all", isLong: false) {
        SpecialWorlds.oneCell()
      },
      Scenario(name: "policies-100k", summary: "stores of 8 policies, 100 k devices", isLong: false) {
        SpecialWorlds.policies()
      },
      Scenario(
        name: "churn-100k", summary: "stores, 100 k devices, 300 fences change before each batch", isLong: false,
        hasChanges: true
      ) { SpecialWorlds.churn() },
    ]

  /// The user's own files.
  static func files(_ files: RunOptions.Files) -> Scenario {
    Scenario(name: "files", summary: "your own fences and samples", isLong: false) { try WorkSet(files) }
  }

  /// The variants that can do it.
  func isFit(for variant: Variant) -> Bool { !hasChanges || variant.takesChanges }

  private static func stores(
    _ family: String, _ summary: String, fences: Int, devices: Int, samples: Int, radii: StoreWorld.Radii,
    fleet: StoreWorld.Fleet, isLong: Bool = false
  ) -> Scenario {
    Scenario(name: "\(family)-\(shortCount(fences))", summary: summary, isLong: isLong) {
      WorkSet(
        StoreWorld.Parameters(fenceCount: fences, deviceCount: devices, seed: seed, radii: radii, fleet: fleet),
        sampleCount: samples)
    }
  }

  /// 10k, 1m: a round number in a name.
  private static func shortCount(_ count: Int) -> String {
    count >= 1_000_000 ? "\(count / 1_000_000)m" : "\(count / 1000)k"
  }
}
