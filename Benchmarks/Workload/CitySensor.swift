/// The receiver of a device of a ``CityDay``: what it makes of where it is, and what gets lost on the way.
struct CitySensor {
  private(set) var rows: [CitySample] = []
  private let device: Int
  private let name: String
  private let clock: (fast: Int, until: Int)
  private let interval: Int
  private var now: Double
  private var nextReport: Int
  /// The noise wanders; it is not drawn anew each time. In units of the deviation.
  private var noise = SIMD2<Double>.zero
  /// Rows from before the network came back.
  private var waiting = 0

  init(device: Int, name: String, clock: (fast: Int, until: Int), start: Int, interval: Int) {
    self.device = device
    self.name = name
    self.clock = clock
    self.interval = interval
    now = Double(start)
    nextReport = start
  }

  /// Lets time go by, on a way that `position` tells for each fraction of it.
  mutating func advance(
    seconds: Double, isIndoors: Bool, on map: CityMap, _ random: inout SplitMix64,
    position: (Double) -> SIMD2<Double>
  ) {
    let end = now + seconds
    while Double(nextReport) < end {
      let fraction = seconds > 0 ? (Double(nextReport) - now) / seconds : 1
      report(at: position(fraction), isIndoors: isIndoors, on: map, &random)
      nextReport += interval
    }
    now = end
  }

  private mutating func report(
    at position: SIMD2<Double>, isIndoors: Bool, on map: CityMap, _ random: inout SplitMix64
  ) {
    // There is no reception in the tunnel.
    if abs(position.y) < 900 && position.x > CityMap.tunnel.west && position.x < CityMap.tunnel.east { return }
    let (east, north) = random.gaussianPair()
    noise = noise * 0.8 + SIMD2(east, north) * 0.6
    let (spread, _) = random.gaussianPair()
    var accuracy = (isIndoors ? 26 : 8) * PortableMath.exponential(0.45 * spread)
    var seen = position + noise * (accuracy / 2)
    // A wave reflected by a house: far off, and the receiver does not know.
    if random.chance(0.004) { seen += SIMD2(east, north) * 120 }
    // A position of the network, which says itself that it is coarse.
    if random.chance(isIndoors ? 0.2 : 0.02) {
      accuracy = random.uniform(60, 400)
      seen = position + SIMD2(east, north) * (accuracy / 2)
    }
    let (latitude, longitude) = map.text(seen)
    let time = nextReport + (nextReport < clock.until ? clock.fast : 0)
    var row = CitySample(
      device: device, name: name, time: time, latitude: latitude, longitude: longitude,
      accuracy: DecimalText.text(accuracy, digits: 1), received: nextReport + random.whole(1...3))
    spoil(&row, &random)
    rows.append(row)
    // Sent again, for the answer got lost.
    if random.chance(0.006) {
      row.received += random.whole(2...9)
      rows.append(row)
    }
  }

  private mutating func spoil(_ row: inout CitySample, _ random: inout SplitMix64) {
    // Without network for a while: these rows come together, later than the next, some of them too late.
    if waiting == 0 && random.chance(0.002) { waiting = random.whole(2...6) }
    if waiting > 0 {
      waiting -= 1
      row.received += random.pick([90, 150, 1500])
    }
    switch random.below(400) {
    case 0, 1, 2: row.accuracy = "-1"
    case 3, 4: row.accuracy = ""
    case 5:
      row.latitude = ""
      row.longitude = ""
    case 6: row.accuracy = "nan"
    default: break
    }
  }
}
