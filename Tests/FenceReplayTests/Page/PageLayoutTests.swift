import Testing
import Workload

@testable import FenceReplay

struct PageLayoutTests {
  @Test(arguments: 0..<300 as Range<UInt64>) func labelsNeverOverlapAndStayInTheFigure(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let widths: [Double] = [320, 820, 1200]
    let width = widths[random.below(3)]
    let bounds = 2...width - 2
    let count = random.whole(1...60)
    let isCrowded = random.below(2) == 0
    let extents = (0..<count).map { _ in
      let anchor = isCrowded ? width * 0.7 + random.uniform() * 40 : 2 + random.uniform() * (width - 4)
      let labelWidth = 20 + random.uniform() * 200
      return random.below(2) == 0
        ? LabelLanes.Extent.flag(at: anchor, width: labelWidth, in: bounds)
        : LabelLanes.Extent.badge(at: anchor, width: labelWidth, in: bounds)
    }
    let lanes = LabelLanes.lanes(of: extents, gap: 4)
    for (index, extent) in extents.enumerated() {
      #expect(extent.left >= bounds.lowerBound && extent.right <= bounds.upperBound, "seed \(seed)")
      for other in extents.indices.dropFirst(index + 1) where lanes[other] == lanes[index] {
        let gap = max(extents[other].left - extent.right, extent.left - extents[other].right)
        #expect(gap >= 4 - 1e-9, "seed \(seed): \(extent) and \(extents[other])")
      }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func findingsAlwaysFit(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = random.whole(0...500)
    let findings = (0..<count).map { index in
      TimelineFinding(time: Double(index) * random.uniform(), fault: .rules, cause: "a cause of \(seed)", detail: "")
    }.sorted { $0.time < $1.time }
    let last = findings.last?.time ?? 1
    let labels = FindingLabels(findings, mostLanes: 4, type: 12, bounds: 2...328) { 10 + $0 / max(last, 1e-9) * 300 }
    #expect(labels.laneCount <= 4, "seed \(seed)")
    // Each finding is in exactly one label.
    var next = 1
    for label in labels.labels {
      let numbers = label.number.split(separator: "–").compactMap { Int($0) }
      #expect(numbers.first == next, "seed \(seed)")
      next = (numbers.last ?? 0) + 1
    }
    #expect(next == min(count, FindingLabels.most) + 1, "seed \(seed)")
  }

  @Test func findingsOutOfOrderHaveLabels() {
    let findings = (0..<60).map { TimelineFinding(time: Double($0), fault: .rules, cause: "a cause", detail: "") }
    let labels = FindingLabels(findings, mostLanes: 4, type: 12, bounds: 2...328) { 320 - $0 * 5 }
    #expect(!labels.labels.isEmpty)
    #expect(labels.labels.allSatisfy { $0.reach.lowerBound >= 2 && $0.reach.upperBound <= 328 })
  }

  /// Narrow figures have room for few breaks: time never runs backwards.
  @Test(arguments: [60.0, 120, 200, 260, 328, 820]) func timeRunsToTheRight(width: Double) {
    let times: [Double] = (0..<60).map { (index: Int) -> Double in
      let (visit, step) = (index / 5, index % 5)
      return Double(visit * 100_000 + step * visit * 10 + step)
    }
    let axis = TimeAxis(times: times, left: 10, right: width)
    let places = times.sorted().map { axis.x($0) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "\(places)")
    #expect(places.allSatisfy { $0 >= 10 && $0 <= width })
    #expect(axis.scale > 0)
  }

  @Test func leadersRunBesideLabels() {
    // Flags to the right: each one's pole is left of it, so the first must be the highest.
    let extents = [10.0, 30, 50].map { LabelLanes.Extent.flag(at: $0, width: 100, in: 0...300) }
    #expect(LabelLanes.lanes(of: extents, gap: 4) == [2, 1, 0])
    // Flags to the left, at the right edge: the other way round.
    let mirrored = [250.0, 270, 290].map { LabelLanes.Extent.flag(at: $0, width: 100, in: 0...300) }
    #expect(LabelLanes.lanes(of: mirrored, gap: 4) == [0, 1, 2])
  }

  @Test func clustersAreRunsOfNeighbors() {
    #expect(LabelLanes.clusters(of: [0, 5, 9, 10, 40], width: 10) == [0..<3, 3..<4, 4..<5])
    #expect(LabelLanes.clusters(of: [], width: 10).isEmpty)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func timeGoesFromLeftToRight(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let spreads: [Double] = [1e-3, 1, 3600, 1e6, 1e12, 1e300]
    let spread = spreads[random.below(6)]
    var times: [Double] = []
    for _ in 0..<random.whole(1...80) {
      let factor: Double = random.below(4) == 0 ? 1e5 : 1
      times.append(factor * (random.uniform() - 0.5) * spread)
    }
    let axis = TimeAxis(times: times, left: 60, right: 800)
    var last = -Double.infinity
    for time in times.sorted() {
      let x = axis.x(time)
      let isBetween = x >= max(last, 59.999) && x <= 800.001
      #expect(isBetween, "seed \(seed)")
      last = x
    }
    for (piece, next) in zip(axis.pieces, axis.pieces.dropFirst()) { #expect(piece.right < next.left, "seed \(seed)") }
    #expect(axis.pieces.first?.left == 60)
    let end = axis.pieces.last?.right ?? 0
    #expect(end > 799.999 && end < 800.001)
    let ticks: [Double] = axis.ticks(atLeast: 70).map(\.x)
    #expect(ticks == ticks.sorted(), "seed \(seed)")
  }

  @Test func longGapsAreCutOut() {
    let minutes = (0..<60).map { Double($0) * 60 }
    #expect(TimeAxis(times: minutes, left: 0, right: 100).breaks.isEmpty)
    let days = minutes + minutes.map { $0 + 86_400 } + [1.7e12]
    let axis = TimeAxis(times: days, left: 0, right: 700)
    let lengths: [Double] = axis.breaks.map(\.seconds)
    let expected: [Double] = [82_860, 1_699_999_910_060]
    #expect(lengths == expected)
    // The two hours share what the breaks leave.
    #expect(axis.pieces.prefix(2).allSatisfy { $0.right - $0.left > 250 })
    #expect(TimeAxis(times: [.nan, .infinity], left: 0, right: 1).isEmpty)
    #expect(TimeAxis(times: [5], left: 0, right: 100).x(5) == 50)
  }

  @Test(arguments: [[0.0, 50, 130], [0, 300, 5e6], [.nan, 1e300, -7], [], [0]])
  func distanceGoesUp(distances: [Double]) {
    let axis = DistanceAxis(distances: distances, exitRadius: 120, bottomY: 200, topY: 0)
    var last = 200.0
    for step in 0...160 {
      let y = axis.y(10 * pow2(Double(step) * 0.15) - 10)
      #expect(y <= last + 1e-9 && y >= 0)
      last = y
    }
    // The band keeps its room, however far the farthest sample is.
    #expect(axis.y(80) - axis.y(120) > 20)
    let ticks = axis.ticks(spacing: 24)
    #expect(ticks.count > 2)
    for (tick, next) in zip(ticks, ticks.dropFirst()) { #expect(axis.y(tick) - axis.y(next) >= 24 * 0.95) }
  }

  @Test func theRoundLogarithmIsGoodEnough() {
    #expect(DistanceAxis.doublings(8) == 3)
    #expect((DistanceAxis.doublings(1.5) - 0.585).magnitude < 0.01)
    #expect(DistanceAxis.doublings(0) == 0)
    #expect(DistanceAxis.roundStep(atLeast: 3) == 5)
    #expect(DistanceAxis.roundStep(atLeast: 100) == 100)
  }

  private func pow2(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + exponent - whole)
  }
}
