import GeoPolicy

/// A fence that a sample does not certainly lie beyond.
struct Hit: BitwiseCopyable {
  var word: UInt32
  var zone: HitZone
  /// Metres, or fewer, from the enter radius outward to the sample.
  var enterGap: Float
  /// Metres, or fewer, from the sample outward to the exit radius.
  var exitGap: Float
  /// Metres by the reference where it decided, else NaN.
  var distance: Double

  /// The zone, which was decided.
  @inline(__always) var radiusZone: RadiusZone { zone == .within ? .within : zone == .band ? .band : .beyond }
}

/// Where a hit lies among its radii; as wide as a lane, so that four of them are found at once.
struct HitZone: Equatable, BitwiseCopyable {
  let rawValue: UInt32

  static let within = HitZone(rawValue: 0)
  static let band = HitZone(rawValue: 1)
  /// Exactly on the exit circle or beyond it: listed only where decisions are recorded.
  static let beyond = HitZone(rawValue: 2)
  /// Too close to a radius for the filter to tell.
  static let ambiguous = HitZone(rawValue: 3)
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
/// for every slope ≤ 0.05. What lies between is ambiguous, a few centimeters around each circle, and is left to the
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

  /// What a scan says besides its hits.
  struct Outcome {
    /// Whether the filter could not tell for some hit.
    var hasAmbiguousHits = false
    /// Metres, or fewer, that the sample would have to move to be within the enter radius of any candidate that is no
    /// hit; may be negative. Infinite where it was not asked for.
    var clearance = Float.infinity
  }

  /// Appends the candidates that do not certainly lie beyond their exit radius to `hits`, which has the room.
  ///
  /// - Parameter measuresGaps: Whether the gaps of the hits and the clearance are wanted.
  @inline(__always)
  func scan(
    _ block: CandidateBlock, count: Int, measuresGaps: Bool, into hits: UnsafeMutablePointer<Hit>, found: inout Int
  ) -> Outcome {
    var outcome = Outcome()
    var least = SIMD4<Float>(repeating: .infinity)
    var next = hits + found
    var index = 0
    while index < count {
      let dx = load(block.x + index) - x
      let dy = load(block.y + index) - y
      let squares = dx * dx + dy * dy
      let exit = load(block.exit + index)
      var beyond = squares .> beyondLimits(exit)
      let roots = measuresGaps ? lowerRoots(squares) : .zero
      if measuresGaps {
        var gaps = roots * (1 - slope) - load(block.enter + index)
        // Lanes behind the last candidate hold whatever comes next in memory.
        if index &+ 4 > count { gaps.replace(with: .infinity, where: Self.tail(count &- index)) }
        least = least.replacing(with: gaps, where: beyond .& (gaps .< least))
      }
      if index &+ 4 > count { beyond .|= Self.tail(count &- index) }
      if !all(beyond) {
        let found4 = classify(squares, roots, load(block.enter + index), exit)
        var left = ~Self.bits(beyond) & 15
        while left != 0 {
          let lane = left.trailingZeroBitCount
          left &= left &- 1
          let zone = HitZone(rawValue: found4.zones[lane])
          if zone == .ambiguous { outcome.hasAmbiguousHits = true }
          next.pointee = Hit(
            word: block.words[index &+ lane], zone: zone,
            enterGap: found4.enterGaps[lane], exitGap: found4.exitGaps[lane], distance: .nan)
          next += 1
        }
      }
      index &+= 4
    }
    found = next - hits
    if measuresGaps { outcome.clearance = (Self.least(of: least) - 2) * quantum }
    return outcome
  }

  private struct Classified {
    var zones: SIMD4<UInt32>
    var enterGaps: SIMD4<Float>
    var exitGaps: SIMD4<Float>
  }

  /// The zones and gaps of four candidates that do not all lie beyond their exit radius.
  @inline(__always)
  private func classify(
    _ squares: SIMD4<Float>, _ roots: SIMD4<Float>, _ enter: SIMD4<Float>, _ exit: SIMD4<Float>
  ) -> Classified {
    var zones = SIMD4<UInt32>(repeating: HitZone.ambiguous.rawValue)
    zones.replace(
      with: HitZone.band.rawValue, where: squares .> beyondLimits(enter) .& (squares .< withinLimits(exit)))
    zones.replace(with: HitZone.within.rawValue, where: squares .< withinLimits(enter))
    return Classified(
      zones: zones, enterGaps: (roots * (1 - slope) - enter - 2) * quantum,
      exitGaps: (exit - roots * (1.002 * (1 + slope)) - 2) * quantum)
  }

  /// Square roots from below, by less than 0.18 %: the reciprocal root of the bit pattern, improved once, which never
  /// exceeds the true one.
  @inline(__always) private func lowerRoots(_ squares: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafeBitCast(squares, to: SIMD4<Int32>.self)
    let guess = unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: SIMD4<Float>.self)
    return squares * (guess * (1.499_999 - 0.5 * squares * guess * guess))
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

  /// The lanes from `count`, 1…3, on.
  @inline(__always) private static func tail(_ count: Int) -> SIMDMask<SIMD4<Int32>> {
    SIMD4<Int32>(0, 1, 2, 3) .>= SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: count))
  }

  /// The least of four lanes, none of which is NaN: two comparisons instead of the four that watch for NaN.
  @inline(__always) private static func least(of lanes: SIMD4<Float>) -> Float {
    let pair = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .< lanes.lowHalf)
    return pair.x < pair.y ? pair.x : pair.y
  }

  /// One bit per lane.
  @inline(__always) private static func bits(_ mask: SIMDMask<SIMD4<Int32>>) -> UInt32 {
    SIMD4<UInt32>(1, 2, 4, 8).replacing(with: 0, where: .!mask).wrappedSum()
  }
}
