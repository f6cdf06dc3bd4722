import GeoPolicy

/// Which samples of a long trace are drawn, so that nothing that matters is missing.
enum Thinning {
  /// Which samples to draw, and how many of the telling ones had no room.
  struct Choice {
    /// Places in the timeline's samples, ascending.
    var kept: [Int]
    /// Changes of state whose sample is not drawn.
    var omittedChangeCount = 0
  }

  /// Changes of state beyond this number are thinned too.
  static let mostChanges = 200

  /// Chooses about `budget` samples.
  ///
  /// Always kept are the first and last, the nearest and the farthest, every sample that changed the state with its
  /// neighbors, and samples and refusals close to changes and findings. The rest of the budget goes to stretches of equal
  /// count, each of which keeps its nearest, its farthest and its coarsest, and to refused samples of every kind.
  ///
  /// - Complexity: O(n log n) for n samples.
  static func choice(of timeline: FenceTimeline, budget: Int) -> Choice {
    let samples = timeline.samples
    guard samples.count > budget else { return Choice(kept: Array(samples.indices)) }
    var kept = Set<Int>()
    if let last = samples.indices.last { kept.formUnion([0, last]) }
    kept.formUnion(extremes(of: samples, in: samples.indices))

    let changes = samples.indices.dropFirst().filter { samples[$0].state != samples[$0 - 1].state }
    let drawn = spread(changes, count: mostChanges)
    let nearby = drawn.count > 40 ? 1 : 4
    for index in drawn { keep(around: index, by: nearby, in: samples, into: &kept) }
    for moment in spread(moments(of: timeline), count: mostChanges) {
      if let index = nearest(to: moment, in: samples) { keep(around: index, by: nearby, in: samples, into: &kept) }
    }

    let stretchCount = max(1, (budget - min(kept.count, budget * 3 / 4)) / 3)
    for stretch in 0..<stretchCount {
      let range = samples.count * stretch / stretchCount..<samples.count * (stretch + 1) / stretchCount
      kept.formUnion(extremes(of: samples, in: range))
    }
    kept.formUnion(refusals(in: samples, count: budget / 5))
    return Choice(kept: kept.sorted(), omittedChangeCount: changes.count - drawn.count)
  }

  /// The moments that findings and events point at.
  private static func moments(of timeline: FenceTimeline) -> [Double] {
    (timeline.findings.flatMap { [$0.time, $0.endTime ?? $0.time] } + timeline.systemEvents.map(\.time))
      .filter(\.isFinite).sorted()
  }

  /// At most `count` of them, evenly.
  static func spread<Element>(_ all: [Element], count: Int) -> [Element] {
    all.count <= count ? all : (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
  }

  /// Some refused samples for every set of reasons, spread evenly.
  private static func refusals(in samples: [TimelineSample], count: Int) -> [Int] {
    let refused = Dictionary(grouping: samples.indices.filter { !samples[$0].rejected.isEmpty }) {
      samples[$0].rejected.rawValue
    }
    return refused.values.flatMap { spread($0, count: max(2, count / refused.count)) }
  }

  private static func keep(around index: Int, by nearby: Int, in samples: [TimelineSample], into kept: inout Set<Int>) {
    kept.formUnion(max(0, index - nearby)...min(samples.count - 1, index + nearby))
  }

  /// The sample whose time is nearest, the earlier of two.
  static func nearest(to time: Double, in samples: [TimelineSample]) -> Int? {
    var best: Int?
    var least = Double.infinity
    for (index, sample) in samples.enumerated() {
      guard let own = sample.time, own.isFinite else { continue }
      let difference = (own - time).magnitude
      if difference < least {
        best = index
        least = difference
      }
    }
    return best
  }

  /// The nearest, the farthest and the coarsest of the accepted ones, and the farthest of all.
  private static func extremes(of samples: [TimelineSample], in range: Range<Int>) -> [Int] {
    let placed = range.filter { samples[$0].distanceMeters?.isFinite == true }
    let accepted = placed.filter { samples[$0].rejected.isEmpty }
    let distance = { (index: Int) in samples[index].distanceMeters ?? 0 }
    let accuracy = { (index: Int) in samples[index].accuracyMeters ?? 0 }
    return [
      accepted.min { distance($0) < distance($1) }, accepted.max { distance($0) < distance($1) },
      accepted.max { accuracy($0) < accuracy($1) }, placed.max { distance($0) < distance($1) },
    ].compactMap(\.self)
  }
}
