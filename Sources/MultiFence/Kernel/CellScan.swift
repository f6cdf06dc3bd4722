import GeoPolicy

/// A fence that a sample does not certainly lie beyond.
struct Hit: BitwiseCopyable {
  var word: UInt32
  /// The candidate's index in its cell.
  var index: UInt32
  var zone: HitZone
  /// The place of the cell's level among those in use; see ``measured``.
  var level: UInt8
  /// Metres by the reference where it decided, else NaN.
  var distance: Double

  /// The level of hits that the reference decided, not the filter.
  static let measured = UInt8.max

  /// The zone, which was decided.
  @inline(__always) var radiusZone: RadiusZone { zone == .within ? .within : zone == .band ? .band : .beyond }
}

/// Where a hit lies among its radii.
enum HitZone: UInt8, BitwiseCopyable {
  case within, band
  /// Exactly on the exit circle or beyond it: listed only where decisions are recorded.
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


  /// Appends the candidates that do not certainly lie beyond their exit radius to `hits`, which has the room. Returns
  /// whether any of them is ambiguous.
  @inline(__always)
  func scan(
    _ block: CandidateBlock, count: Int, level: UInt8, into hits: UnsafeMutablePointer<Hit>, found: inout Int
  ) -> Bool {
    var isAnyAmbiguous = false
    var index = 0
    while index < count {
      let squares = squaredDistances(block, at: index)
      let exit = load(block.exit + index)
      let beyond = squares .> beyondLimits(exit)
      if !all(beyond) {
        let enter = load(block.enter + index)
        let within = squares .< withinLimits(enter)
        let band = squares .> beyondLimits(enter) .& (squares .< withinLimits(exit))
        var left = ~Self.bits(beyond) & (count &- index < 4 ? (1 &<< UInt32(count &- index)) &- 1 : 15)
        let withinBits = Self.bits(within), bandBits = Self.bits(band)
        while left != 0 {
          let lane = left.trailingZeroBitCount
          left &= left &- 1
          let isWithin = withinBits &>> UInt32(lane) & 1 != 0, isBand = bandBits &>> UInt32(lane) & 1 != 0
          let zone: HitZone = isWithin ? .within : isBand ? .band : .ambiguous
          if zone == .ambiguous { isAnyAmbiguous = true }
          hits[found] = Hit(
            word: block.words[index &+ lane], index: UInt32(truncatingIfNeeded: index &+ lane), zone: zone,
            level: level, distance: .nan)
          found &+= 1
        }
      }
      index &+= 4
    }
    return isAnyAmbiguous
  }

  /// The least number of quanta, or fewer, by which a place must move before it can be within the enter radius of any
  /// candidate that it certainly lies beyond; may be negative.
  @inline(__always)
  func clearance(_ block: CandidateBlock, count: Int) -> Float {
    var least = SIMD4<Float>(repeating: .infinity)
    var index = 0
    while index < count {
      let squares = squaredDistances(block, at: index)
      let gaps = lowerRoots(squares) * (1 - slope) - load(block.enter + index)
      var counts = squares .> beyondLimits(load(block.exit + index))
      if index &+ 4 > count {
        for lane in 0..<4 where index &+ lane >= count { counts[lane] = false }
      }
      least = least.replacing(with: gaps, where: counts .& (gaps .< least))
      index &+= 4
    }
    return least.min() - 2
  }

  /// The quanta, or fewer, by which a candidate's distance differs from its radii; at least 0.
  @inline(__always)
  func gaps(_ block: CandidateBlock, _ index: Int) -> (enter: Float, exit: Float) {
    let dx = Float(block.x[index]) - x
    let dy = Float(block.y[index]) - y
    let distance = (dx * dx + dy * dy).squareRoot()
    let doubt = distance * slope + 2
    return (
      max(abs(distance - Float(block.enter[index])) - doubt, 0), max(Float(block.exit[index]) - distance - doubt, 0)
    )
  }

  /// Square roots from below, by at most 0.2 %: the reciprocal root of the bit pattern, improved once, which never
  /// exceeds the true one.
  @inline(__always) private func lowerRoots(_ squares: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafeBitCast(squares, to: SIMD4<Int32>.self)
    let guess = unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: SIMD4<Float>.self)
    return squares * (guess * (1.5 - 0.5 * squares * guess * guess)) * 0.999_999
  }

  @inline(__always) private func squaredDistances(_ block: CandidateBlock, at index: Int) -> SIMD4<Float> {
    let dx = load(block.x + index) - x
    let dy = load(block.y + index) - y
    return dx * dx + dy * dy
  }

  /// The squared distances above which a place is certainly beyond radii.
  @inline(__always) private func beyondLimits(_ radii: SIMD4<Float>) -> SIMD4<Float> {
    let limits = radii * (1 + slope) + Self.beyondMargin
    return limits * limits
  }

  /// The squared distances below which a place is certainly at or within radii.
  @inline(__always) private func withinLimits(_ radii: SIMD4<Float>) -> SIMD4<Float> {
    let limits = radii * (1 - slope) - Self.withinMargin
    return (limits * limits).replacing(with: 0, where: limits .< 0)
  }

  @inline(__always) private func load(_ four: UnsafeMutablePointer<Int16>) -> SIMD4<Float> {
    SIMD4<Float>(UnsafeRawPointer(four).loadUnaligned(as: SIMD4<Int16>.self))
  }

  @inline(__always) private func load(_ four: UnsafeMutablePointer<UInt16>) -> SIMD4<Float> {
    SIMD4<Float>(UnsafeRawPointer(four).loadUnaligned(as: SIMD4<UInt16>.self))
  }

  /// One bit per lane.
  @inline(__always) private static func bits(_ mask: SIMDMask<SIMD4<Int32>>) -> UInt32 {
    SIMD4<UInt32>(1, 2, 4, 8).replacing(with: 0, where: .!mask).wrappedSum()
  }
}
