/// Cuts, out of all rows of a device, the stretches around those that matter.
struct Stretches {
  /// The accepted samples that a stretch has on both sides of what matters, where there are so many; more than any
  /// confirmation run.
  let contextSamples: Int
  /// The most rows in which they are looked for: refused ones may be many.
  private let reach: Int

  init(confirmations: Int) {
    contextSamples = max(64, confirmations + 1)
    reach = 16 * contextSamples
  }

  /// The stretches around these positions, which ascend, among `count` rows: disjoint and ascending.
  ///
  /// - Complexity: O(length of the stretches).
  func around(_ positions: some Collection<Int>, count: Int, isAccepted: (Int) -> Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var next = positions.startIndex
    while next < positions.endIndex {
      let end = found.last?.upperBound ?? 0
      let start = start(before: positions[next], notBefore: end, isAccepted)
      var last = positions[next]
      positions.formIndex(after: &next)
      // What follows closely needs no end of its own.
      while next < positions.endIndex, positions[next] - last <= contextSamples {
        last = max(last, positions[next])
        positions.formIndex(after: &next)
      }
      let stop = max(end, self.end(behind: last, count: count, isAccepted))
      if let previous = found.last, start <= previous.upperBound {
        found[found.count - 1] = previous.lowerBound..<stop
      } else {
        found.append(start..<stop)
      }
    }
    return found
  }

  private func start(before position: Int, notBefore floor: Int, _ isAccepted: (Int) -> Bool) -> Int {
    var left = contextSamples
    var at = position
    while at > floor, left > 0, position - at < reach {
      at -= 1
      if isAccepted(at) { left -= 1 }
    }
    return min(at, position)
  }

  private func end(behind position: Int, count: Int, _ isAccepted: (Int) -> Bool) -> Int {
    var left = contextSamples
    var at = min(position + 1, count)
    while at < count, left > 0, at - position <= reach {
      if isAccepted(at) { left -= 1 }
      at += 1
    }
    return at
  }
}
