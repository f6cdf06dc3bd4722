import Foundation
import GeoPolicy
import MultiFence
import Testing
import Workload

#if canImport(Glibc)
  import Glibc
#endif

/// Whether the memory that an engine says it holds is what it holds.
@Suite struct MemoryTests {
  @Test func partsSumUp() throws {
    var world = StoreWorld(.init(fenceCount: 3000, deviceCount: 500, seed: 2))
    let engine = try FenceEngine(fences: world.fences)
    let built = engine.memory
    #expect(built.overlay == 0 && built.overflow == 0)
    #expect(built.names >= 3000 * 16 && built.names < 3000 * 16 + 8192 * 16)
    var evaluation = Evaluation()
    engine.evaluate(world.nextBatch(500), into: &evaluation)
    let used = engine.memory
    #expect(used.devices >= 500 * 64 && used.devices <= 1024 * 64 + 1024)
    #expect(used.index == built.index && used.fences == built.fences && used.names == built.names)
    try engine.apply((0..<200).map { .add(try Fence(id: Identifier("new \($0)"), center: world.fences[0].center)) })
    let changed = engine.memory
    #expect(changed.overlay > 0)
    #expect(
      changed.total == changed.index + changed.overlay + changed.fences + changed.names + changed.devices
        + changed.overflow)
  }

  @Test func devicesAtManyFencesOverflow() throws {
    let spot = Point(latitude: 1, longitude: 1)
    let engine = try FenceEngine(fences: (0..<3).map { try Fence(id: Identifier("\($0)"), center: spot) })
    var columns = SampleColumns()
    columns.append(Sample(device: 0, time: 1, place: spot, accuracyMeters: 5))
    var evaluation = Evaluation()
    engine.evaluate(columns, into: &evaluation)
    #expect(evaluation.events.count == 3)
    #expect(engine.memory.overflow > 0)
  }

  /// 200 000 fences stand for a million: bytes per fence fall with the number, for the rows of the grid are shared.
  @Test func fenceCostsFewBytesBesideItsName() throws {
    let world = StoreWorld(.init(fenceCount: 200_000, deviceCount: 1, seed: 5, radii: .uniform))
    let memory = try FenceEngine(fences: world.fences).memory
    let bytes = Double(memory.total - memory.names) / 200_000
    print("\(bytes) bytes per fence beside its name, of 200 000 uniform stores: \(memory)")
    #expect(bytes <= 130)
    #expect(bytes >= 52 + 12)
  }

  #if canImport(Glibc)
    /// In a process of its own, for other tests run meanwhile. The first engine takes the holes that the making of the
    /// world left behind, and stays; the second then has to get all of its memory from the system.
    @Test func agreesWithTheProcess() async {
      await #expect(processExitsWith: .success) {
        var world = StoreWorld(.init(fenceCount: 200_000, deviceCount: 200_000, seed: 9))
        let batches = (0..<4).map { _ in world.nextBatch(50_000) }
        let first = try usedEngine(world.fences, batches)
        let before = try residentBytes()
        let second = try usedEngine(world.fences, batches)
        let grown = Double(try residentBytes() - before)
        let said = Double(second.memory.total)
        // Ids are hashed differently in every table, so that sizes are not quite the same.
        try #require(abs(Double(first.memory.total) - said) < 0.01 * said)
        try #require(abs(grown - said) < 0.15 * said, "the process grew by \(grown) bytes, the engine says \(said)")
        print("the process grew by \(grown) bytes, the engine says \(said)")
      }
    }
  #endif
}

#if canImport(Glibc)
  private func usedEngine(_ fences: [Fence], _ batches: [SampleColumns]) throws -> FenceEngine {
    let engine = try FenceEngine(fences: fences)
    var evaluation = Evaluation()
    for batch in batches {
      evaluation.removeAll()
      engine.evaluate(batch, into: &evaluation)
    }
    try #require(evaluation.acceptedCount > 40_000)
    return engine
  }

  /// The resident memory of this process.
  private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return try #require(Int(text.split(separator: " ")[1])) * sysconf(Int32(_SC_PAGESIZE))
  }
#endif
