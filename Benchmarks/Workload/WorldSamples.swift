import GeoPolicy

/// How the devices of a ``RandomWorld`` move, and what their samples say.
extension WorldBuilder {
  /// Makes a batch.
  mutating func makeSamples(count: Int) -> SampleColumns {
    var columns = SampleColumns()
    let givesReceived = traits.judgesAge && random.chance(0.7)
    // Runs of one device exercise what an engine remembers; a change of device at each row what it must not mix up.
    let changesDevice = random.pick([1, 0.5, 0.05])
    var index = random.below(devices.count)
    for _ in 0..<count {
      if random.chance(changesDevice) { index = random.below(devices.count) }
      columns.append(makeSample(device: index, givesReceived: givesReceived))
    }
    return columns
  }

  private mutating func makeSample(device index: Int, givesReceived: Bool) -> Sample {
    var device = devices[index]
    let before = device
    if device.target == nil || random.chance(0.1) {
      device.target = live.isEmpty ? nil : random.pick(live).id
      device.azimuth = random.pick([0, Double.pi / 2, random.uniform(0, 2 * Double.pi)])
    }
    device.place = nextPlace(of: device)
    device.time += random.pick([1, 5, 0.25, random.uniform(0.001, 120)])
    var sample = Sample(
      device: UInt32(index), time: device.time, place: device.place, accuracyMeters: makeAccuracy())
    if random.chance(traits.disorderChance) {
      sample.time = random.pick([
        before.time, before.time, before.time.nextDown, before.time - 1, before.time - random.uniform(0, 300),
      ])
      if random.chance(0.4) { sample.place = before.place }
      if random.chance(0.2) { sample.place.latitude = -sample.place.latitude }
      // The clock goes on from the latest, whether or not this sample was accepted.
      device.time = max(before.time, sample.time)
      device.place = sample.place
    }
    if givesReceived && random.chance(0.8) { sample.received = makeReceived(time: sample.time) }
    if random.chance(traits.badValueChance) { spoil(&sample) }
    devices[index] = device
    return sample
  }

  private mutating func nextPlace(of device: Device) -> Point {
    guard let target = device.target, let fence = live.first(where: { $0.id == target }) else {
      return around(device.place, within: random.logUniform(0.01, 100_000))
    }
    let enter = fence.enterRadiusMeters
    let exit = fence.exitRadiusMeters
    let farthest = Double.pi * earthRadiusMeters
    let azimuth = random.uniform(0, 2 * Double.pi)
    switch pickMotion() {
    case .near: return around(fence.center, within: 2 * exit)
    case .edge:
      let reach = random.pick([enter, exit]) * random.uniform(0.97, 1.03) + random.uniform(-5, 5)
      return Geodesy.destination(from: fence.center, azimuth: azimuth, meters: min(max(reach, 0), farthest))
    case .line:
      let reach = random.pick([
        0, enter, exit, enter - 1e-6, enter + 1e-6, exit - 1e-6, exit + 1e-6, (enter + exit) / 2,
        random.uniform(0, 2 * exit),
      ])
      return Geodesy.destination(from: fence.center, azimuth: device.azimuth, meters: min(max(reach, 0), farthest))
    case .boundary:
      let line = random.pick([Geodesy.Line.north, .south, .east, .west, .azimuth(azimuth), .azimuth(device.azimuth)])
      let edge = Geodesy.edge(of: fence.center, radiusMeters: random.pick([enter, exit]), along: line)
      guard let edge else { return around(fence.center, within: 2 * exit) }
      return random.chance(0.5) ? edge.within : edge.beyond
    case .exact: return exactPlaces[target].map { random.pick($0) } ?? around(fence.center, within: 2 * exit)
    case .center: return otherName(of: fence.center)
    case .antipode:
      let opposite = Geodesy.antipode(of: fence.center)
      return random.chance(0.5) ? opposite : around(opposite, within: random.logUniform(0.001, 100_000))
    case .step: return around(device.place, within: random.logUniform(0.000_1, 2 * exit))
    case .stay: return device.place
    case .teleport: return random.chance(0.5) ? Geodesy.anywhere(&random) : random.pick(live).center
    }
  }

  private mutating func pickMotion() -> WorldTraits.Motion {
    var left = random.uniform(0, traits.motions.reduce(0) { $0 + $1.weight })
    for (motion, weight) in traits.motions {
      left -= weight
      if left < 0 { return motion }
    }
    return .near
  }

  /// The same place, where that has another longitude too perhaps by that.
  private mutating func otherName(of place: Point) -> Point {
    if abs(place.latitude) == 90 { return Point(latitude: place.latitude, longitude: random.uniform(-180, 180)) }
    let longitude = abs(place.longitude) == 180 ? random.pick([180, -180]) : place.longitude
    return Point(latitude: place.latitude == 0 ? random.pick([0, -0.0]) : place.latitude, longitude: longitude)
  }

  private mutating func makeAccuracy() -> Double? {
    if random.chance(traits.oddAccuracyChance) {
      return random.pick([nil, 0, -1, -0.0, .nan, .infinity, 30.000_000_1, .leastNonzeroMagnitude])
    }
    if random.chance(traits.coarseChance) { return random.uniform(30, 110) }
    return random.pick([5, 30, random.uniform(0.1, 30)])
  }

  private mutating func makeReceived(time: Double) -> Double {
    let age = random.pick([0, 1, random.uniform(0, 100), -random.uniform(0, 20)])
    let atLimit = random.pick([policies.maxAgeSeconds, policies.maxFutureSeconds.map { -$0 }]) ?? age
    return random.chance(0.1) ? .nan : time + random.pick([age, age, atLimit, atLimit.nextUp, atLimit.nextDown])
  }

  /// Makes one or two of the values bad.
  private mutating func spoil(_ sample: inout Sample) {
    for _ in 0..<random.whole(1...2) {
      let bad = random.pick([Double.nan, .infinity, -.infinity, 1e300])
      switch random.below(5) {
      case 0: sample.place.latitude = random.pick([bad, 90.000_000_1, -91])
      case 1: sample.place.longitude = random.pick([bad, 180.000_000_1, -181])
      case 2: sample.time = random.pick([.nan, .infinity, -.infinity])
      case 3: sample.accuracyMeters = random.pick([bad, -5, -0.001, nil, SampleColumns.absent])
      default: sample.received = random.pick([.nan, .infinity, -.infinity, sample.time + 1e6, sample.time - 1e6])
      }
    }
  }
}
