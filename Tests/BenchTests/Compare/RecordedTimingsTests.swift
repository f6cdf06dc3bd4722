import Foundation
import TestSupport
import Testing
import Workload

@testable import cordon_bench

/// Times of real runs, as `cordon-bench compare --timings` wrote them; see Fixtures/README.md.
@Suite struct RecordedTimingsTests {
  private static func read(_ name: String) throws -> [BlockTimes] {
    let file = packageFolder.appending(path: "Tests/BenchTests/Fixtures/\(name).csv")
    var launches: [Int: BlockTimes] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",")
      let values = try fields[1...].map { try #require(Double($0)) }
      launches[Int(values[0]), default: BlockTimes()].base.append(values[2])
      launches[Int(values[0]), default: BlockTimes()].new.append(values[3])
      launches[Int(values[0]), default: BlockTimes()].control.append(values[4])
    }
    return launches.sorted { $0.key < $1.key }.map(\.value)
  }

  /// What a machine may do besides, to every process alike.
  enum Trouble: String, CaseIterable {
    case none, drift, spikes, twoSpeeds
  }

  /// The same times under some trouble.
  private static func troubled(_ launches: [BlockTimes], _ trouble: Trouble, seed: UInt64) -> [BlockTimes] {
    var random = SplitMix64(seed: seed)
    let total = launches.reduce(0) { $0 + $1.base.count }
    var round = 0
    func factor() -> Double {
      switch trouble {
      case .none: 1
      case .drift: 1 + 0.5 * Double(round) / Double(total)
      case .spikes: random.chance(0.08) ? random.uniform(2, 20) : 1
      case .twoSpeeds: random.chance(0.4) ? 1.3 : 1
      }
    }
    return launches.map { times in
      var times = times
      for index in times.base.indices {
        times.base[index] *= factor()
        times.new[index] *= factor()
        times.control[index] *= factor()
        round += 1
      }
      return times
    }
  }

  @Test("added work is found, and nothing else, whatever the machine does", arguments: Trouble.allCases)
  func judgment(_ trouble: Trouble) throws {
    let seed: UInt64 = 7
    print("seed \(seed)")
    func verdict(_ name: String) throws -> TimeVerdict {
      CaseComparison.judge(Self.troubled(try Self.read(name), trouble, seed: seed), seed: seed).verdict
    }
    #expect(try [.same, .inconclusive].contains(verdict("same")))
    #expect(try [.same, .inconclusive].contains(verdict("added-3")))
    // Where a machine has two speeds, 5 % may be too little to be sure of; it must not be called the same.
    let few = try verdict("added-5")
    #expect(few == .regression || (trouble == .twoSpeeds && few == .inconclusive))
    #expect(try verdict("added-10") == .regression)
  }

  @Test func aControlThatWasDisturbedVoidsTheRun() throws {
    var launches = try Self.read("added-10")
    for index in launches.indices { launches[index].control = launches[index].control.map { $0 * 1.04 } }
    #expect(CaseComparison.judge(launches, seed: 1).verdict == .void)
  }
}
