import GeoPolicy

/// The place of one sample on one level: its cell and where it lies in it.
struct CellProbe: BitwiseCopyable {
  /// The cell's key; after the look-up its packed entry, or one of the values below.
  var cell: UInt64
  /// The place relative to the middle of the cell, in quanta.
  var x: Float
  var y: Float
  /// The row's slope; see ``GridRow``.
  var slope: Float
  /// Quanta in a degree of longitude along the middle of the row.
  var quantaPerDegree: Float
  /// Half the width of the cell in quanta.
  var halfWidth: Float

  /// The cell holds no fence.
  static let empty: UInt64 = 0
  /// The look-up was put off, since the sample will probably be skipped.
  static let putOff = UInt64.max
}

extension EngineShard {
  /// Finds the cells of a stage's samples on every level in use, and asks for their devices' records.
  @inline(__always)
  func locate(_ stage: Range<Int>, _ batch: BatchView, _ view: EngineView) {
    for level in 0..<view.levelCount {
      let grid = view.levels[level]
      let probes = self.probes.base + level &* Self.stageSize
      for index in stage {
        let row = Int(rows.base[index])
        let place = Point(latitude: batch.latitudes[row], longitude: batch.longitudes[row])
        // A sample without a valid place is refused later; until then any place will do.
        probes[index &- stage.lowerBound] = Self.probe(place.valid ? place : Point(latitude: 0, longitude: 0), grid)
      }
    }
  }

  @inline(__always) private static func probe(_ place: Point, _ level: LevelView) -> CellProbe {
    let up = GridLevel.rowCoordinate(place.latitude, rowsPerDegree: level.rowsPerDegree)
    let row = min(Int(up), level.lastRow)
    let gridRow = level.rows[row]
    let across = GridLevel.columnCoordinate(place.longitude, columns: gridRow.columns)
    let column = min(Int(across), Int(gridRow.columns) &- 1)
    return CellProbe(
      cell: CellEntry.key(GridCell(level: level.index, row: row, column: column)),
      x: Float(across - Double(column) - 0.5) * gridRow.width, y: Float(up - Double(row) - 0.5) * level.height,
      slope: gridRow.slope, quantaPerDegree: Float(gridRow.columns) * gridRow.width * (1 / 360),
      halfWidth: 0.5 * gridRow.width)
  }

  /// Looks the cells of a stage up, all first and their candidates after, so that the misses overlap.
  @inline(__always)
  func lookUp(_ stage: Range<Int>, _ batch: BatchView, _ view: EngineView) {
    for level in 0..<view.levelCount {
      let probes = self.probes.base + level &* Self.stageSize
      for index in 0..<stage.count { probes[index].cell = Self.find(probes[index].cell, view) }
      var touched: UInt16 = 0
      for index in 0..<stage.count where probes[index].cell != CellProbe.empty {
        let entry = CellEntry(packed: probes[index].cell)
        touched &+= CandidateArena.block(entry.start, in: view.blocks).load(as: UInt16.self)
      }
      touch = touched
    }
  }

  @inline(__always) static func find(_ key: UInt64, _ view: EngineView) -> UInt64 {
    SegmentedTable.find(key, in: view.cells)?.pointee.value ?? CellProbe.empty
  }

  // MARK: Hits

  /// Fills the hits with all fences that the sample does not lie beyond, and returns the metres within which no others
  /// can come: to the nearest edge of its cells, and to the enter radius of a fence that was almost a hit. 0 where a level
  /// has no planar bound there.
  @inline(__always)
  func findHits(_ stageIndex: Int, _ sample: AcceptedSample, _ view: EngineView) -> Float {
    hits.count = 0
    var edge = Float.infinity
    for level in 0..<view.levelCount {
      let probe = probes.base[level &* Self.stageSize &+ stageIndex]
      let grid = view.levels[level]
      work.probes &+= 1
      let reach = min(probe.halfWidth - abs(probe.x), 0.5 * grid.height - abs(probe.y))
      edge = min(edge, probe.slope < 1 ? (reach * (1 - probe.slope) - 1) * grid.quantum : 0)
      guard probe.cell != CellProbe.empty else { continue }
      let entry = CellEntry(packed: probe.cell)
      work.candidates &+= entry.count
      if probe.slope < 1 && !view.recordsDecisions {
        edge = min(edge, scan(entry, probe, grid, sample, view))
      } else {
        measureAll(entry, sample, view)
      }
    }
    if view.hasGlobeFences {
      edge = 0
      measureAll(CellEntry(packed: Self.find(FenceGrid.globeKey, view)), sample, view)
    }
    work.hits &+= hits.count
    return edge
  }

  /// Adds the hits of a cell; returns the metres to the enter radius of the nearest fence that only the reference told
  /// from a hit.
  @inline(__always)
  private func scan(
    _ entry: CellEntry, _ probe: CellProbe, _ grid: LevelView, _ sample: AcceptedSample, _ view: EngineView
  ) -> Float {
    hits.reserve(entry.count)
    let first = hits.count
    let scan = CellScan(x: probe.x, y: probe.y, slope: probe.slope, quantum: grid.quantum)
    let found = scan.scan(view.block(entry), count: entry.count, into: hits.base + first)
    hits.count = first &+ found
    var needsSifting = sample.accepting != view.inUse
    var gap = Float.infinity
    for index in first..<hits.count where hits.base[index].zone == .ambiguous {
      work.fallbacks &+= 1
      decide(index, sample, view)
      if hits.base[index].zone == .beyond {
        needsSifting = true
        let enterRadius = view.fence(hits.base[index].word).pointee.enterRadius
        gap = min(gap, Float(hits.base[index].distance - enterRadius - 0.001).nextDown)
      }
    }
    if needsSifting {
      let accepting = sample.accepting
      hits.filter { $0.zone != .beyond && accepting & 1 &<< UInt16($0.word &>> 28) != 0 }
    }
    return gap
  }

  /// Decides an ambiguous hit by the reference.
  private func decide(_ index: Int, _ sample: AcceptedSample, _ view: EngineView) {
    let fence = view.fence(hits.base[index].word)
    let distance = metersBetweenValid(
      fence.pointee.latitude, fence.pointee.longitude, sample.latitude, sample.longitude)
    let zone = RadiusZone(
      distanceMeters: distance, enterRadiusMeters: fence.pointee.enterRadius,
      exitRadiusMeters: fence.pointee.exitRadius)
    hits.base[index].distance = distance
    hits.base[index].zone = zone == .within ? .within : zone == .band ? .band : .beyond
    hits.base[index].enterGap = 0
    hits.base[index].exitGap = 0
  }

  /// Decides all candidates of a cell by the reference, and keeps those that are no further than their exit radius.
  private func measureAll(_ entry: CellEntry, _ sample: AcceptedSample, _ view: EngineView) {
    let block = view.block(entry)
    for index in 0..<entry.count {
      let word = block.words[index]
      guard sample.accepting & 1 &<< UInt16(FenceWord.policy(word)) != 0 else { continue }
      work.fallbacks &+= 1
      hits.append(Hit(word: word, zone: .ambiguous, enterGap: 0, exitGap: 0, distance: .nan))
      decide(hits.count &- 1, sample, view)
      let hit = hits.base[hits.count &- 1]
      if hit.zone == .beyond, !(view.recordsDecisions && hit.distance <= view.fence(word).pointee.exitRadius) {
        hits.count &-= 1
      }
    }
  }
}
