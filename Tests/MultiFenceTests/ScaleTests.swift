import GeoPolicy
import MultiFence
import NaiveScan
import Testing

@testable import Workload

/// Many fences at one place, many changes, every size at once: what a small world does not show.
@Suite struct ScaleTests {
  private static func columns(_ places: [Point], device: UInt32 = 0, from start: Double = 0) -> SampleColumns {
    var columns = SampleColumns()
    for (index, place) in places.enumerated() {
      columns.append(Sample(device: device, time: start + Double(index), place: place, accuracyMeters: 5))
    }
    return columns
  }

  @Test func hundredThousandFencesAtOneSpot() throws {
    let spot = Point(latitude: 35.68, longitude: 139.77)
    let fences = try (0..<100_000).map { try Fence(id: Identifier("\($0)"), center: spot) }
    let engine = try FenceEngine(fences: fences)
    let away = Geodesy.destination(from: spot, azimuth: 2, meters: 500)
    var evaluation = Evaluation()
    engine.evaluate(Self.columns([away, spot, spot, away, spot, away]), into: &evaluation)
    #expect(evaluation.events.count == 400_000)
    for (part, kind) in [EventKind.enter, .exit, .enter, .exit].enumerated() {
      let events = evaluation.events[part * 100_000..<(part + 1) * 100_000]
      #expect(events.allSatisfy { $0.kind == kind })
      #expect(events.map { engine.id(of: $0.fence).text } == fences.map(\.id.text))
    }
    #expect(engine.summary(of: 0).determinedCount == 100_000)
    #expect(engine.brokenInvariants() == [])
  }

  @Test func oneDeviceAtFiveThousandFences() throws {
    var random = SplitMix64(seed: 21)
    let spot = Point(latitude: -16.8, longitude: 179.9995)
    let fences = try (0..<5000).map { index in
      try Fence(
        id: Identifier("\(index)"),
        center: Geodesy.destination(from: spot, azimuth: random.uniform(0, 7), meters: random.uniform(0, 200)),
        enterRadiusMeters: random.uniform(60, 300))
    }
    let naive = try NaiveEngine(fences: fences), indexed = try FenceEngine(fences: fences)
    let places = [800.0, 0, 100, 3, 250, 700, 200, 0, 900, 900, 1].map {
      Geodesy.destination(from: spot, azimuth: random.uniform(0, 7), meters: $0)
    }
    var expected = Evaluation(), actual = Evaluation()
    naive.evaluate(Self.columns(places), into: &expected)
    indexed.evaluate(Self.columns(places), into: &actual)
    #expect(expected.events.count > 10_000)
    #expect("\(expected.events)" == "\(actual.events)")
    #expect(naive.summary(of: 0) == indexed.summary(of: 0))
    #expect(indexed.brokenInvariants() == [])
  }

  @Test(arguments: [nil, 64, 20_000] as [Double?]) func allRadiiAtOnce(cellMeters: Double?) throws {
    var random = SplitMix64(seed: 22)
    let fences = try (0..<2500).map { index in
      try Fence(
        id: Identifier("\(index)"), center: Geodesy.anywhere(&random), enterRadiusMeters: random.logUniform(1, 4e7),
        exitRadiusMeters: nil)
    }
    var columns = SampleColumns()
    for time in 0..<1200 {
      let fence = random.pick(fences)
      let way = random.pick([fence.enterRadiusMeters, fence.exitRadiusMeters]) * random.uniform(0.9, 1.1)
      let place = Geodesy.destination(from: fence.center, azimuth: random.uniform(0, 7), meters: min(way, 2e7))
      columns.append(
        Sample(device: UInt32(random.below(4)), time: Double(time), place: place, accuracyMeters: 5))
    }
    var options = EngineOptions()
    options.cellSizeMeters = cellMeters
    options.threads = 3
    let naive = try NaiveEngine(fences: fences), indexed = try FenceEngine(fences: fences, options: options)
    var expected = Evaluation(), actual = Evaluation()
    naive.evaluate(columns, into: &expected)
    for batch in columns.batches(of: 1200) { indexed.evaluate(batch, into: &actual) }
    #expect(expected.events.count > 50_000)
    #expect("\(expected.events)" == "\(actual.events)")
    for device in 0..<4 as Range<UInt32> { #expect(naive.summary(of: device) == indexed.summary(of: device)) }
  }

  /// The same world, cut into every size of batch and divided among every number of threads.
  @Test(arguments: 1...4, [1, 2, 13, 100_000]) func churnAtAnyBatchSize(threads: Int, batchSize: Int) throws {
    for seed in 901...904 as ClosedRange<UInt64> {
      let kind: RandomWorld.Kind = seed < 903 ? .churn : .mixed
      var options = EngineOptions()
      options.threads = threads
      try EnginePair(RandomWorld(seed: seed, kind: kind), options: options).run(batchSize: batchSize)
    }
  }

  @Test func changesLeaveNoMemoryBehind() throws {
    let world = StoreWorld(.init(fenceCount: 2000, deviceCount: 1, seed: 8))
    let engine = try FenceEngine(fences: world.fences)
    var random = SplitMix64(seed: 8)
    var live = world.fences, gone: [Fence] = []
    var time = 0.0
    var warm = 0
    // 3000 times 50 fences go and 50 come back, some elsewhere, while devices stand inside some of them.
    for round in 0..<3000 {
      var changes: [FenceChange] = []
      while gone.count < 150 {
        let fence = live.remove(at: random.below(live.count))
        gone.append(fence)
        changes.append(.remove(fence.id))
      }
      for _ in 0..<50 {
        let old = gone.remove(at: random.below(gone.count))
        let fence = try Fence(
          id: old.id, center: random.chance(0.5) ? old.center : random.pick(live).center,
          enterRadiusMeters: random.pick([80, 80, 80, 500, 9000]))
        live.append(fence)
        changes.append(.add(fence))
      }
      try engine.apply(changes)
      var columns = SampleColumns(), evaluation = Evaluation()
      for device in 0..<3 as Range<UInt32> {
        time += 1
        columns.append(Sample(device: device, time: time, place: random.pick(live).center, accuracyMeters: 5))
      }
      engine.evaluate(columns, into: &evaluation)
      if round == 600 { warm = engine.memory.total }
    }
    let memory = engine.memory
    print("after 600 rounds \(warm) bytes, after 3000 \(memory.total)")
    #expect(Double(memory.total) < 1.1 * Double(warm))
    #expect(engine.fenceCount == live.count)
    for fence in live {
      let handle = try #require(engine.handle(of: fence.id))
      #expect(engine.id(of: handle) == fence.id)
    }
    for fence in gone { #expect(engine.handle(of: fence.id) == nil && engine.state(of: 0, at: fence.id) == nil) }
    #expect(engine.brokenInvariants() == [])
  }

  @Test func failedChangesChangeNothing() throws {
    let spot = Point(latitude: 1, longitude: 2)
    func fence(_ id: Identifier) throws -> Fence { try Fence(id: id, center: spot) }
    let engine = try FenceEngine(fences: [fence("a"), fence("b")])
    var evaluation = Evaluation()
    engine.evaluate(Self.columns([spot]), into: &evaluation)
    let moved = try Fence(id: "a", center: Point(latitude: 9, longitude: 9))
    let failing: [([FenceChange], FenceError)] = [
      ([.remove("a"), .add(try fence("c")), .add(try fence("b"))], .duplicateID("b")),
      ([.edit(moved), .remove("c")], .unknownID("c")),
      ([.remove("a"), .edit(moved)], .unknownID("a")),
      ([.remove("a"), .remove("a")], .unknownID("a")),
      ([.add(try fence("c")), .add(try fence("c"))], .duplicateID("c")),
      ([.remove("a"), .remove("b"), .edit(try fence("z"))], .unknownID("z")),
    ]
    for (changes, error) in failing {
      #expect(throws: error) { try engine.apply(changes) }
      #expect(engine.fenceCount == 2 && engine.handle(of: "c") == nil)
      #expect(engine.state(of: 0, at: "a") == .inside && engine.state(of: 0, at: "b") == .inside)
      // Nothing is owed, and nothing is new: the safe distance would be 0.
      #expect(engine.safeDistance(of: 0, upTo: 10) == 10)
      #expect(engine.brokenInvariants() == [])
    }
    #expect(throws: FenceError.duplicateID("a")) { try FenceEngine(fences: [fence("a"), fence("b"), fence("a")]) }
    try engine.apply([.remove("a"), .add(try fence("a")), .remove("a"), .add(try fence("c"))])
    #expect(engine.fenceCount == 2 && engine.devicesInside("b") == [0] && engine.devicesInside("c") == [])
  }
}
