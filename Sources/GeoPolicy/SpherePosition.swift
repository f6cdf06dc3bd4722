// The sphere of rule R1 seen from its middle, for the package's own searches: no longitude jumps there, and no pole is
// special.

/// A valid place in metres from the middle of the sphere: towards the equator at Greenwich, at 90° east, and the pole.
///
/// - Right to some nanometres, so differences of two positions tell two places apart about as well as their degrees do.
package func spherePosition(of place: Point) -> SIMD3<Double> {
  let latitude = place.latitude * (Double.pi / 180)
  let longitude = place.longitude * (Double.pi / 180)
  let fromAxis = cosine(latitude)
  return SIMD3(fromAxis * cosine(longitude), fromAxis * sine(longitude), sine(latitude)) * earthRadiusMeters
}

/// The straight line through the sphere between two places that are `arcMeters` apart by ``meters(_:_:)``.
///
/// - Returns: Infinity from half the circumference on, for no two places are farther apart.
package func chordMeters(ofArcMeters arcMeters: Double) -> Double {
  guard arcMeters < .pi * earthRadiusMeters else { return .infinity }
  return 2 * earthRadiusMeters * sine(arcMeters / (2 * earthRadiusMeters))
}

/// The area under the unit circle, √(1 − x²), from 0 to `x` of 0…1.
package func areaUnderUnitCircle(to x: Double) -> Double {
  (x * (max(0, 1 - x * x)).squareRoot() + arcSine(min(x, 1))) / 2
}

/// How many cells of a degree's edge, 111 km, fit around the sphere at a latitude; at least 1.
package func degreeCells(atLatitude degrees: Double) -> Int {
  max(1, Int(360 * cosine(degrees * (Double.pi / 180))))
}
