import GeoPolicy

/// Places made from other places: the surveying that the worlds need.
enum Geodesy {
  /// The place `meters` away from `start` in the direction `azimuth` (radians, clockwise from north), to within rounding.
  static func destination(from start: Point, azimuth: Double, meters: Double) -> Point {
    let (sinLatitude, cosLatitude) = PortableMath.sineAndCosine(start.latitude * Double.pi / 180)
    let (sinAzimuth, cosAzimuth) = PortableMath.sineAndCosine(azimuth)
    let (sinArc, cosArc) = PortableMath.sineAndCosine(meters / earthRadiusMeters)
    // In axes that point up at the start's meridian: x away from the axis, y east, z north.
    let x = cosLatitude * cosArc - sinLatitude * cosAzimuth * sinArc
    let y = sinAzimuth * sinArc
    let z = sinLatitude * cosArc + cosLatitude * cosAzimuth * sinArc
    let latitude = PortableMath.angle(y: z, x: (x * x + y * y).squareRoot()) * 180 / Double.pi
    let turn = PortableMath.angle(y: y, x: x) * 180 / Double.pi
    return Point(latitude: min(max(latitude, -90), 90), longitude: wrapped(start.longitude + turn))
  }

  /// A longitude of −540…540 brought to −180…180.
  static func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  /// The place opposite, exactly where the longitude's arithmetic is exact.
  static func antipode(of place: Point) -> Point {
    Point(
      latitude: -place.latitude,
      longitude: place.longitude > 0 ? place.longitude - 180 : place.longitude + 180)
  }

  /// A place drawn uniformly by area from the globe.
  static func anywhere(_ random: inout SplitMix64) -> Point {
    let z = random.uniform(-1, 1)
    let latitude = PortableMath.angle(y: z, x: (1 - z * z).squareRoot()) * 180 / Double.pi
    return Point(latitude: latitude, longitude: random.uniform(-180, 180))
  }

  /// A line from a center on which to look for an edge.
  enum Line {
    case north, south, east, west
    case azimuth(Double)

    /// The place at a fraction 0…1 of the line, whose distances from the center grow with the fraction.
    func place(from center: Point, at fraction: Double) -> Point {
      switch self {
      case .north: Point(latitude: center.latitude + fraction * (90 - center.latitude), longitude: center.longitude)
      case .south: Point(latitude: center.latitude - fraction * (90 + center.latitude), longitude: center.longitude)
      case .east: Point(latitude: center.latitude, longitude: wrapped(center.longitude + fraction * 180))
      case .west: Point(latitude: center.latitude, longitude: wrapped(center.longitude - fraction * 180))
      case .azimuth(let azimuth):
        destination(from: center, azimuth: azimuth, meters: fraction * Double.pi * earthRadiusMeters)
      }
    }
  }

  /// Two neighboring places on a line, by `meters` the one at or within the radius and the other beyond it, so near the
  /// edge that rounding decides; `nil` where the line never leaves the radius.
  static func edge(of center: Point, radiusMeters: Double, along line: Line) -> (within: Point, beyond: Point)? {
    func distance(_ fraction: Double) -> Double {
      let place = line.place(from: center, at: fraction)
      return metersBetweenValid(center.latitude, center.longitude, place.latitude, place.longitude)
    }
    var within = 0.0
    var beyond = 1.0
    guard distance(within) <= radiusMeters, distance(beyond) > radiusMeters else { return nil }
    while true {
      let middle = within + (beyond - within) / 2
      guard middle > within, middle < beyond else { break }
      if distance(middle) <= radiusMeters { within = middle } else { beyond = middle }
    }
    return (line.place(from: center, at: within), line.place(from: center, at: beyond))
  }
}
