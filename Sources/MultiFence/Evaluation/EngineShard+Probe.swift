internal import CellKernel
import GeoPolicy

/// The place of one sample on one level: its cell and where it lies in it.
struct CellProbe: BitwiseCopyable {
  /// The cell's key; after the look-up its packed entry, or ``empty``.
  var cell: UInt64
  /// The place relative to the middle of the cell, in quanta.
  var x: Float
  var y: Float
  /// Of the row of the cell: see ``GridRow``.
  var width: Float
  var slope: Float

  /// The cell holds no fence.
  static let empty: UInt64 = 0
}

extension EngineShard {
  /// Finds the cells of a stage's samples on every level in use, and asks for the slots of the table where they will be.
  @inline(never)
  func locate(_ batch: BatchView, _ view: EngineView) {
    let active = self.active.base, count = self.active.count
    let latitudes = batch.latitudes, longitudes = batch.longitudes, cells = view.cells
    for level in 0..<view.levelCount {
      let grid = view.levels[level]
      var probe = self.probes.base + level &* Self.stageSize
      for index in 0..<count where active[index].kind != .refused {
        let row = Int(active[index].row)
        probe.pointee = Self.probe(latitudes[row], longitudes[row], grid)
        SegmentedTable.prefetch(probe.pointee.cell, in: cells)
        probe += 1
      }
    }
  }

  @inline(__always)
  private static func probe(_ latitude: Double, _ longitude: Double, _ level: LevelView) -> CellProbe {
    let up = GridLevel.rowCoordinate(latitude, rowsPerDegree: level.rowsPerDegree)
    let row = min(GridLevel.wholePart(up), level.lastRow)
    let gridRow = level.rows + row
    let columns = gridRow.pointee.columns
    let across = GridLevel.columnCoordinate(longitude, columns: columns)
    let column = min(GridLevel.wholePart(across), Int(columns) &- 1)
    return CellProbe(
      cell: CellEntry.key(level: level.index, row: row, column: column),
      x: Float(across - Double(column)) * gridRow.pointee.width, y: Float(up - Double(row)) * level.height,
      width: gridRow.pointee.width, slope: gridRow.pointee.slope)
  }

  /// Looks the cells of a stage up and asks for their candidates.
  @inline(never)
  func lookUp(_ view: EngineView) {
    let count = probedCount, cells = view.cells
    for level in 0..<view.levelCount {
      let probes = self.probes.base + level &* Self.stageSize
      for index in 0..<count {
        let packed = SegmentedTable.find(probes[index].cell, in: cells)?.pointee.value ?? CellProbe.empty
        probes[index].cell = packed
        guard packed != CellProbe.empty else { continue }
        let entry = CellEntry(packed: packed)
        view.block(entry).prefetch(count: entry.count)
      }
    }
    let active = self.active.base
    for index in 0..<self.active.count where active[index].record.pointee.overflow != 0 {
      cordon_prefetch(arena.block(active[index].record.pointee.overflow))
    }
  }
}
