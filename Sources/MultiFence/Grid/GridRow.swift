import GeoPolicy

/// One row of cells of a grid level: a band between two parallels, cut into columns of about the cell's size.
///
/// Distances within a cell are measured on a plane: degrees are scaled to *quanta*, x by the cosine of the row's middle.
/// `slope` bounds how wrong that is. For a sample in a cell and a fence that is listed in it, with planar distance p,
///
///     p·(1 − slope) ≤ d ≤ p·(1 + slope),
///
/// where d is the great-circle distance; the derivation is in ``slope(of:height:columns:reach:)``.
struct GridRow {
  /// The number of cells around the globe in this row, at least 1.
  let columns: UInt32
  /// The width of a cell along the middle of the row, in quanta.
  let width: Float
  /// The relative error of planar distances, rounded up; infinite where the plane will not do, and every candidate is
  /// measured by the reference.
  let slope: Float

  static let exactOnly = Float.infinity

  var isExactOnly: Bool { slope == Self.exactOnly }

  /// - Parameters:
  ///   - south: The latitude of the row's southern edge, in degrees.
  ///   - height: The row's height in degrees.
  ///   - cellMeters: The wanted width.
  ///   - reachMeters: The largest radius of a fence on this level.
  ///   - quantum: Metres per quantum.
  init(south: Double, height: Double, cellMeters: Double, reachMeters: Double, quantum: Double) {
    let radians = Double.pi / 180
    let edges = (south * radians, min(south + height, 90) * radians)
    let widest = edges.0 <= 0 && edges.1 >= 0 ? 1 : max(cosine(edges.0), cosine(edges.1))
    columns = UInt32(max(1, (2 * .pi * earthRadiusMeters * widest / cellMeters).rounded(.down)))
    let middle = cosine((south + height / 2) * radians)
    let widthMeters = 2 * .pi / Double(columns) * earthRadiusMeters * middle
    width = Float(widthMeters / quantum)
    let slope = Self.slope(
      of: edges, middle: middle, columnRadians: 2 * .pi / Double(columns), reach: reachMeters / earthRadiusMeters)
    // The farthest a listed center can be from the middle of the cell, with room for rounding.
    let span = (widthMeters / 2 + reachMeters * (1 + slope)) * 1.001 / quantum
    self.slope = slope <= 0.05 && span < 32_766 ? Float(slope * 1.06 + 1e-9).nextUp : Self.exactOnly
  }

  /// The relative error of planar distances in a row, or infinity.
  ///
  /// With h the haversine, the squared chord is 4R²h = 4R² sin²(Δφ/2) + 4R² cos φ₁ cos φ₂ sin²(Δλ/2), the planar square is
  /// p² = R²(Δφ² + c²Δλ²) with c the cosine of the row's middle. From y²(1 − y²/3) ≤ sin² y ≤ y²:
  ///
  ///     min(1 − Δφ²/12, k₋(1 − Δλ²/12)) ≤ chord²/p² ≤ max(1, k₊)
  ///
  /// where k₋ and k₊ bound cos φ₁ cos φ₂ / c² over the row (φ₁) and the row widened by the reach (φ₂). The arc is at least
  /// the chord and, up to a chord of R, at most 1 + 0.19·(chord/2R)² times it.
  private static func slope(
    of edges: (Double, Double), middle: Double, columnRadians: Double, reach: Double
  ) -> Double {
    let outer = (edges.0 - reach, edges.1 + reach)
    guard outer.0 > -.pi / 2, outer.1 < .pi / 2, middle > 0 else { return .infinity }
    let near = cosineBounds(edges), far = cosineBounds(outer)
    let sineWidth = sine(reach) / far.least
    guard sineWidth < 1 else { return .infinity }
    let longitudes = columnRadians + arcSine(sineWidth)
    let latitudes = edges.1 - edges.0 + reach
    guard longitudes < 1, latitudes < 0.5 else { return .infinity }
    let least = min(
      1 - latitudes * latitudes / 12,
      near.least * far.least / (middle * middle) * (1 - longitudes * longitudes / 12))
    let most = max(1, near.most * far.most / (middle * middle))
    let halfChord = (latitudes + longitudes * far.most) / 2
    guard least > 0, halfChord < 0.5 else { return .infinity }
    return max(1 - least.squareRoot(), most.squareRoot() * (1 + 0.19 * halfChord * halfChord) - 1)
  }

  private static func cosineBounds(_ latitudes: (Double, Double)) -> (least: Double, most: Double) {
    let cosines = (cosine(latitudes.0), cosine(latitudes.1))
    let holdsEquator = latitudes.0 <= 0 && latitudes.1 >= 0
    return (min(cosines.0, cosines.1), holdsEquator ? 1 : max(cosines.0, cosines.1))
  }
}
