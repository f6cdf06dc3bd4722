import GeoPolicy

/// Where the fences of a ``RandomWorld`` lie, and how wide they are.
extension WorldBuilder {
  /// Adds one or more fences of a layout.
  mutating func addFences(of layout: WorldTraits.Layout, atMost most: Int) {
    switch layout {
    case .city:
      let corner = live.first?.center ?? Point(latitude: 40, longitude: -75)
      add(at: around(corner, within: 600), enter: 80, exit: 120)
    case .poles:
      let pole = Point(latitude: random.pick([90, -90]), longitude: random.pick([0, 180, -180, 77.5]))
      let far = random.logUniform(0.01, 2_000_000)
      add(at: random.chance(0.3) ? pole : around(pole, within: far), usual: random.pick([100, far, 3 * far]))
    case .dateLine:
      let latitude = random.pick([0, 0, -16.8, 64.7, 89.9, random.uniform(-90, 90)])
      let meridian = Point(latitude: latitude, longitude: random.pick([180, -180]))
      add(at: random.chance(0.3) ? meridian : around(meridian, within: random.logUniform(1, 5000)), usual: 120)
    case .zero:
      add(at: random.pick(Self.remarkablePlaces), usual: random.pick([1, 100, 5000]))
    case .globe:
      let center = random.chance(0.2) ? random.pick(Self.remarkablePlaces) : Geodesy.anywhere(&random)
      add(at: center, usual: random.logUniform(1, 60_000_000))
    case .coincident:
      let spot = live.first?.center ?? random.pick([Geodesy.anywhere(&random), Point(latitude: 0, longitude: 180)])
      for _ in 0..<random.whole(1...most) { add(at: spot, usual: random.pick([80, 100, 101])) }
    case .concentric:
      let spot = live.first?.center ?? Geodesy.anywhere(&random)
      let step = random.logUniform(0.001, 50)
      let first = random.uniform(10, 200)
      for ring in 0..<random.whole(1...most) {
        add(at: spot, enter: first + Double(ring) * step, exit: first + Double(ring) * step + random.uniform(0, 60))
      }
    case .equalRadii:
      let radius = random.pick([2, 80, 100, random.logUniform(1, 30_000)])
      add(at: around(Point(latitude: 52.5, longitude: 13.4), within: 400), enter: radius, exit: radius)
    case .exactRadii: addExactFences(atMost: most)
    }
  }

  /// Adds up to three fences with an edge through a place: a radius that is the distance of it, and that radius one
  /// digit shorter and longer.
  private mutating func addExactFences(atMost most: Int) {
    let center = random.pick([
      around(Point(latitude: 40, longitude: -75), within: 1000), Geodesy.anywhere(&random),
      random.pick(Self.remarkablePlaces),
    ])
    let place = around(center, within: random.pick([120, random.logUniform(1, 20_000_000)]))
    let distance = metersBetweenValid(center.latitude, center.longitude, place.latitude, place.longitude)
    guard distance > 0.001 else { return }
    let wide = random.uniform(1, 2)
    for radius in [distance, distance.nextDown, distance.nextUp].prefix(most) {
      let id =
        random.chance(0.5)
        ? add(at: center, enter: radius, exit: radius * wide) : add(at: center, enter: radius / wide, exit: radius)
      exactPlaces[id, default: []].append(place)
    }
  }

  /// Adds a fence of about this enter radius; sometimes its policy's.
  @discardableResult
  mutating func add(at center: Point, usual radius: Double) -> Identifier {
    if random.chance(0.1) { return add(at: center, enter: nil, exit: nil) }
    let enter = random.pick([radius, radius * random.uniform(0.5, 1)])
    return add(at: center, enter: enter, exit: random.pick([nil, enter, enter * random.uniform(1, 2)]))
  }

  /// Adds a fence under a name that was never used.
  @discardableResult
  mutating func add(at center: Point, enter: Double?, exit: Double?) -> Identifier {
    let id = Identifier("f\(nameCount)")
    nameCount += 1
    live.append(makeFence(id, at: center, enter: enter, exit: exit))
    return id
  }

  /// A fence of a random policy.
  mutating func makeFence(_ id: Identifier, at center: Point, enter: Double?, exit: Double?) -> Fence {
    let policy = random.pick(policies.names)
    return valid { () throws(FenceError) in
      try Fence(
        id: id, center: center, enterRadiusMeters: enter, exitRadiusMeters: exit, policy: policy, in: policies)
    }
  }

  /// A place at most so far away.
  mutating func around(_ place: Point, within meters: Double) -> Point {
    let reach = min(meters, Double.pi * earthRadiusMeters) * random.uniform()
    return Geodesy.destination(from: place, azimuth: random.uniform(0, 2 * Double.pi), meters: reach)
  }

  /// Places at which coordinates are special.
  static let remarkablePlaces = [
    Point(latitude: 0, longitude: 0), Point(latitude: -0.0, longitude: -0.0), Point(latitude: 0, longitude: 180),
    Point(latitude: 0, longitude: -180), Point(latitude: 90, longitude: 0), Point(latitude: 90, longitude: -180),
    Point(latitude: -90, longitude: 180), Point(latitude: -90, longitude: 45), Point(latitude: 0, longitude: 90),
    Point(latitude: 51.5, longitude: 180), Point(latitude: -33.9, longitude: 0),
  ]
}
