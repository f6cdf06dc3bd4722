/// How near a way comes to a place.
public struct ClosestApproach: Hashable, Sendable {
  /// Meters between the place and the nearest point of the way.
  public var meters: Double
  /// Where on the way that point lies: 0 at its start, 1 at its end.
  public var fraction: Double

  /// An approach of these values.
  public init(meters: Double, fraction: Double) {
    self.meters = meters
    self.fraction = fraction
  }
}

/// The nearest that the shorter great-circle way from `start` to `end` comes to `place`; `nil` where one of the three is
/// not ``Point/valid``.
///
/// Measured on the sphere in space, so that neither ±180° nor a pole is a special place. Right to about a millimeter for
/// ways of up to 1 000 km; never more than the distance to the nearer end. Two ends opposite to each other have no one way
/// between them: then the nearer end is told.
///
/// - Complexity: O(1).
public func closestApproach(to place: Point, from start: Point, to end: Point) -> ClosestApproach? {
  guard let fromStart = meters(place, start), let fromEnd = meters(place, end) else { return nil }
  let nearerEnd =
    fromStart <= fromEnd
    ? ClosestApproach(meters: fromStart, fraction: 0) : ClosestApproach(meters: fromEnd, fraction: 1)
  let a = direction(of: start)
  let b = direction(of: end)
  let c = direction(of: place)
  // The way's plane, from differences: those of near places keep their digits.
  let normal = cross(a, b - a)
  let size = length(normal)
  guard size > 1e-12 else { return nearerEnd }
  let unit = normal / size
  let isBehindStart = dot(cross(unit, a), c - a) < 0
  let isBeyondEnd = dot(cross(unit, b), c - b) > 0
  guard !isBehindStart, !isBeyondEnd else { return nearerEnd }
  let offset = dot(c - a, unit)
  let across = earthRadiusMeters * arcSine(min(max(abs(offset), 0), 1))
  guard across < nearerEnd.meters else { return nearerEnd }
  let foot = c - unit * offset
  let footSize = length(foot)
  guard footSize > 0 else { return nearerEnd }
  let whole = angle(a, b)
  let fraction = whole > 0 ? angle(a, foot / footSize) / whole : 0
  return ClosestApproach(meters: across, fraction: min(max(fraction, 0), 1))
}

/// Where `place` lies as seen from `center`: meters to the east and to the north, as far away as ``meters(_:_:)`` says;
/// `nil` where one of them is not ``Point/valid``.
///
/// For plans of the surroundings of a fence, in which its circles are circles. At a pole, north is along the center's own
/// longitude.
public func eastNorthMeters(of place: Point, from center: Point) -> (east: Double, north: Double)? {
  guard let distance = meters(center, place) else { return nil }
  let radians = Double.pi / 180
  let latitude = center.latitude * radians
  let longitude = center.longitude * radians
  let east = SIMD3(-sine(longitude), cosine(longitude), 0)
  let north = SIMD3(
    -sine(latitude) * cosine(longitude), -sine(latitude) * sine(longitude), cosine(latitude))
  let way = direction(of: place) - direction(of: center)
  let x = dot(way, east)
  let y = dot(way, north)
  let size = (x * x + y * y).squareRoot()
  guard size > 0 else { return (0, distance) }
  return (x / size * distance, y / size * distance)
}

/// The place at a fraction of the shorter great-circle way from `start` to `end`, both ``Point/valid``; 0 is the start.
///
/// Right to a meter; for looking around on a way, not for judging.
public func placeOnWay(from start: Point, to end: Point, fraction: Double) -> Point {
  let a = direction(of: start)
  let b = direction(of: end)
  let whole = angle(a, b)
  let size = sine(whole)
  // Ways that hardly turn, and those that turn halfway around, are cut straight.
  let sum =
    size > 1e-9
    ? a * (sine((1 - fraction) * whole) / size) + b * (sine(fraction * whole) / size)
    : a * (1 - fraction) + b * fraction
  let all = length(sum)
  guard all > 0 else { return start }
  let degrees = 180 / Double.pi
  let flat = (sum.x * sum.x + sum.y * sum.y).squareRoot()
  let latitude = flat < abs(sum.z) ? (Double.pi / 2 - arcSine(min(flat / all, 1))) : arcSine(min(abs(sum.z) / all, 1))
  guard flat > 0 else { return Point(latitude: sum.z < 0 ? -90 : 90, longitude: start.longitude) }
  // The arc sine of the smaller side, in the right quarter.
  let isNearAxis = abs(sum.y) < abs(sum.x)
  let side = sum.y < 0 ? -1.0 : 1.0
  let turn = isNearAxis ? arcSine(sum.y / flat) : side * (Double.pi / 2 - arcSine(sum.x / flat))
  let longitude = isNearAxis && sum.x < 0 ? side * Double.pi - turn : turn
  return Point(latitude: (sum.z < 0 ? -latitude : latitude) * degrees, longitude: longitude * degrees)
}

/// The unit vector from the middle of the sphere to a place.
private func direction(of place: Point) -> SIMD3<Double> {
  let latitude = place.latitude * Double.pi / 180
  let longitude = place.longitude * Double.pi / 180
  return SIMD3(
    cosine(latitude) * cosine(longitude), cosine(latitude) * sine(longitude), sine(latitude))
}

/// The angle between two unit vectors, by their chord.
private func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
  2 * arcSine(min(length(b - a) / 2, 1))
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
