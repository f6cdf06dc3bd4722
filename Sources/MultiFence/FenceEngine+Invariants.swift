import GeoPolicy

extension FenceEngine {
  /// What should hold between calls and does not; empty in a sound engine. For tests: walks everything.
  package func brokenInvariants() -> [String] {
    var broken: [String] = []
    checkGrid(&broken)
    checkDevices(&broken)
    return broken
  }

  /// Every living fence stands in exactly the cells of its circle, and nothing else does.
  private func checkGrid(_ broken: inout [String]) {
    var expected: [UInt64: [UInt32]] = [:]
    for slot in 0..<UInt32(fences.slotCount) where fences.record(slot).pointee.isAlive {
      let word = FenceWord.make(slot: slot, policy: fences.record(slot).pointee.policy)
      for key in grid.cellKeys(of: fences.circle(slot)) { expected[key, default: []].append(word) }
    }
    var cells = 0
    grid.cells.forEach { slot in
      cells += 1
      let entry = CellEntry(packed: slot.pointee.value)
      let block = CandidateBlock(grid.arena.block(entry.start), stride: entry.stride)
      let words = (0..<entry.count).map { block.word($0) }
      if words.sorted() != expected[slot.pointee.key, default: []].sorted() { broken.append("a cell's candidates") }
      if grid.cells.find(slot.pointee.key) != slot { broken.append("a cell that look-up does not find") }
    }
    if cells != expected.count { broken.append("\(cells) cells for \(expected.count) expected") }
    if grid.cells.count != cells { broken.append("the count of cells") }
  }

  /// Counts of devices inside agree with their exceptions; no device has an exception twice, or one that is none.
  private func checkDevices(_ broken: inout [String]) {
    var inside: [UInt32: Int] = [:]
    devices.forEach { device, record in
      var words: Set<UInt32> = []
      var lastWord: UInt32?
      forEachException(of: device) { exception in
        if !words.insert(exception.word).inserted { broken.append("an exception twice, device \(device)") }
        if let lastWord, lastWord >= exception.word { broken.append("exceptions out of order, device \(device)") }
        lastWord = exception.word
        if exception.state == .outside { broken.append("an exception that is none, device \(device)") }
        if exception.state.hysteresis.state == .inside { inside[FenceWord.slot(exception.word), default: 0] += 1 }
      }
      if record.pointee.overflow != 0, words.count < 3 { broken.append("a block without need, device \(device)") }
    }
    for slot in 0..<UInt32(fences.slotCount)
    where Int(fences.insideCount(slot).pointee) != inside[slot, default: 0] {
      broken.append("slot \(slot): \(fences.insideCount(slot).pointee) inside, counted \(inside[slot] ?? 0)")
    }
  }
}
