import GeoPolicy

/// Where the cities of a ``StoreWorld`` may lie.
extension CityPlan {
  /// A place of a continent's interior, uniform by area.
  static func placeOnContinent(_ random: inout SplitMix64) -> Point {
    // A box of the Great Plains, and the sine of latitude, for parallels shrink towards the pole.
    let south = PortableMath.sineAndCosine(33 * Double.pi / 180).sine
    let north = PortableMath.sineAndCosine(48 * Double.pi / 180).sine
    let sine = random.uniform(south, north)
    let latitude = PortableMath.angle(y: sine, x: (1 - sine * sine).squareRoot()) * 180 / Double.pi
    return Point(latitude: latitude, longitude: random.uniform(-117, -83))
  }

  /// Places of the real world that an index of the globe must be good at.
  static let chosenPlaces: [Point] = [
    // By the date line, and on it.
    (-16.85, 179.99), (-16.5, -179.97), (66.9, 180), (-43.95, -176.55), (51.88, -176.65), (64.75, 177.5), (0, 180),
    // High latitudes.
    (78.22, 15.63), (82.5, -62.33), (69.65, 18.95), (71.29, -156.76), (68.97, 33.08), (64.15, -21.94), (-77.85, 166.7),
    (-89.5, 0), (89.5, 90),
    // The equator and Greenwich.
    (0, 0), (0.05, 9.45), (-0.22, -78.51), (1.29, 103.85), (51.48, 0), (5.56, -0.2), (0.32, 32.58),
    // Large cities of all continents.
    (35.69, 139.7), (28.64, 77.22), (31.22, 121.46), (-23.55, -46.64), (19.08, 72.88), (19.43, -99.13), (30.06, 31.25),
    (40.71, -74.01), (6.45, 3.39), (55.75, 37.62), (41.01, 28.95), (-34.61, -58.38), (52.52, 13.41), (48.85, 2.35),
    (40.42, -3.7), (13.75, 100.5), (-6.21, 106.85), (14.6, 120.98), (37.57, 126.98), (-33.87, 151.21), (-36.85, 174.76),
    (-1.28, 36.82), (-26.2, 28.04), (33.59, -7.62), (4.61, -74.08), (-12.04, -77.03), (43.7, -79.42), (-54.8, -68.3),
  ].map { Point(latitude: $0.0, longitude: $0.1) }
}
