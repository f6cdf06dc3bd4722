import GeoPolicy
import Testing

import CommandLineSupport
@testable import cordon_bench

@Suite struct StoredResultTests {
  @Test func everyScenarioHasAResultAndNoOtherName() {
    #expect(Set(StoredResult.table.keys) == Set(Scenario.table.map(\.name)))
    #expect(StoredResult.table.values.allSatisfy { $0.events > 0 })
  }

  static func digest(_ events: Int, distance: Double = 7) -> EventDigest {
    var digest = EventDigest()
    let event = FenceEvent(
      row: 0, device: 1, fence: FenceHandle(rawValue: 2), kind: .enter, from: .unknown, to: .inside, time: 3,
      accuracyMeters: 4, distanceMeters: distance, durationSeconds: .nan)
    digest.add(Array(repeating: event, count: events), rows: 5) { Int($0.rawValue) }
    return digest
  }

  @Test func theLastDigitsOfADistanceAreNotStored() {
    let one = Self.digest(3)
    let other = Self.digest(3, distance: 7.000_000_1)
    #expect(one.portableChecksum == other.portableChecksum)
    #expect(one.checksum != other.checksum)
    #expect(one.portableChecksum != Self.digest(4).portableChecksum)
  }

  @Test func aWrongResultIsAnError() throws {
    let set = AgreementTests.makeSet()
    let variants = Variant.table.filter { $0.name == "indexed" }
    var free = ScenarioRun(name: "small", variants: variants, rounds: 1, set: set)
    let digest = try #require(try free.run().first?.digest)
    let right = StoredResult(events: digest.count, checksum: digest.portableChecksum)
    var run = ScenarioRun(name: "small", variants: variants, rounds: 1, set: set, stored: right)
    _ = try run.run()
    for wrong in [
      StoredResult(events: digest.count + 1, checksum: digest.portableChecksum),
      StoredResult(events: digest.count, checksum: digest.portableChecksum ^ 1),
    ] {
      var run = ScenarioRun(name: "small", variants: variants, rounds: 1, set: set, stored: wrong)
      #expect {
        try run.run()
      } throws: { error in
        guard case CommandEnd.failure(.internalError, let message) = error else { return false }
        return message.hasPrefix("small: indexed is wrong: ") && message.contains("--renew")
      }
    }
  }

  @Test func theLineToStoreIsSourceOfTheTable() {
    var digest = EventDigest()
    #expect(
      StoredResult.line(scenario: "a-1k", digest)
        == "    \"a-1k\": StoredResult(events: 0, checksum: 0x243F_6A88_85A3_08D3),\n")
    digest = Self.digest(12_345)
    #expect(StoredResult.line(scenario: "a", digest).contains("events: 12_345,"))
  }
}
