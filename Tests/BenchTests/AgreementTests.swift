import CommandLineSupport
import GeoPolicy
import MultiFence
import Testing
import Workload

@testable import cordon_bench

/// Whether a wrong answer is noticed.
@Suite struct AgreementTests {
  static let seed: UInt64 = 11

  /// A world small enough for every test.
  static func makeSet() -> WorkSet {
    WorkSet(
      StoreWorld.Parameters(fenceCount: 300, deviceCount: 40, seed: seed, radii: .mixed, fleet: .mixed),
      sampleCount: 9000)
  }

  /// An engine that gets one thing wrong.
  final class FlawedEngine: MeasuredEngine {
    let engine: FenceEngine
    let flaw: (inout [FenceEvent]) -> Void
    let countedWork: EngineWork? = nil
    let heldBytes: EngineBytes? = nil

    init(_ set: WorkSet, flaw: @escaping (inout [FenceEvent]) -> Void) throws {
      engine = try FenceEngine(fences: set.fences, policies: set.policies)
      self.flaw = flaw
    }

    func evaluate(_ samples: SampleColumns, into evaluation: inout Evaluation) {
      engine.evaluate(samples, into: &evaluation)
      flaw(&evaluation.events)
    }

    func apply(_ changes: [FenceChange]) throws(FenceError) { try engine.apply(changes) }

    func id(of fence: FenceHandle) -> Identifier { engine.id(of: fence) }
  }

  @Test func allVariantsAgree() throws {
    var run = ScenarioRun(name: "small", variants: Variant.table, rounds: 2, set: Self.makeSet())
    let rows = try run.run()
    #expect(rows.map(\.variant) == Variant.table.map(\.name), "seed \(Self.seed)")
    let counts = rows.filter { $0.variant != "naive" }.compactMap(\.digest?.count)
    #expect(counts.allSatisfy { $0 > 10 && $0 == counts.first }, "seed \(Self.seed), \(counts)")
    let naive = try #require(rows.first { $0.variant == "naive" })
    #expect(try #require(naive.digest).count > 10, "seed \(Self.seed)")
  }

  @Test(
    "a flaw is an error",
    arguments: ["order", "missing", "kind", "distance", "fence", "device", "row"])
  func flaw(_ name: String) throws {
    let flawed = Variant(name: "flawed", summary: "", kind: .engine, clock: .thread) { set in
      try Pass.measure(set, by: .thread) { set in
        try FlawedEngine(set) { events in
          guard events.count >= 2 else { return }
          switch name {
          case "order": events.swapAt(0, 1)
          case "missing": events.removeLast()
          case "kind": events[1].kind = events[1].kind == .enter ? .exit : .enter
          case "distance": events[1].distanceMeters = events[1].distanceMeters.nextUp
          case "fence": events[1].fence = FenceHandle(rawValue: events[1].fence.rawValue ^ 1)
          case "device": events[1].device ^= 1
          default: events[1].row += 1
          }
        }
      }
    }
    let variants = Variant.table.filter { $0.name == "skip" } + [flawed]
    var run = ScenarioRun(name: "small", variants: variants, rounds: 1, set: Self.makeSet())
    #expect {
      try run.run()
    } throws: { error in
      guard case CommandEnd.failure(.internalError, let message) = error else { return false }
      return message.hasPrefix("small: flawed and skip disagree: ") && message.contains("first in batch 0")
    }
  }

  @Test func aFlawOfTheScanIsAnError() throws {
    let scan = Variant(name: "scan", summary: "", kind: .scan, clock: .thread) { set in
      try Pass.measure(set, by: .thread) { try FlawedEngine($0) { if !$0.isEmpty { $0.removeLast() } } }
    }
    var run = ScenarioRun(
      name: "small", variants: [scan] + Variant.table.filter { $0.name == "indexed" }, rounds: 1, set: Self.makeSet())
    #expect(throws: CommandEnd.self) { try run.run() }
  }

  @Test func fencesAreNumberedByTheirIdsWhateverTheHandles() throws {
    let fences = Self.makeSet().fences
    var numbers = FenceNumbers(fences)
    for (index, fence) in fences.enumerated() {
      let other = FenceHandle(rawValue: UInt32(fences.count - 1 - index))
      #expect(numbers.number(of: other, id: fence.id) == index)
    }
    #expect(numbers.number(of: FenceHandle(rawValue: 0), id: "no such fence") == -1)
  }
}
