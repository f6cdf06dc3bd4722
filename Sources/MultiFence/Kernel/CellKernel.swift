import GeoPolicy

/// A fence whose exit circle holds a sample, or as good as holds it.
struct Hit {
  var word: UInt32
  var zone: RadiusZone
  /// Metres by the reference where they were needed, else NaN.
  var distance: Double
}

/// What the filter says of one candidate.
enum FilterVerdict {
  case certain(RadiusZone)
  /// Too close to a radius to tell: ask the reference.
  case ambiguous
}

/// The comparison of planar distances within a cell against radii, exact where it says anything.
///
/// Everything is in quanta. A center is off by at most ½ on each axis, which is 0.7072 in distance; a radius by ½; the
/// arithmetic in 32-bit floats, on numbers below 2¹⁶, by less than 0.01. Let q be the computed planar distance and s the
/// row's slope, already enlarged by 6 %, so that 1/(1 − slope) ≤ 1 + s. Then with r the rounded radius
///
///     q ≤ r(1 − s) − 1.25  ⟹  d ≤ (q + 0.72)(1 + slope) ≤ r − ½          (at or within the radius)
///     q ≥ r(1 + s) + 1.3   ⟹  d ≥ (q − 0.72)(1 − slope) ≥ r + ½          (beyond it)
///
/// for every slope ≤ 0.05. What lies between is ambiguous: a few centimetres around each circle.
enum CellFilter {
  static let withinMargin: Float = 1.25
  static let beyondMargin: Float = 1.3

  /// The largest squared distance, exclusive, that is certainly at or within a radius.
  @inline(__always) static func withinLimit(_ radius: Float, _ slope: Float) -> Float {
    let limit = max(radius * (1 - slope) - withinMargin, 0)
    return limit * limit
  }

  /// The smallest squared distance, exclusive, that is certainly beyond a radius.
  @inline(__always) static func beyondLimit(_ radius: Float, _ slope: Float) -> Float {
    let limit = radius * (1 + slope) + beyondMargin
    return limit * limit
  }

  @inline(__always) static func verdict(
    squaredDistance: Float, enter: Float, exit: Float, slope: Float
  ) -> FilterVerdict {
    if squaredDistance > beyondLimit(exit, slope) { return .certain(.beyond) }
    if squaredDistance < withinLimit(enter, slope) { return .certain(.within) }
    if squaredDistance > beyondLimit(enter, slope), squaredDistance < withinLimit(exit, slope) {
      return .certain(.band)
    }
    return .ambiguous
  }
}
