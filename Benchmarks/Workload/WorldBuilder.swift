import GeoPolicy

/// The state from which a ``RandomWorld`` grows: what exists at the moment, and the stream of random numbers.
struct WorldBuilder {
  /// One device on its way.
  struct Device {
    var place: Point
    var time: Double
    /// The fence that it stays around, by name, for that may go.
    var target: Identifier?
    /// The direction of its line through the center of the target.
    var azimuth: Double
  }

  let traits: WorldTraits
  let policies: PolicySet
  var random: SplitMix64
  /// The fences that exist, in fence order.
  var live: [Fence] = []
  /// Names that fences had and that are free again.
  var free: [Identifier] = []
  /// Places whose distance from a fence was made one of its radii, exactly.
  var exactPlaces: [Identifier: [Point]] = [:]
  var devices: [Device] = []
  var nameCount = 0

  init(seed: UInt64, kind: RandomWorld.Kind) {
    traits = WorldTraits(kind)
    // Kinds of one seed shall not resemble each other.
    var random = SplitMix64(seed: kind.rawValue.utf8.reduce(seed) { ($0 &* 31) &+ UInt64($1) })
    policies = Self.makePolicies(traits, &random)
    self.random = random
  }

  /// Makes the fences of the start, and the devices.
  mutating func makeFences() -> [Fence] {
    let count = random.whole(traits.fenceCount)
    while live.count < count { addFences(of: random.pick(traits.layouts), atMost: count - live.count) }
    let start = random.pick([0, 1_700_000_000, -3_000_000_000, 12.625])
    for _ in 0..<random.whole(1...6) {
      let place = live.isEmpty ? Geodesy.anywhere(&random) : random.pick(live).center
      devices.append(
        Device(place: place, time: start, target: nil, azimuth: random.uniform(0, 2 * Double.pi)))
    }
    return live
  }

  /// Makes what happens, some hundred samples long.
  mutating func makeSteps() -> [RandomWorld.Step] {
    var steps: [RandomWorld.Step] = []
    var left = random.whole(100...700)
    while left > 0 {
      let most = random.pick([1, 1, 3, 10, 40, 300])
      let count = min(left, random.whole(1...most))
      steps.append(.samples(makeSamples(count: count)))
      left -= count
      if random.chance(traits.churnChance) { steps.append(.changes(makeChanges())) }
      while random.chance(traits.authorizationChance) {
        let device = UInt32(random.below(devices.count))
        steps.append(random.pick([.revoke(device), .grant(device), .grant(device), .forget(device)]))
      }
    }
    return steps
  }

  private static func makePolicies(_ traits: WorldTraits, _ random: inout SplitMix64) -> PolicySet {
    var made: [FencePolicy] = []
    for _ in 0..<random.whole(traits.policyCount) {
      let enter = random.pick([80, 30, 200, random.logUniform(5, 2000)])
      made.append(
        valid { () throws(PolicyError) in
          try FencePolicy(
            enterRadiusMeters: enter, exitRadiusMeters: random.pick([nil, enter, 2 * enter]),
            maxAccuracyMeters: traits.variesAccuracyRules ? random.pick([30, 8, 65, 0, 100]) : 30,
            acceptsZeroAccuracy: traits.variesAccuracyRules ? random.chance(0.6) : true,
            missingAccuracyMeters: traits.variesAccuracyRules ? random.pick([nil, nil, 10, 50, 0]) : nil,
            enterConfirmations: random.whole(traits.confirmations),
            exitConfirmations: random.whole(traits.confirmations))
        })
    }
    let named = made.dropFirst().enumerated().map { (name: Identifier("policy \($0.offset + 1)"), policy: $0.element) }
    return valid { () throws(PolicyError) in
      try PolicySet(
        default: made[0], named: named,
        maxAgeSeconds: traits.judgesAge ? random.pick([nil, 60, 0, 3600]) : nil,
        maxFutureSeconds: traits.judgesAge ? random.pick([nil, 5, 0, 600]) : nil)
    }
  }
}

/// The result of a body that is right by construction; stops where it throws all the same.
func valid<Value, Failure: Error>(_ body: () throws(Failure) -> Value) -> Value {
  do { return try body() } catch { preconditionFailure("a world made something invalid: \(error)") }
}
