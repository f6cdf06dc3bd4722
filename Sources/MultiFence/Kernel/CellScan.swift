import GeoPolicy

/// A fence that a sample does not certainly lie beyond.
struct Hit {
  var word: UInt32
  var zone: HitZone
  /// Metres by which the distance differs from the enter radius, or less; at least 0.
  var enterGap: Float
  /// Metres by which the distance differs from the exit radius, or less; at least 0.
  var exitGap: Float
  /// Metres by the reference where it decided, else NaN.
  var distance: Double
}

/// Where a hit lies among its radii.
enum HitZone: UInt8 {
  case within, band
  /// Exactly on the exit circle or beyond it by rounding: listed only where decisions are recorded.
  case beyond
  /// Too close to a radius for the filter to tell.
  case ambiguous
}

/// The batched comparison of a sample with all candidates of its cell, exact where it says anything.
///
/// Everything is in quanta of the level. A center is off by at most ½ on each axis, 0.7072 in distance; a radius by ½; the
/// arithmetic in 32-bit floats, on numbers below 2¹⁶, by less than 0.01. Let q be the computed planar distance and s the
/// row's slope, already enlarged by 6 %, so that 1/(1 − slope) ≤ 1 + s. Then with r the rounded radius
///
///     q ≤ r(1 − s) − 1.25  ⟹  d ≤ (q + 0.72)(1 + slope) ≤ r − ½          (at or within the radius)
///     q ≥ r(1 + s) + 1.3   ⟹  d ≥ (q − 0.72)(1 − slope) ≥ r + ½          (beyond it)
///
/// for every slope ≤ 0.05. What lies between is ambiguous, a few centimetres around each circle, and is left to the
/// reference.
struct CellScan {
  static let withinMargin: Float = 1.25
  static let beyondMargin: Float = 1.3

  /// The sample's place in the cell, in quanta.
  let x: Float
  let y: Float
  let slope: Float
  /// Metres in a quantum.
  let quantum: Float

  /// The squared distance below which a place is certainly at or within a radius.
  @inline(__always) func withinLimit(_ radius: Float) -> Float {
    let limit = max(radius * (1 - slope) - Self.withinMargin, 0)
    return limit * limit
  }

  /// The squared distance above which a place is certainly beyond a radius.
  @inline(__always) func beyondLimit(_ radius: Float) -> Float {
    let limit = radius * (1 + slope) + Self.beyondMargin
    return limit * limit
  }

  /// Writes the candidates that do not certainly lie beyond their exit radius to `hits`; returns how many.
  ///
  /// - Parameter hits: Room for `count` hits.
  @inline(__always)
  func scan(_ block: CandidateBlock, count: Int, into hits: UnsafeMutablePointer<Hit>) -> Int {
    var found = 0
    var index = 0
    // Lanes behind the block's last candidate hold whatever comes next in memory, and are passed over.
    while index < count {
      let beyond = squaredDistances(block, at: index) .> exitLimits(block, at: index)
      if !all(beyond) {
        for lane in 0..<4 where !beyond[lane] && index &+ lane < count {
          hits[found] = classify(block, index &+ lane)
          found &+= 1
        }
      }
      index &+= 4
    }
    return found
  }

  /// The least number of metres that a place must move before it can be within the enter radius of any candidate that
  /// it certainly lies beyond; may be negative.
  @inline(__always)
  func clearance(_ block: CandidateBlock, count: Int) -> Float {
    var least = SIMD4<Float>(repeating: .infinity)
    var index = 0
    while index < count {
      let squares = squaredDistances(block, at: index)
      let gaps = lowerRoots(squares) * (1 - slope) - load(block.enter + index)
      var counts = squares .> exitLimits(block, at: index)
      if index &+ 4 > count {
        for lane in 0..<4 where index &+ lane >= count { counts[lane] = false }
      }
      least = least.replacing(with: gaps, where: counts .& (gaps .< least))
      index &+= 4
    }
    return (least.min() - 2) * quantum
  }

  /// Square roots from below, by at most 0.2 %: the reciprocal root of the bit pattern, improved once, which never
  /// exceeds the true one.
  @inline(__always) private func lowerRoots(_ squares: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafeBitCast(squares, to: SIMD4<Int32>.self)
    let guess = unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: SIMD4<Float>.self)
    return squares * (guess * (1.5 - 0.5 * squares * guess * guess)) * 0.999_999
  }

  @inline(__always)
  private func squaredDistances(_ block: CandidateBlock, at index: Int) -> SIMD4<Float> {
    let dx = load(block.x + index) - x
    let dy = load(block.y + index) - y
    return dx * dx + dy * dy
  }

  @inline(__always)
  private func exitLimits(_ block: CandidateBlock, at index: Int) -> SIMD4<Float> {
    let limits = load(block.exit + index) * (1 + slope) + Self.beyondMargin
    return limits * limits
  }

  @inline(__always) private func load(_ four: UnsafeMutablePointer<Int16>) -> SIMD4<Float> {
    SIMD4<Float>(UnsafeRawPointer(four).loadUnaligned(as: SIMD4<Int16>.self))
  }

  @inline(__always) private func load(_ four: UnsafeMutablePointer<UInt16>) -> SIMD4<Float> {
    SIMD4<Float>(UnsafeRawPointer(four).loadUnaligned(as: SIMD4<UInt16>.self))
  }

  /// The zone of one candidate that does not certainly lie beyond its exit radius.
  @inline(__always)
  private func classify(_ block: CandidateBlock, _ index: Int) -> Hit {
    let dx = Float(block.x[index]) - x
    let dy = Float(block.y[index]) - y
    let squared = dx * dx + dy * dy
    let enter = Float(block.enter[index])
    let exit = Float(block.exit[index])
    let zone: HitZone =
      squared < withinLimit(enter)
      ? .within : squared > beyondLimit(enter) && squared < withinLimit(exit) ? .band : .ambiguous
    let distance = squared.squareRoot()
    let doubt = distance * slope + 2
    return Hit(
      word: block.words[index], zone: zone, enterGap: max(abs(distance - enter) - doubt, 0) * quantum,
      exitGap: max(exit - distance - doubt, 0) * quantum, distance: .nan)
  }
}
