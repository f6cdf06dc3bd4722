/// Where labels above a figure stand so that none hides another.
///
/// A label hangs on a vertical leader at its anchor like a flag on its pole, to the right of it or, at the right edge, to
/// the left. A label goes above those on whose poles it would lie, so that leaders run beside labels and not through them;
/// only where two flags face each other a leader may pass behind one.
enum LabelLanes {
  /// The part of the x axis that a label covers, and where its leader stands.
  struct Extent: Equatable {
    var anchor: Double
    var left: Double
    var right: Double

    /// A flag of this width within `bounds`, to the right of its pole if there is room.
    static func flag(at anchor: Double, width: Double, in bounds: ClosedRange<Double>) -> Extent {
      let pointsRight = anchor + width <= bounds.upperBound
      let left = pointsRight ? anchor : max(bounds.lowerBound, min(anchor, bounds.upperBound) - width)
      return Extent(anchor: anchor, left: left, right: left + width)
    }

    /// A badge of this width above its pole, within `bounds`.
    static func badge(at anchor: Double, width: Double, in bounds: ClosedRange<Double>) -> Extent {
      let left = clamped(anchor - width / 2, bounds.lowerBound, bounds.upperBound - width)
      return Extent(anchor: anchor, left: left, right: left + width)
    }
  }

  /// The lane of each label, 0 next to the figure; no two labels in a lane come closer than `gap`.
  ///
  /// - Complexity: O(n²) for n labels; callers cluster what is more than a few dozen.
  static func lanes(of extents: [Extent], gap: Double) -> [Int] {
    var lanes = Array(repeating: 0, count: extents.count)
    var placed: [Int] = []
    for index in order(of: extents) {
      let extent = extents[index]
      var lane = 0
      for other in placed {
        let pole = extents[other].anchor
        if pole >= extent.left - gap && pole <= extent.right + gap { lane = max(lane, lanes[other] + 1) }
      }
      let taken = Set(
        placed.filter { extents[$0].left < extent.right + gap && extent.left < extents[$0].right + gap }.map {
          lanes[$0]
        })
      while taken.contains(lane) { lane += 1 }
      lanes[index] = lane
      placed.append(index)
    }
    return lanes
  }

  /// Runs of neighbors whose anchors lie within `width` of the first one's; `anchors` ascend.
  static func clusters(of anchors: [Double], width: Double) -> [Range<Int>] {
    var clusters: [Range<Int>] = []
    var start = 0
    for index in anchors.indices where anchors[index] - anchors[start] >= width {
      clusters.append(start..<index)
      start = index
    }
    if start < anchors.count { clusters.append(start..<anchors.count) }
    return clusters
  }

  /// Flags to the left, from left to right; then those to the right, from right to left: each then finds the poles that it
  /// would cover already there.
  private static func order(of extents: [Extent]) -> [Int] {
    let pointsLeft = { (index: Int) in extents[index].left < extents[index].anchor }
    let left = extents.indices.filter(pointsLeft).sorted { (extents[$0].anchor, $0) < (extents[$1].anchor, $1) }
    let right = extents.indices.filter { !pointsLeft($0) }.sorted {
      (extents[$0].anchor, $0) > (extents[$1].anchor, $1)
    }
    return left + right
  }
}
