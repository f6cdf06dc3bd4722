import FenceReplay
import Testing
import Workload

struct UnseenShareTests {
  @Test(
    arguments: [
      (80, 0, 1, 0), (80, 1e-9, 1, 0), (80, 1e9, 1, 1), (50, 100, 1, 0.214_601_836_602_551_7),
      (50, 200, 1, 0.607_300_918_301_275_9), (50, 100, 2, 1), (50, 101, 2, 1),
    ] as [(Double, Double, Int, Double)])
  func knownValues(radius: Double, step: Double, confirmations: Int, share: Double) {
    let found = unseenShare(radiusMeters: radius, stepMeters: step, confirmations: confirmations)
    #expect(abs(found - share) < 1e-6, "\(found)")
  }

  /// Walks across, at evenly spread offsets and phases, and counts those with too few samples inside.
  @Test(arguments: [20, 70, 130, 250] as [Double], [1, 2, 3])
  func itIsWhatWalksShow(step: Double, confirmations: Int) {
    let radius = 80.0
    let divisions = 600
    var unseen = 0
    for offset in 0..<divisions {
      let y = radius * (Double(offset) + 0.5) / Double(divisions)
      let half = (radius * radius - y * y).squareRoot()
      for phase in 0..<divisions {
        // The first sample at or behind the beginning of the chord, then one each step.
        let first = -half + step * (Double(phase) + 0.5) / Double(divisions)
        let last = first + Double(confirmations - 1) * step
        if last > half { unseen += 1 }
      }
    }
    let share = Double(unseen) / Double(divisions * divisions)
    let found = unseenShare(radiusMeters: radius, stepMeters: step, confirmations: confirmations)
    #expect(abs(found - share) < 2e-3, "\(found) for \(share)")
  }

  @Test func moreOfAnythingIsWorse() {
    for step in stride(from: 10.0, through: 500, by: 10) {
      for confirmations in 1...4 {
        let share = unseenShare(radiusMeters: 80, stepMeters: step, confirmations: confirmations)
        #expect((0...1).contains(share))
        #expect(unseenShare(radiusMeters: 80, stepMeters: step + 10, confirmations: confirmations) >= share - 1e-12)
        #expect(unseenShare(radiusMeters: 80, stepMeters: step, confirmations: confirmations + 1) >= share - 1e-12)
        #expect(unseenShare(radiusMeters: 90, stepMeters: step, confirmations: confirmations) <= share + 1e-12)
      }
    }
  }
}
