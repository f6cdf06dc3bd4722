import GeoPolicy

/// The place of one sample on one level: its cell and where it lies in it.
struct CellProbe: BitwiseCopyable {
  /// The cell's key; after the look-up its packed entry, or ``empty``.
  var cell: UInt64
  /// The place relative to the middle of the cell, in quanta.
  var x: Float
  var y: Float
  var row: UnsafePointer<GridRow>

  /// The cell holds no fence.
  static let empty: UInt64 = 0
}

/// Which of a stage's hits belong to a sample.
struct FoundHits: BitwiseCopyable {
  var start: Int
  var count: Int
  /// Metres, or fewer, that the sample would have to move to be within the enter radius of any other candidate.
  var clearance: Float

  /// To be found when the sample is decided.
  static let later = FoundHits(start: 0, count: -1, clearance: 0)
}

extension EngineShard {
  /// Finds the cells of the active samples on every level in use.
  @inline(__always)
  func locate(_ batch: BatchView, _ view: EngineView) {
    let active = self.active.base, count = self.active.count
    for level in 0..<view.levelCount {
      let grid = view.levels[level]
      let probes = self.probes.base + level &* Self.stageSize
      for index in 0..<count {
        let row = Int(active[index].row)
        let place = Point(latitude: batch.latitudes[row], longitude: batch.longitudes[row])
        // A sample without a valid place is refused later; until then any place will do.
        probes[index] = Self.probe(place.valid ? place : Point(latitude: 0, longitude: 0), grid)
      }
    }
  }

  @inline(__always) private static func probe(_ place: Point, _ level: LevelView) -> CellProbe {
    let up = GridLevel.rowCoordinate(place.latitude, rowsPerDegree: level.rowsPerDegree)
    let row = min(GridLevel.wholePart(up), level.lastRow)
    let gridRow = level.rows + row
    let columns = gridRow.pointee.columns
    let across = GridLevel.columnCoordinate(place.longitude, columns: columns)
    let column = min(GridLevel.wholePart(across), Int(columns) &- 1)
    return CellProbe(
      cell: CellEntry.key(level: level.index, row: row, column: column),
      x: Float(across - Double(column)) * gridRow.pointee.width, y: Float(up - Double(row)) * level.height,
      row: gridRow)
  }

  /// Looks the cells of a stage up, all entries first and their candidates after, so that the misses overlap.
  @inline(__always)
  func lookUp(_ view: EngineView) {
    let active = self.active.base, count = self.active.count
    var touched: UInt64 = 0
    for level in 0..<view.levelCount {
      let probes = self.probes.base + level &* Self.stageSize
      for index in 0..<count { probes[index].cell = Self.find(probes[index].cell, view) }
      for index in 0..<count where probes[index].cell != CellProbe.empty {
        let entry = CellEntry(packed: probes[index].cell)
        let block = CandidateArena.block(entry.start, in: view.blocks)
        let end = min(entry.count &* CandidateArena.bytesPerCandidate, Self.touchedBytes)
        var offset = 0
        while offset < end {
          touched &+= (block + offset).loadUnaligned(as: UInt64.self)
          offset &+= 64
        }
      }
    }
    for index in 0..<count where active[index].record.pointee.overflow != 0 {
      touched &+= UInt64(arena.block(active[index].record.pointee.overflow).pointee.packed)
    }
    touch = touched
  }

  /// So much of a block is asked for ahead; the processor sees by itself that more will be needed.
  private static let touchedBytes = 320

  @inline(__always) static func find(_ key: UInt64, _ view: EngineView) -> UInt64 {
    SegmentedTable.find(key, in: view.cells)?.pointee.value ?? CellProbe.empty
  }

  // MARK: Hits

  /// Compares the active samples of a stage with the candidates of their cells, where these are not too many to keep the
  /// hits of all.
  @inline(__always)
  func compare(_ batch: BatchView, _ view: EngineView) {
    hits.count = 0
    for index in 0..<active.count {
      let sample = active.base[index]
      let row = Int(sample.row)
      if sample.accepting == 0 || candidateCount(index, view) > Self.comparedCandidates {
        found.base[index] = .later
      } else {
        found.base[index] = findHits(index, batch.latitudes[row], batch.longitudes[row], sample.accepting, view)
      }
    }
  }

  private static let comparedCandidates = 1024

  @inline(__always) private func candidateCount(_ index: Int, _ view: EngineView) -> Int {
    var count = view.hasGlobeFences ? Self.comparedCandidates &+ 1 : 0
    for level in 0..<view.levelCount {
      count &+= CellEntry(packed: probes.base[level &* Self.stageSize &+ index].cell).count
    }
    return count
  }

  /// Appends all fences of accepting policies that a sample does not lie beyond to the hits.
  @inline(__always)
  func findHits(
    _ index: Int, _ latitude: Double, _ longitude: Double, _ accepting: UInt16, _ view: EngineView
  ) -> FoundHits {
    let start = hits.count
    var clearance = Float.infinity
    for level in 0..<view.levelCount {
      let probe = probes.base[level &* Self.stageSize &+ index]
      guard probe.cell != CellProbe.empty else { continue }
      let entry = CellEntry(packed: probe.cell)
      work.candidates &+= entry.count
      let slope = probe.row.pointee.slope
      if slope < 1, !view.recordsDecisions {
        hits.reserve(entry.count)
        let first = hits.count
        let scan = CellScan(x: probe.x, y: probe.y, slope: slope, quantum: view.levels[level].quantum)
        let outcome = scan.scan(
          view.block(entry), count: entry.count, measuresGaps: view.skipsSafely, into: hits.base, found: &hits.count)
        clearance = min(clearance, outcome.clearance)
        if outcome.hasAmbiguousHits || accepting != view.inUse {
          clearance = min(clearance, sift(first, latitude, longitude, accepting, view))
        }
      } else {
        clearance = 0
        measureAll(entry, latitude, longitude, accepting, view)
      }
    }
    if view.hasGlobeFences {
      clearance = 0
      let entry = CellEntry(packed: Self.find(FenceGrid.globeKey, view))
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
    var clearance = Float.infinity
    var kept = first
    for index in first..<hits.count {
      var hit = hits.base[index]
      guard accepting & 1 &<< UInt16(FenceWord.policy(hit.word)) != 0 else { continue }
      if hit.zone == .ambiguous {
        decide(&hit, latitude, longitude, view)
        if hit.zone == .beyond {
          let enterRadius = view.fence(hit.word).pointee.enterRadius
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
  private func decide(_ hit: inout Hit, _ latitude: Double, _ longitude: Double, _ view: EngineView) {
    work.fallbacks &+= 1
    let fence = view.fence(hit.word)
    hit.distance = metersBetweenValid(fence.pointee.latitude, fence.pointee.longitude, latitude, longitude)
    let zone = RadiusZone(
      distanceMeters: hit.distance, enterRadiusMeters: fence.pointee.enterRadius,
      exitRadiusMeters: fence.pointee.exitRadius)
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
    for index in 0..<entry.count {
      var hit = Hit(word: block.words[index], zone: .ambiguous, enterGap: 0, exitGap: 0, distance: .nan)
      guard accepting & 1 &<< UInt16(FenceWord.policy(hit.word)) != 0 else { continue }
      decide(&hit, latitude, longitude, view)
      if hit.zone != .beyond || view.recordsDecisions && hit.distance <= view.fence(hit.word).pointee.exitRadius {
        hits.append(hit)
      }
    }
  }
}
