import CommandLineSupport
import Foundation
import GeoPolicy
import MultiFence
import NaiveScan
import Workload

@main enum CordonBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    let set: WorkSet
    if arguments.count > 2, let n = Int(arguments[1]), let devices = Int(arguments[2]) {
      set = WorkSet(
        name: "stores",
        .init(
          fenceCount: n, deviceCount: devices, seed: 7, radii: arguments.contains("uniform") ? .uniform : .mixed,
          fleet: arguments.contains("parked") ? .parked : .mixed), samples: max(2_000_000, devices * 2))
    } else {
      set = try WorkSet(fencePath: arguments[1], samplePath: arguments[2])
    }
    print("fences \(set.fences.count) devices \(set.deviceCount) samples \(set.sampleCount)")
    for round in 0..<(Int(ProcessInfo.processInfo.environment["ROUNDS"] ?? "3") ?? 3) {
      for skips in ProcessInfo.processInfo.environment["SKIP"] != nil ? [true] : [false, true] {
        var options = EngineOptions()
        options.skipsSafely = skips
        let t0 = Clock.threadNanoseconds()
        let engine = try FenceEngine(fences: set.fences, policies: set.policies, options: options)
        let t1 = Clock.threadNanoseconds()
        var evaluation = Evaluation()
        var events = 0
        var sum = 0.0
        for batch in set.batches {
          evaluation.removeAll()
          let t = Clock.threadNanoseconds()
          engine.evaluate(batch, into: &evaluation)
          sum += Clock.threadNanoseconds() - t
          events += evaluation.events.count
        }
        print(
          "round \(round) skip \(skips) build \((t1 - t0) / 1e9) s; \(sum / Double(set.sampleCount)) ns/sample, \(events) events \(engine.work)"
        )
      }
    }
  }
}
