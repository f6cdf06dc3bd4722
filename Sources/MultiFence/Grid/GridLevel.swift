import GeoPolicy

/// One level of the grid: the globe cut into rows of equal height, each row into columns.
///
/// The number of columns shrinks with the cosine of the latitude, so that cells keep their size up to the poles. The
/// position of a place among the cells is computed by the same increasing functions for samples and for the edges of
/// fences; so a sample within the edges is in one of the cells between theirs, whatever the rounding.
final class GridLevel {
  /// The number of quanta that a 16-bit coordinate may span on one side of a cell's middle, with the largest fence.
  private static let spanInCells = 2.9
  /// The largest exit radius on a level with the margin, in cells.
  static let reachInCells = 2.0

  let index: Int
  let cellMeters: Double
  /// A fence is a candidate of the cells within so many meters of its exit circle.
  let marginMeters: Double
  /// Metres in one quantum, the unit of cell-local coordinates.
  let quantum: Double
  let rowsPerDegree: Double
  /// The height of a row in quanta.
  let height: Float
  /// Rows from south to north; the memory belongs to the level.
  let rows: UnsafeBufferPointer<GridRow>

  var reachMeters: Double { cellMeters * Self.reachInCells }

  init(index: Int, cellMeters: Double, marginMeters: Double = 0) {
    self.index = index
    self.cellMeters = cellMeters
    self.marginMeters = marginMeters
    quantum = cellMeters * Self.spanInCells / 32_767
    let halfTurn = Double.pi * earthRadiusMeters
    let count = max(1, Int((halfTurn / cellMeters).rounded(.down)))
    let heightDegrees = 180 / Double(count)
    rowsPerDegree = Double(count) / 180
    height = Float(halfTurn / Double(count) / quantum)
    let rows = UnsafeMutableBufferPointer<GridRow>.allocate(capacity: count)
    for row in 0..<count {
      rows.initializeElement(
        at: row,
        to: GridRow(
          south: Double(row) * heightDegrees - 90, height: heightDegrees, cellMeters: cellMeters,
          reachMeters: cellMeters * Self.reachInCells, quantum: quantum))
    }
    self.rows = UnsafeBufferPointer(rows)
  }

  deinit { rows.deallocate() }

  /// The row coordinate of a latitude: the nearest whole number is the row, the rest the place from its middle, in rows.
  @inline(__always) static func rowCoordinate(_ latitude: Double, rowsPerDegree: Double) -> Double {
    (latitude + 90) * rowsPerDegree - 0.5
  }

  /// The column coordinate of a longitude in a row of so many columns, likewise.
  @inline(__always) static func columnCoordinate(_ longitude: Double, columns: UInt32) -> Double {
    (longitude + 180) * (1.0 / 360) * Double(columns) - 0.5
  }

  /// The whole number nearest to a coordinate, which is at least −½ and less than 2³¹; never falls where the coordinate
  /// rises. The sum with 1.5·2⁵² has it in its lowest bits, without a test whether it fits.
  @inline(__always) static func wholePart(_ coordinate: Double) -> Int {
    Int(truncatingIfNeeded: Int32(truncatingIfNeeded: (coordinate + 0x1.8p52).bitPattern))
  }

  func row(of latitude: Double) -> Int {
    let latitude = min(max(latitude, -90), 90)
    return min(Self.wholePart(Self.rowCoordinate(latitude, rowsPerDegree: rowsPerDegree)), rows.count - 1)
  }

  func column(of longitude: Double, in row: Int) -> Int {
    let columns = rows[row].columns
    let longitude = min(max(longitude, -180), 180)
    return min(Self.wholePart(Self.columnCoordinate(longitude, columns: columns)), Int(columns) - 1)
  }

  /// Calls `body` with every cell that may hold a place within a radius of a center; the radius is at most the reach.
  ///
  /// The box around the circle, widened by a millimeter and 10⁻⁹ of itself: more than the reference ever errs on the
  /// radii of a level.
  func forEachCell(around center: Point, radiusMeters: Double, _ body: (GridCell) -> Void) {
    let degrees = 180 / Double.pi
    let radius = (radiusMeters * (1 + 1e-9) + 0.001) / earthRadiusMeters
    let south = center.latitude - radius * degrees, north = center.latitude + radius * degrees
    let holdsPole = north > 90 - 1e-6 || south < -90 + 1e-6
    let halfWidth =
      holdsPole ? 180 : arcSine(min(1, sine(radius) / cosine(center.latitude / degrees))) * degrees + 1e-9
    for row in self.row(of: south)...self.row(of: north) {
      func visit(_ west: Double, _ east: Double) {
        for column in self.column(of: west, in: row)...self.column(of: east, in: row) {
          body(GridCell(level: index, row: row, column: column))
        }
      }
      let west = center.longitude - halfWidth, east = center.longitude + halfWidth
      if halfWidth >= 180 || Int(rows[row].columns) == 1 {
        visit(-180, 180)
      } else if west < -180 {
        visitWrapped(row, westOf: west + 360, eastOf: east, body)
      } else if east >= 180 {
        visitWrapped(row, westOf: west, eastOf: east - 360, body)
      } else {
        visit(west, east)
      }
    }
  }

  /// Visits the columns from `west` to +180° and from −180° to `east`, none of them twice.
  private func visitWrapped(_ row: Int, westOf west: Double, eastOf east: Double, _ body: (GridCell) -> Void) {
    let last = column(of: east, in: row)
    let first = max(column(of: west, in: row), last + 1)
    for column in 0...last { body(GridCell(level: index, row: row, column: column)) }
    guard first < Int(rows[row].columns) else { return }
    for column in first..<Int(rows[row].columns) { body(GridCell(level: index, row: row, column: column)) }
  }

  /// The place of a fence's center relative to the middle of a cell, in quanta.
  func localPlace(of center: Point, in cell: GridCell) -> (x: Int16, y: Int16) {
    let row = rows[cell.row]
    if row.isExactOnly { return (0, 0) }
    let columns = Double(row.columns)
    var across = Self.columnCoordinate(center.longitude, columns: row.columns) - Double(cell.column)
    if across > columns / 2 { across -= columns }
    if across < -columns / 2 { across += columns }
    let up = Self.rowCoordinate(center.latitude, rowsPerDegree: rowsPerDegree) - Double(cell.row)
    return (Self.quantized(across * Double(row.width)), Self.quantized(up * Double(height)))
  }

  /// A radius in quanta, to the nearest.
  func quantizedRadius(_ meters: Double) -> UInt16 { UInt16(min(65_535, (meters / quantum).rounded())) }

  private static func quantized(_ value: Double) -> Int16 { Int16(min(max(value.rounded(), -32_767), 32_767)) }
}

/// A cell of the grid.
struct GridCell: Hashable {
  let level: Int
  let row: Int
  let column: Int
}
