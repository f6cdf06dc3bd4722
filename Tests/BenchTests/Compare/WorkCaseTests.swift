import Testing

@testable import cordon_bench

@Suite struct WorkCaseTests {
  private static func runner(_ name: String, extraPercent: Int = 0) throws -> (BlockRunner, any BlockWork) {
    let workCase = try #require(WorkCase.table.first { $0.name == name })
    let work = try workCase.load(WorkCase.Size(blocks: 4, extraPercent: extraPercent))
    return (BlockRunner(work), work)
  }

  /// The counts but for what depends on a hash that differs from process to process, if only a little.
  private static func exact(_ counts: WorkCounts) -> WorkCounts {
    var counts = counts
    counts[.fenceBytes] = nil
    counts[.deviceBytes] = nil
    // Other tests run in this process at the same time.
    counts[.allocations] = nil
    return counts
  }

  @Test("a case is the same work each time it is made, and in each lap", arguments: WorkCase.table.map(\.name))
  func isTheSame(_ name: String) throws {
    let (runner, work) = try Self.runner(name)
    let (other, otherWork) = try Self.runner(name)
    let counts = Self.exact(runner.countLap())
    #expect(counts == Self.exact(other.countLap()))
    #expect(work.dataDigest == otherWork.dataDigest)
    #expect(counts[.samples] ?? counts[.events] ?? 0 > 0)
    // Later laps differ in what the engine remembers of devices, and where that decides nothing they do not.
    var next = Self.exact(runner.countLap())
    #expect(next[.samples] == counts[.samples])
    guard ["lookup", "read", "write"].contains(where: name.hasPrefix) else { return }
    next[.answer] = counts[.answer]
    #expect(next == counts)
  }

  @Test("samples are judged, not refused as old ones", arguments: ["walk-10k", "policies-10k", "changes-10k"])
  func isWork(_ name: String) throws {
    let (runner, _) = try Self.runner(name)
    let counts = runner.countLap()
    let samples = try #require(counts[.samples])
    let judged = try #require(counts[.probes]) + #require(counts[.skips])
    // The standard policy refuses some 9 % of a world's samples.
    #expect(Double(judged) > 0.9 * Double(samples))
    #expect(try #require(counts[.events]) > 10)
  }

  @Test("extra work is as much as was asked for", arguments: [5, 10])
  func extra(percent: Int) throws {
    let (plain, plainWork) = try Self.runner("walk-10k")
    let (more, moreWork) = try Self.runner("walk-10k", extraPercent: percent)
    let (before, after) = (plain.countLap(), more.countLap())
    #expect(plainWork.dataDigest != moreWork.dataDigest)
    for metric in [WorkMetric.samples, .probes, .hits] {
      let ratio = try Double(#require(after[metric])) / Double(#require(before[metric]))
      #expect(abs(ratio - 1 - Double(percent) / 100) < 0.015, "\(metric.rawValue) \(ratio)")
    }
  }

  @Test func messagesComeBack() {
    var counts = WorkCounts()
    counts[.probes] = 12
    counts[.answer] = -7
    let message = WorkMessage("counted", counts)
    #expect(WorkMessage(line: message.line) == message)
    #expect(WorkMessage(line: message.line).counts == counts)
    #expect(WorkMessage(line: "worker 1 case=a=b x").fields == ["case": "a=b"])
    #expect(WorkMessage(line: "").words.isEmpty)
  }
}
