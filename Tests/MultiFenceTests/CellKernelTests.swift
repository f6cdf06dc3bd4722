import CellKernel
import Testing
import Workload

@testable import MultiFence

/// The kernel against its own words in 64-bit arithmetic: what it says is certain, is.
@Suite struct CellKernelTests {
  /// Five columns with room behind them, and the same numbers for the test.
  private struct Block {
    var candidates: [GridCandidate]
    var bytes: [UInt64]

    /// - Parameter stride: At least the number of candidates.
    init(_ candidates: [GridCandidate], stride: Int, behind: UInt8) {
      self.candidates = candidates
      bytes = Array(repeating: UInt64(behind) &* 0x0101_0101_0101_0101, count: (stride * 12 + 64 + 7) / 8)
      bytes.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        let block = CandidateBlock(base, stride: stride)
        for (index, candidate) in candidates.enumerated() { block.set(index, candidate) }
      }
    }

    func scan(_ function: cordon_scan_function, at place: cordon_cell_place, stride: Int) -> ([Hit], cordon_scan) {
      var hits = Array(
        repeating: Hit(word: 0, zone: .ambiguous, enterGap: 0, exitGap: 0, distance: 0), count: candidates.count + 1)
      let outcome = bytes.withUnsafeBytes { bytes in
        hits.withUnsafeMutableBufferPointer { hits -> cordon_scan? in
          guard let base = bytes.baseAddress, let start = hits.baseAddress else { return nil }
          let block = CandidateBlock(UnsafeMutableRawPointer(mutating: base), stride: stride)
          return block.scan(function, count: candidates.count, at: place, into: start)
        }
      }
      guard let outcome else { return ([], cordon_scan()) }
      return (Array(hits.prefix(Int(outcome.hit_count))), outcome)
    }
  }

  @Test func hitHasTheLayoutOfTheKernel() {
    #expect(MemoryLayout<Hit>.size == MemoryLayout<cordon_hit>.size)
    #expect(MemoryLayout<Hit>.stride == MemoryLayout<cordon_hit>.stride)
    #expect(MemoryLayout<Hit>.offset(of: \.zone) == MemoryLayout<cordon_hit>.offset(of: \.zone))
    #expect(MemoryLayout<Hit>.offset(of: \.enterGap) == MemoryLayout<cordon_hit>.offset(of: \.enter_gap))
    #expect(MemoryLayout<Hit>.offset(of: \.exitGap) == MemoryLayout<cordon_hit>.offset(of: \.exit_gap))
    #expect(MemoryLayout<Hit>.offset(of: \.distance) == MemoryLayout<cordon_hit>.offset(of: \.distance))
    for (zone, raw) in zip([HitZone.within, .band, .beyond, .ambiguous], 0...3 as ClosedRange<UInt32>) {
      #expect(zone.rawValue == raw)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func whatIsCertainIs(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var zones = [0, 0, 0, 0]
    for round in 0..<4000 {
      let place = cordon_cell_place(
        x: Float(random.uniform(-6000, 6000)), y: Float(random.uniform(-6000, 6000)),
        slope: Float(random.pick([0, 1e-6, 1e-3, 0.05])), quantum: Float(random.pick([0.04, 1, 250])))
      let count = random.whole(0...random.pick([3, 9, 40]))
      let stride = count + random.whole(0...3)
      let candidates = (0..<count).map { Self.candidate(UInt32($0), near: place, &random) }
      let one = Block(candidates, stride: stride, behind: 0), other = Block(candidates, stride: stride, behind: 0xFF)
      let (hits, outcome) = one.scan(cordon_best_scan(), at: place, stride: stride)
      let label = "seed \(seed), round \(round)"
      // Neither the processor nor what stands behind the last candidate plays a part.
      for (hits2, outcome2) in [
        one.scan(cordon_scan_cell, at: place, stride: stride),
        other.scan(cordon_best_scan(), at: place, stride: stride),
        other.scan(cordon_scan_cell, at: place, stride: stride),
      ] {
        #expect(hits2.map(Self.bits) == hits.map(Self.bits), "\(label)")
        #expect(outcome2.clearance.bitPattern == outcome.clearance.bitPattern, "\(label)")
        #expect(outcome2.has_ambiguous == outcome.has_ambiguous, "\(label)")
      }
      expectSound(hits, outcome, candidates, place, label)
      for hit in hits { zones[Int(hit.zone.rawValue)] += 1 }
    }
    print("seed \(seed): within, band, beyond, ambiguous: \(zones)")
    #expect(zones[0] > 1000 && zones[1] > 1000 && zones[2] == 0 && zones[3] > 1000)
  }

  /// A candidate of which one radius often passes within a few quanta of the place.
  private static func candidate(_ word: UInt32, near place: cordon_cell_place, _ random: inout SplitMix64)
    -> GridCandidate
  {
    let x = random.whole(-32_767...32_767), y = random.whole(-32_767...32_767)
    let distance =
      ((Double(x) - Double(place.x)) * (Double(x) - Double(place.x))
      + (Double(y) - Double(place.y)) * (Double(y) - Double(place.y))).squareRoot()
    func radius() -> Int {
      random.chance(0.6) ? Int(distance) + random.whole(-3...3) : random.whole(0...65_535)
    }
    let radii = [radius(), radius()].map { min(max($0, 0), 65_535) }.sorted()
    return GridCandidate(
      x: Int16(x), y: Int16(y), enter: UInt16(radii[0]), exit: UInt16(random.chance(0.2) ? radii[0] : radii[1]),
      word: word)
  }

  private static func bits(_ hit: Hit) -> [UInt32] {
    [hit.word, hit.zone.rawValue, hit.enterGap.bitPattern, hit.exitGap.bitPattern, hit.distance.isNaN ? 1 : 0]
  }

  /// Centers and radii were rounded before, by 0.7072 and ½ quanta; the true distance d and radius r are bounded by that.
  private func expectSound(
    _ hits: [Hit], _ outcome: cordon_scan, _ candidates: [GridCandidate], _ place: cordon_cell_place, _ label: String
  ) {
    let slope = Double(place.slope), quantum = Double(place.quantum)
    // The row's slope is enlarged by 6 % before the kernel gets it.
    let truth = slope / 1.06
    var rest = Dictionary(uniqueKeysWithValues: candidates.map { ($0.word, $0) })
    #expect((outcome.has_ambiguous != 0) == hits.contains { $0.zone == .ambiguous }, "\(label)")
    #expect(hits.map(\.word) == hits.map(\.word).sorted(), "\(label)")
    func bounds(_ candidate: GridCandidate) -> (least: Double, most: Double) {
      let dx = Double(candidate.x) - Double(place.x), dy = Double(candidate.y) - Double(place.y)
      let planar = (dx * dx + dy * dy).squareRoot()
      return (max(0, planar - 0.7072) * (1 - truth), (planar + 0.7072) * (1 + truth))
    }
    for hit in hits {
      guard let candidate = rest.removeValue(forKey: hit.word) else {
        Issue.record("a hit twice, \(label)")
        continue
      }
      let (least, most) = bounds(candidate), enter = Double(candidate.enter), exit = Double(candidate.exit)
      switch hit.zone {
      case .within: #expect(most <= enter - 0.5, "\(label)")
      case .band: #expect(least >= enter + 0.5 && most <= exit - 0.5, "\(label)")
      default: break
      }
      #expect(Double(hit.enterGap) <= (least - enter - 0.5) * quantum, "\(label)")
      #expect(Double(hit.exitGap) <= (exit - 0.5 - most) * quantum, "\(label)")
    }
    for candidate in rest.values {
      let least = bounds(candidate).least
      #expect(least >= Double(candidate.exit) + 0.5, "\(label)")
      #expect(Double(outcome.clearance) <= (least - Double(candidate.enter) - 0.5) * quantum, "\(label)")
    }
    if rest.isEmpty { #expect(outcome.clearance == .infinity, "\(label)") }
  }
}
