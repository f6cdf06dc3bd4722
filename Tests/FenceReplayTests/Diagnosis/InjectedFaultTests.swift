import FenceReplay
import Testing

/// Made traces with one known fault each: what the diagnosis makes of them.
struct InjectedFaultTests {
  private static let seedsPerFault = 100 as UInt64

  /// What became of a trace: how many faults it has, how many of them are labeled right, and all causes found.
  private struct Outcome {
    var faults: Int
    var right: Int
    var causes: [String]
  }

  /// Right is the fault's cause, where the fault is, and no other fault. Of noise, which is no single fault, every flap is
  /// one, and right where its own cause is.
  private static func outcome(_ trace: FaultyTrace) throws -> Outcome {
    let report = try diagnose(
      fences: trace.fencesCSV, samples: trace.samplesCSV, policies: trace.policies(),
      regionEvents: trace.regionEventsCSV)
    let caused = report.findings.filter { $0.cause != nil }
    let causes = Set(caused.compactMap(\.cause))
    let words = causes.map(\.rawValue).sorted()
    func isWanted(_ finding: DiagnosisFinding) -> Bool {
      finding.cause.map { trace.fault.causes.contains($0) } ?? false
    }
    if trace.fault == .noiseFlap {
      let flaps = report.findings(.flap)
      return Outcome(faults: flaps.count, right: flaps.count(where: isWanted), causes: words)
    }
    let isThere =
      trace.fault == .none
      || caused.contains { isWanted($0) && abs($0.time - trace.faultTime) <= trace.slackSeconds + 1 }
    return Outcome(faults: 1, right: isThere && causes.isSubset(of: trace.fault.causes) ? 1 : 0, causes: words)
  }

  private func run(_ fault: InjectedFault, seeds: ClosedRange<UInt64>, _ ranges: TraceRanges, _ name: String) throws {
    var confusion: [String: Int] = [:]
    var wrong: [UInt64] = []
    var faults = 0
    var right = 0
    for seed in seeds {
      let outcome = try Self.outcome(FaultyTrace(fault, seed: seed, ranges))
      faults += outcome.faults
      right += outcome.right
      if outcome.right < outcome.faults { wrong.append(seed) }
      confusion[outcome.causes.isEmpty ? "nothing" : outcome.causes.joined(separator: "+"), default: 0] += 1
    }
    let cells = confusion.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print(
      "\(name) \(fault.rawValue), seeds \(seeds): \(right) of \(faults) right; traces by causes: \(cells); "
        + "wrong seeds \(wrong.prefix(8))")
    #expect(faults >= seeds.count)
    if fault == .none {
      #expect(wrong.isEmpty, "a clean trace has no label; seeds \(wrong)")
    } else {
      #expect(Double(right) >= 0.95 * Double(faults), "seeds \(wrong)")
    }
  }

  @Test(arguments: InjectedFault.allCases)
  func labeledRight(fault: InjectedFault) throws {
    try run(fault, seeds: 1...Self.seedsPerFault, .tuned, "tuned")
  }

  /// Seeds and ranges that no rule was made with.
  @Test(arguments: InjectedFault.allCases)
  func labeledRightOnOthers(fault: InjectedFault) throws {
    try run(fault, seeds: 3_000_001...3_000_000 + Self.seedsPerFault, .holdout, "holdout")
  }
}
