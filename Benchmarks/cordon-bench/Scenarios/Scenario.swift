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
  /// Reads or generates the fences and samples; done once, before anything is measured.
  let load: @Sendable () throws -> WorkSet

  /// The scenarios of a default run. Add one here, and nothing else is to be done.
  static let table: [Scenario] =
    [10_000, 100_000, 1_000_000].map { fences in
      stores(
        "workload", "stores of mixed radii, 10 k devices that walk and drive", fences: fences, devices: 10_000,
        samples: 2_000_000, radii: .mixed, fleet: .mixed)
    }
    + [10_000, 100_000, 1_000_000, 10_000_000].map { fences in
      stores(
        "stores", "stores of 80/120 m, 1 M devices that walk and drive", fences: fences, devices: 1_000_000,
        samples: 3_000_000, radii: .uniform, fleet: .mixed, isLong: fences > 1_000_000)
    }
    + [
      stores(
        "parked", "stores of 80/120 m, 1 M devices of which 95 % never move", fences: 100_000, devices: 1_000_000,
        samples: 3_000_000, radii: .uniform, fleet: .parked)
    ]

  /// The user's own files.
  static func files(_ files: RunOptions.Files) -> Scenario {
    Scenario(name: "files", summary: "your own fences and samples", isLong: false) { try WorkSet(files) }
  }

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
