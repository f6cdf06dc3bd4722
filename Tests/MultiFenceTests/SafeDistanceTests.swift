import GeoPolicy
import NaiveScan
import Testing

@testable import MultiFence
@testable import Workload

/// How far a device may move before anything can change, against a look at every fence.
@Suite struct SafeDistanceTests {
  static let kinds: [RandomWorld.Kind] = [
    .city, .poles, .dateLine, .antipodes, .radii, .concentric, .equalRadii, .teleports, .churn, .policies,
    .confirmations, .authorization, .mixed,
  ]

  /// Feeds a world to the engine and asks after every step; then moves each device by less, which must change nothing.
  @Test(arguments: kinds) func equalsALookAtEveryFence(kind: RandomWorld.Kind) throws {
    var positive = 0, limited = 0, moves = 0
    for seed in 1...24 as ClosedRange<UInt64> {
      let world = RandomWorld(seed: seed, kind: kind)
      var random = SplitMix64(seed: seed)
      var options = EngineOptions()
      options.cellSizeMeters = [nil, 64, 500, 40_000][Int(seed % 4)]
      options.threads = Int(seed % 3) + 1
      let engine = try FenceEngine(fences: world.fences, policies: world.policies, options: options)
      let naive = try NaiveEngine(fences: world.fences, policies: world.policies)
      var living = world.fences.map { $0 }
      var clock = 1e11
      for (index, step) in world.steps.enumerated() {
        try Self.take(step, engine, naive, &living)
        let limit = random.pick([random.logUniform(1, 1e5), random.logUniform(1, 3e7), .infinity])
        for device in 0..<UInt32(world.deviceCount) {
          let safe = engine.safeDistance(of: device, upTo: limit)
          let expected = Self.expected(engine, device, living, limit)
          try #require(
            safe <= expected.safe && safe >= min(expected.safe - 0.002 - (expected.isFar ? 1 : 0), limit),
            "\(kind) seed \(seed) step \(index) device \(device): \(safe), expected \(expected)")
          if safe > 0 { positive += 1 }
          if safe == limit { limited += 1 }
          if safe > 0, index % 3 == 2 {
            clock += 1
            moves += try Self.moveChangesNothing(
              device, within: min(safe, 2e7), at: clock, engine, naive, &random, "\(kind) seed \(seed) step \(index)")
          }
        }
      }
    }
    print("\(kind): \(positive) safe distances, \(limited) as far as asked, \(moves) moves")
    #expect(positive > 40 && moves > 10)
  }

  private static func take(
    _ step: RandomWorld.Step, _ engine: FenceEngine, _ naive: NaiveEngine, _ living: inout [Fence]
  ) throws {
    var ignored = Evaluation()
    switch step {
    case .samples(let samples):
      engine.evaluate(samples, into: &ignored)
      naive.evaluate(samples, into: &ignored)
    case .changes(let changes):
      try engine.apply(changes)
      try naive.apply(changes)
      for change in changes {
        switch change {
        case .add(let fence): living.append(fence)
        case .remove(let id): living.removeAll { $0.id == id }
        case .edit(let fence): living = living.map { $0.id == fence.id ? fence : $0 }
        }
      }
    case .revoke(let device):
      engine.revoke(device: device)
      naive.revoke(device: device)
    case .grant(let device):
      engine.grant(device: device)
      naive.grant(device: device)
    case .forget(let device):
      engine.forget(device: device)
      naive.forget(device: device)
    }
  }

  /// The same by definition: each fence's state and its exact distance.
  private static func expected(
    _ engine: FenceEngine, _ device: UInt32, _ living: [Fence], _ limit: Double
  ) -> (safe: Double, isFar: Bool) {
    guard let record = engine.devices.find(device), record.pointee.flags.contains(.hasLast),
      engine.isAuthorized(device)
    else { return (0, false) }
    let place = Point(latitude: record.pointee.lastLatitude, longitude: record.pointee.lastLongitude)
    var hasRun = false
    engine.forEachException(of: device) { if $0.state.hysteresis.run > 0 { hasRun = true } }
    let versions = engine.policyVersions(of: device)
    let inUse = Set(living.map(\.policyIndex)).union(living.isEmpty ? [0] : [])
    if hasRun || inUse.contains(where: { versions[$0] != engine.version }) { return (0, false) }
    var safe = limit, isFar = false
    for fence in living {
      guard let distance = meters(fence.center, place), let state = engine.state(of: device, at: fence.id) else {
        continue
      }
      let toEnter = distance - fence.enterRadiusMeters
      let toExit = fence.exitRadiusMeters > 20_015_088 ? .infinity : fence.exitRadiusMeters - distance
      let least = state == .outside ? toEnter : state == .inside ? toExit : min(toEnter, toExit)
      if least - 1 < safe, max(distance, fence.exitRadiusMeters) > 1.5e7 { isFar = true }
      safe = min(safe, least)
    }
    return (max(safe, 0), isFar)
  }

  /// Moves a device by less than a distance. Returns 1, or 0 where rounding made the move too long.
  private static func moveChangesNothing(
    _ device: UInt32, within safe: Double, at time: Double, _ engine: FenceEngine, _ naive: NaiveEngine,
    _ random: inout SplitMix64, _ label: String
  ) throws -> Int {
    guard let record = engine.devices.find(device) else { return 0 }
    let place = Point(latitude: record.pointee.lastLatitude, longitude: record.pointee.lastLongitude)
    let part = random.pick([random.uniform(), 1, 0.999_999])
    let goal = Geodesy.destination(from: place, azimuth: random.uniform(0, 2 * Double.pi), meters: safe * part)
    guard let moved = meters(place, goal), moved < safe else { return 0 }
    var columns = SampleColumns()
    columns.append(
      Sample(device: device, time: time, place: goal, accuracyMeters: random.pick([5, 60]), received: time))
    let before = naive.summary(of: device)
    var expected = Evaluation(), actual = Evaluation()
    naive.evaluate(columns, into: &expected)
    engine.evaluate(columns, into: &actual)
    try #require(expected.events.isEmpty && actual.events.isEmpty, "\(label): a move by \(moved) of \(safe) m")
    try #require(naive.summary(of: device) == before, "\(label): a move by \(moved) of \(safe) m")
    return 1
  }

  @Test func nothingIsSafeBeforeASample() throws {
    let engine = try FenceEngine(fences: [Fence(id: "f", center: Point(latitude: 1, longitude: 1))])
    #expect(engine.safeDistance(of: 0, upTo: 1000) == 0)
    #expect(engine.safeDistance(of: 4_000_000_000, upTo: 1000) == 0)
  }

  @Test func limitsAndHistory() throws {
    let policies = try PolicySet(default: FencePolicy(enterConfirmations: 2))
    let center = Point(latitude: 0, longitude: 0)
    let fence = try Fence(id: "f", center: center, enterRadiusMeters: 100, exitRadiusMeters: 200, in: policies)
    let engine = try FenceEngine(fences: [fence], policies: policies)
    var time = 0.0
    func sample(atMeters distance: Double) {
      time += 1
      var columns = SampleColumns(), evaluation = Evaluation()
      columns.append(
        Sample(
          device: 0, time: time, place: Point(latitude: distance / earthRadiusMeters * 180 / .pi, longitude: 0),
          accuracyMeters: 5))
      engine.evaluate(columns, into: &evaluation)
    }
    func safe(_ limit: Double = 1e6) -> Double { engine.safeDistance(of: 0, upTo: limit) }
    sample(atMeters: 130)
    #expect(abs(safe() - 29.999) < 1e-6)  // undecided: the enter circle is nearer
    sample(atMeters: 180)
    #expect(abs(safe() - 19.999) < 1e-6)  // undecided: the exit circle is nearer
    sample(atMeters: 250)
    #expect(abs(safe() - 149.999) < 1e-6)  // outside: the exit circle means nothing
    #expect(safe(10) == 10)
    #expect(safe(0) == 0 && safe(-1) == 0 && safe(.nan) == 0)
    sample(atMeters: 50)
    #expect(safe() == 0)  // one of two confirmations
    sample(atMeters: 50)
    #expect(abs(safe() - 149.999) < 1e-6)  // inside: the enter circle means nothing
    engine.revoke(device: 0)
    #expect(safe() == 0)
    engine.grant(device: 0)
    #expect(safe() == 0)
    sample(atMeters: 50)
    #expect(safe() > 149)
    try engine.apply([.add(Fence(id: "g", center: Point(latitude: 50, longitude: 0), in: policies))])
    #expect(safe() == 0)  // a fence it has not seen
    sample(atMeters: 51)
    #expect(safe() > 148)
    try engine.apply([.remove("f"), .remove("g")])
    #expect(safe() == 0)
    sample(atMeters: 52)
    #expect(safe() == 1e6 && safe(.infinity) == .infinity)
    engine.forget(device: 0)
    #expect(safe() == 0)
  }

  /// A far fence is found though thousands of empty cells lie between, and though the search gives up on cells.
  @Test(arguments: [100.0, 5000, 300_000, 5_000_000, 14_000_000]) func findsAFenceFarAway(meters away: Double) throws {
    let center = Point(latitude: 12, longitude: 179.9)
    let others = try (0..<2000).map { number in
      try Fence(id: Identifier("\(number)"), center: Point(latitude: -80, longitude: Double(number) / 12))
    }
    let engine = try FenceEngine(fences: others + [Fence(id: "f", center: center)])
    let place = Geodesy.destination(from: center, azimuth: 1, meters: away + 80)
    var columns = SampleColumns(), evaluation = Evaluation()
    columns.append(Sample(device: 0, time: 1, place: place, accuracyMeters: 5))
    engine.evaluate(columns, into: &evaluation)
    let distances = (others.map(\.center) + [center]).map {
      metersBetweenValid($0.latitude, $0.longitude, place.latitude, place.longitude)
    }
    let expected = try #require(distances.min()) - 80.001
    #expect(abs(engine.safeDistance(of: 0, upTo: .infinity) - expected) < 1e-5)
    #expect(engine.safeDistance(of: 0, upTo: 20) == 20)
  }
}
