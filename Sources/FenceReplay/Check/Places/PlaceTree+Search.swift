import GeoPolicy

/// How many nodes searches may still look at before they are given up.
struct SearchBudget {
  private(set) var steps: Int

  /// Enough for any file of real places; a bound on what a contrived one of so many fences can cost.
  init(fences: Int) { steps = 10_000_000 + 1000 * fences }

  var isUsedUp: Bool { steps <= 0 }

  mutating func take(_ count: Int = 1) { steps -= count }
}

extension PlaceTree {
  /// How many circles have `place` within their radius, by the reference.
  func count(around place: Point, _ budget: inout SearchBudget) -> Int {
    let position = spherePosition(of: place)
    var count = 0
    var waiting = nodes.isEmpty ? [] : [0]
    while let index = waiting.popLast() {
      let node = nodes[index]
      budget.take()
      if budget.isUsedUp { return count }
      let margin = Self.marginMeters
      let least = node.leastLine(to: position)
      if least > squared(node.high.w + margin) { continue }
      // All of it is surely in where its farthest corner lies in its smallest circle.
      if node.low.w > margin, node.greatestLine(to: position) < squared(node.low.w - margin) {
        count += node.count
        continue
      }
      if node.second > 0 {
        waiting.append(node.second)
        waiting.append(index + 1)
        continue
      }
      budget.take(node.items.count)
      for item in node.items where holds(item, place, position) { count += items[item].count }
    }
    return count
  }

  private func holds(_ item: Int, _ place: Point, _ position: SIMD3<Double>) -> Bool {
    let way = positions[item].xyz - position
    let line = (way * way).sum()
    let key = positions[item].w
    if line > squared(key + Self.marginMeters) { return false }
    if key > Self.marginMeters, line < squared(key - Self.marginMeters) { return true }
    return distance(place, items[item].center) <= items[item].radiusMeters
  }

  /// A circle of which all places within `insetMeters` of `place` are part: one of radius r and distance d with
  /// d + inset ≤ r. Circles that hold the globe do not count, nor does one of the center `place` and `ownRadius`.
  func circle(
    around place: Point, insetMeters: Double, number: Int, ownRadius: Double, _ budget: inout SearchBudget
  ) -> Item? {
    let position = spherePosition(of: place)
    var waiting = nodes.isEmpty ? [] : [0]
    while let index = waiting.popLast() {
      let node = nodes[index]
      budget.take()
      if budget.isUsedUp { return nil }
      // A straight line is never longer than the great circle.
      let reach = node.greatestRadius - insetMeters
      guard reach >= 0, node.leastLine(to: position) <= squared(reach + Self.marginMeters) else { continue }
      if node.second > 0 {
        // The child that reaches farther last, for it is looked at first.
        let (first, second) = (index + 1, node.second)
        let isFirstWider = nodes[first].greatestRadius >= nodes[second].greatestRadius
        waiting.append(isFirstWider ? second : first)
        waiting.append(isFirstWider ? first : second)
        continue
      }
      budget.take(node.items.count)
      for index in node.items {
        let item = items[index]
        guard item.radiusMeters >= insetMeters, item.radiusMeters < .pi * earthRadiusMeters else { continue }
        if item.place == number, item.radiusMeters == ownRadius { continue }
        if distance(place, item.center) + insetMeters <= item.radiusMeters { return item }
      }
    }
    return nil
  }

  /// The nearest center of another place than `number` that is at most `limitMeters` away.
  func neighbor(
    of place: Point, number: Int, within limitMeters: Double, _ budget: inout SearchBudget
  ) -> (item: Item, meters: Double)? {
    let position = spherePosition(of: place)
    var best: (item: Item, meters: Double)?
    var waiting = nodes.isEmpty ? [] : [0]
    while let index = waiting.popLast() {
      let node = nodes[index]
      budget.take()
      if budget.isUsedUp { return best }
      let limit = best?.meters ?? limitMeters
      guard node.leastLine(to: position) <= squared(limit + Self.marginMeters) else { continue }
      if node.second > 0 {
        waiting.append(node.second)
        waiting.append(index + 1)
        continue
      }
      budget.take(node.items.count)
      for index in node.items where items[index].place != number {
        let meters = distance(place, items[index].center)
        if meters < (best?.meters ?? limitMeters.nextUp) { best = (items[index], meters) }
      }
    }
    return best
  }

  private func distance(_ a: Point, _ b: Point) -> Double {
    metersBetweenValid(a.latitude, a.longitude, b.latitude, b.longitude)
  }
}

extension PlaceTree.Node {
  /// The square of the shortest straight line from a position to the box of its centers.
  fileprivate func leastLine(to position: SIMD3<Double>) -> Double {
    let outside = pointwiseMax(pointwiseMax(low.xyz - position, position - high.xyz), SIMD3.zero)
    return (outside * outside).sum()
  }

  /// The square of the longest straight line from a position to the box of its centers.
  fileprivate func greatestLine(to position: SIMD3<Double>) -> Double {
    let way = pointwiseMax(position - low.xyz, high.xyz - position)
    return (way * way).sum()
  }
}

extension SIMD4<Double> {
  fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}

private func squared(_ value: Double) -> Double { value * value }
