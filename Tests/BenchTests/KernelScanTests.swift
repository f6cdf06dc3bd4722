import GeoPolicy
import NaiveScan
import Testing
import Workload

@testable import cordon_bench

/// The scan by the function for batches answers as the naive scan does, to the bit.
@Suite struct KernelScanTests {
  static let kinds = RandomWorld.Kind.allCases.filter { ![.churn, .authorization, .mixed].contains($0) }

  @Test(arguments: kinds)
  func equalsTheNaiveScan(_ kind: RandomWorld.Kind) throws {
    for seed in UInt64(1)...12 {
      let world = RandomWorld(seed: seed, kind: kind)
      let naive = try NaiveEngine(fences: world.fences, policies: world.policies)
      let kernel = KernelScan(fences: world.fences, policies: world.policies)
      for (index, step) in world.steps.enumerated() {
        guard case .samples(let samples) = step else { continue }
        var expected = Evaluation()
        var actual = Evaluation()
        naive.evaluate(samples, into: &expected)
        kernel.evaluate(samples, into: &actual)
        // NaN is not equal to itself; what stands in the events shows as text.
        #expect(
          "\(actual.events)" == "\(expected.events)", "kind \(kind) seed \(seed) step \(index)")
        #expect(actual.rejections == expected.rejections, "kind \(kind) seed \(seed) step \(index)")
        #expect(actual.partialRefusalCount == expected.partialRefusalCount, "kind \(kind) seed \(seed) step \(index)")
      }
    }
  }
}
