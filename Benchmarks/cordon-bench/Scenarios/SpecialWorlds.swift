import GeoPolicy
import Workload

/// Worlds that are hard in one way each, of the seed of all scenarios.
enum SpecialWorlds {
  private static let mallCenter = Point(latitude: 48.137, longitude: 11.575)
  /// Degrees of latitude in a meter.
  private static let degreesPerMeter = 180 / (Double.pi * earthRadiusMeters)

  /// 2000 counters in a disc of 250 m: some fifty fences around every place.
  static func mall() -> WorkSet {
    crowd(count: 2000, radiusMeters: 250, enterRadiusMeters: 25, exitRadiusMeters: 40, samples: 400_000)
  }

  /// 2000 fences within 30 m: whoever comes near is near all of them, and whoever enters enters all.
  static func oneCell() -> WorkSet {
    crowd(count: 2000, radiusMeters: 30, enterRadiusMeters: 80, exitRadiusMeters: 120, samples: 40_000)
  }

  private static func crowd(
    count: Int, radiusMeters: Double, enterRadiusMeters: Double, exitRadiusMeters: Double, samples: Int
  ) -> WorkSet {
    var random = SplitMix64(seed: Scenario.seed)
    let fences = (0..<count).map { number in
      var north = 0.0
      var east = 0.0
      repeat {
        north = random.uniform(-1, 1)
        east = random.uniform(-1, 1)
      } while north * north + east * east > 1
      let center = Point(
        latitude: mallCenter.latitude + north * radiusMeters * degreesPerMeter,
        // By the factor for this parallel, 1/cos 48.137°, as a number: functions of C libraries differ.
        longitude: mallCenter.longitude + east * radiusMeters * degreesPerMeter * 1.498_6)
      return make(Identifier("c\(number)"), center, enterRadiusMeters, exitRadiusMeters)
    }
    var fleet = FenceFleet(fences: fences, deviceCount: 2000, intervalSeconds: 5, seed: Scenario.seed)
    return WorkSet(
      fences: fences, deviceCount: 2000, samples: SampleStream(count: samples) { fleet.nextBatch($0) })
  }

  /// The 100 k stores under eight policies of different accuracies, radii and confirmations, turn by turn.
  static func policies() -> WorkSet {
    let policies = policySet()
    let parameters = StoreWorld.Parameters(
      fenceCount: 100_000, deviceCount: 100_000, seed: Scenario.seed, radii: .uniform, fleet: .mixed)
    var world = StoreWorld(parameters)
    let fences = world.fences.enumerated().map { index, fence in
      make(fence.id, fence.center, nil, nil, policies.names[index % policies.names.count], in: policies)
    }
    return WorkSet(
      policies: policies, fences: fences, deviceCount: parameters.deviceCount,
      samples: SampleStream(count: 1_000_000) { world.nextBatch($0) })
  }

  private static func policySet() -> PolicySet {
    do {
      let named = try (1..<8).map { number in
        (
          name: Identifier("p\(number)"),
          policy: try FencePolicy(
            enterRadiusMeters: Double(30 * number), exitRadiusMeters: Double(50 * number),
            maxAccuracyMeters: Double(10 + 5 * number), enterConfirmations: 1 + number % 3,
            exitConfirmations: 1 + number % 2)
        )
      }
      return try PolicySet(named: named)
    } catch {
      preconditionFailure("the policies of a scenario are not valid: \(error)")
    }
  }

  /// The 100 k stores, of which a hundred come, a hundred go and a hundred move before each batch.
  static func churn() -> WorkSet {
    let parameters = StoreWorld.Parameters(
      fenceCount: 100_000, deviceCount: 100_000, seed: Scenario.seed, radii: .uniform, fleet: .mixed)
    var world = StoreWorld(parameters)
    var churn = FenceChurn(world.fences, seed: Scenario.seed)
    return WorkSet(
      fences: world.fences, deviceCount: parameters.deviceCount,
      samples: SampleStream(count: 1_000_000) { world.nextBatch($0) }, change: { churn.next(ofEach: 100) })
  }

  /// A fence that is right by construction.
  static func make(
    _ id: Identifier, _ center: Point, _ enter: Double?, _ exit: Double?,
    _ policy: Identifier = PolicySet.defaultName, in policies: PolicySet = .standard
  ) -> Fence {
    do {
      return try Fence(
        id: id, center: center, enterRadiusMeters: enter, exitRadiusMeters: exit, policy: policy, in: policies)
    } catch {
      preconditionFailure("a fence of a scenario is not valid: \(error)")
    }
  }
}

/// Changes of a set of fences without end: some are added by others, some moved, some removed.
struct FenceChurn {
  private var live: [Fence]
  private var added = 0
  private var random: SplitMix64

  init(_ fences: [Fence], seed: UInt64) {
    live = fences
    random = SplitMix64(seed: seed)
  }

  /// The next changes: `count` of each kind.
  mutating func next(ofEach count: Int) -> [FenceChange] {
    var changes: [FenceChange] = []
    for _ in 0..<count {
      let fence = moved(live[random.below(live.count)], id: Identifier("n\(added)"))
      added += 1
      live.append(fence)
      changes.append(.add(fence))
    }
    for _ in 0..<count {
      let place = random.below(live.count)
      live[place] = moved(live[place], id: live[place].id)
      changes.append(.edit(live[place]))
    }
    for _ in 0..<count {
      let place = random.below(live.count)
      changes.append(.remove(live[place].id))
      live.swapAt(place, live.count - 1)
      live.removeLast()
    }
    return changes
  }

  /// A fence as wide, some hundred meters off.
  private mutating func moved(_ fence: Fence, id: Identifier) -> Fence {
    let center = Point(
      latitude: min(max(fence.center.latitude + random.uniform(-0.002, 0.002), -90), 90),
      longitude: min(max(fence.center.longitude + random.uniform(-0.002, 0.002), -180), 180))
    return SpecialWorlds.make(id, center, fence.enterRadiusMeters, fence.exitRadiusMeters)
  }
}
