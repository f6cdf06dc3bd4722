internal import CellKernel
import GeoPolicy

/// Which of a stage's hits belong to a sample.
struct FoundHits: BitwiseCopyable {
  var start: Int
  var count: Int
  /// Metres, or fewer, that the sample would have to move to be within the enter radius of any other candidate.
  var clearance: Float

  /// To be found when the sample is decided.
  static let later = FoundHits(start: 0, count: -1, clearance: 0)
}

/// Which fences a sample does not certainly lie beyond.
extension EngineShard {
  /// Appends all fences of accepting policies that a sample does not lie beyond to the hits.
  @inline(__always)
  func findHits(
    _ probe: Int, _ latitude: Double, _ longitude: Double, _ accepting: UInt16, _ view: EngineView
  ) -> FoundHits {
    let start = hits.count
    var clearance = Float.infinity
    for level in 0..<view.levelCount {
      let probe = probes.base[level &* Self.stageSize &+ probe]
      guard probe.cell != CellProbe.empty else { continue }
      let entry = CellEntry(packed: probe.cell)
      work.candidates &+= entry.count
      if probe.slope < 1, !view.recordsDecisions {
        hits.reserve(entry.count)
        let first = hits.count
        let place = cordon_cell_place(x: probe.x, y: probe.y, slope: probe.slope, quantum: view.levels[level].quantum)
        let outcome = view.block(entry).scan(scanCell, count: entry.count, at: place, into: hits.base + first)
        hits.count = first &+ Int(outcome.hit_count)
        clearance = min(clearance, outcome.clearance)
        if outcome.has_ambiguous != 0 || accepting != view.inUse {
          clearance = min(clearance, sift(first, latitude, longitude, accepting, view))
        }
      } else {
        clearance = 0
        measureAll(entry, latitude, longitude, accepting, view)
      }
    }
    if view.hasGlobeFences {
      clearance = 0
      let packed = SegmentedTable.find(FenceGrid.globeKey, in: view.cells)?.pointee.value ?? CellProbe.empty
      let entry = CellEntry(packed: packed)
      work.candidates &+= entry.count
      measureAll(entry, latitude, longitude, accepting, view)
    }
    work.hits &+= hits.count &- start
    return FoundHits(start: start, count: hits.count &- start, clearance: clearance)
  }

  /// Decides the ambiguous hits from `first` on, and drops those that are none, or of a policy that does not accept.
  /// Returns the meters to the enter radius of the nearest fence that only the reference told from a hit.
  @inline(never)
  private func sift(
    _ first: Int, _ latitude: Double, _ longitude: Double, _ accepting: UInt16, _ view: EngineView
  ) -> Float {
    lazy var place = MeasuredPlace(latitude: latitude, longitude: longitude)
    var clearance = Float.infinity
    var kept = first
    for index in first..<hits.count {
      var hit = hits.base[index]
      guard accepting & 1 &<< UInt16(FenceWord.policy(hit.word)) != 0 else { continue }
      if hit.zone == .ambiguous {
        decide(&hit, at: place, view)
        if hit.zone == .beyond {
          let enterRadius = view.radii(hit.word).pointee.enter
          clearance = min(clearance, Float(hit.distance - enterRadius - 0.001).nextDown)
          continue
        }
      }
      hits.base[kept] = hit
      kept &+= 1
    }
    hits.count = kept
    return clearance
  }

  /// Decides an ambiguous hit by the reference.
  private func decide(_ hit: inout Hit, at place: MeasuredPlace, _ view: EngineView) {
    work.fallbacks &+= 1
    let radii = view.radii(hit.word)
    hit.distance = view.fence(hit.word).pointee.place.meters(to: place)
    let zone = RadiusZone(
      distanceMeters: hit.distance, enterRadiusMeters: radii.pointee.enter, exitRadiusMeters: radii.pointee.exit)
    hit.zone = zone == .within ? .within : zone == .band ? .band : .beyond
    hit.enterGap = 0
    hit.exitGap = 0
  }

  /// Decides all candidates of a cell by the reference; keeps those that are no further than their exit radius.
  @inline(never)
  private func measureAll(
    _ entry: CellEntry, _ latitude: Double, _ longitude: Double, _ accepting: UInt16, _ view: EngineView
  ) {
    let block = view.block(entry)
    let place = MeasuredPlace(latitude: latitude, longitude: longitude)
    for index in 0..<entry.count {
      var hit = Hit(word: block.words[index], zone: .ambiguous, enterGap: 0, exitGap: 0, distance: .nan)
      guard accepting & 1 &<< UInt16(FenceWord.policy(hit.word)) != 0 else { continue }
      decide(&hit, at: place, view)
      if hit.zone != .beyond || view.recordsDecisions && hit.distance <= view.radii(hit.word).pointee.exit {
        hits.append(hit)
      }
    }
  }
}
