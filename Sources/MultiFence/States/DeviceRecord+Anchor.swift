import GeoPolicy

/// The anchor of the safe skip, kept in the record.
///
/// With fewer than two exceptions in the record, the room of the second holds how far the anchor lies from the last place,
/// in degrees; otherwise the anchor moves along with the device and the slack shrinks by every move.
extension DeviceRecord {
  /// Notes an accepted sample of a device that has had one.
  @inline(__always) mutating func pass(_ time: Double, _ latitude: Double, _ longitude: Double) {
    lastTime = time
    lastLatitude = latitude
    lastLongitude = longitude
  }

  /// Notes an accepted sample.
  @inline(__always) mutating func accept(_ time: Double, _ latitude: Double, _ longitude: Double) {
    pass(time, latitude, longitude)
    flags.insert(.hasLast)
  }

  /// The longest slack in meters: less than a degree, for which the bound of a move is good.
  private static let maximumSlack: Float = 100_000

  /// Puts the anchor at the place of the sample that is being accepted.
  @inline(__always) mutating func setAnchor(slackMeters: Float) {
    slack = max(0, min(slackMeters.nextDown, Self.maximumSlack))
    flags.insert(.hasAnchor)
    if inlineCount < 2 { enterTime1 = 0 }
  }

  /// Whether a place is strictly within the slack of the anchor; if so, the record is made ready for the place to become
  /// the last one.
  ///
  /// With every move the offset is rounded to 32 bits three times, by less than 2⁻²⁴ of itself each, and it is less than the
  /// slack; the slack loses 2⁻²¹ of itself.
  @inline(__always)
  mutating func staysNear(_ latitude: Double, _ longitude: Double, cosines: UnsafePointer<Float>) -> Bool {
    var dy = Float(latitude - lastLatitude), dx = Float(longitude - lastLongitude)
    if inlineCount < 2 {
      let offset = SIMD2<Float>(bits: enterTime1.bitPattern)
      dy -= offset.y
      dx -= offset.x
      guard Self.squaredMeters(dy, dx, latitude, cosines) < slack * slack else { return false }
      enterTime1 = Double(bitPattern: SIMD2<Float>(-dx, -dy).bits)
      slack = slack * (1 - 0x1p-21)
      return true
    }
    let squared = Self.squaredMeters(dy, dx, latitude, cosines)
    guard squared < slack * slack else { return false }
    slack = max(0, (slack - squared.squareRoot() - 0.001).nextDown)
    return true
  }

  /// An upper bound of the squared meters from the last place.
  @inline(__always)
  func squaredMetersMoved(_ latitude: Double, _ longitude: Double, _ cosines: UnsafePointer<Float>) -> Float {
    Self.squaredMeters(Float(latitude - lastLatitude), Float(longitude - lastLongitude), latitude, cosines)
  }

  /// An upper bound of the squared length of a move that ends at a latitude, good for moves of less than a degree: of the
  /// straight line in degrees, with the largest cosine of the latitudes that such a move can touch. Squared, for then no
  /// root has to be waited for.
  @inline(__always)
  private static func squaredMeters(
    _ dy: Float, _ dx: Float, _ latitude: Double, _ cosines: UnsafePointer<Float>
  ) -> Float {
    let dx = dx * cosines[CosineTable.index(latitude)]
    return (dx * dx + dy * dy) * squaredMetersPerDegree
  }

  /// A little more than there are: 2·10⁻⁶ of it, for some roundings of 6·10⁻⁸ each.
  private static let squaredMetersPerDegree = Float(
    (earthRadiusMeters * .pi / 180 * 1.000_001) * (earthRadiusMeters * .pi / 180 * 1.000_001))
}

/// For each whole degree of latitude from −90 on, the largest cosine within two degrees of it.
enum CosineTable {
  /// The place of the whole degree nearest to a valid latitude; the sum with 1.5·2²³ has it in its lowest bits.
  @inline(__always) static func index(_ latitude: Double) -> Int {
    Int((Float(latitude) + (0x1.8p23 + 90)).bitPattern & 0xFF)
  }

  static let count = 181

  static func make() -> UnsafeMutablePointer<Float> {
    let table = UnsafeMutablePointer<Float>.allocate(capacity: count)
    for index in 0..<count {
      let nearest = max(0, abs(Double(index - 90)) - 2)
      (table + index).initialize(to: Float(cosine(nearest * .pi / 180)).nextUp)
    }
    return table
  }
}

extension SIMD2<Float> {
  @inline(__always) init(bits: UInt64) { self = unsafeBitCast(bits, to: SIMD2<Float>.self) }
  @inline(__always) var bits: UInt64 { unsafeBitCast(self, to: UInt64.self) }
}
