import GeoPolicy

/// Devices that walk and drive among fences which somebody gives: a made fleet for anybody's own fences.
///
/// - *Neighborhoods.* Fences within about 20 km of each other are one. A device lives in that of a fence drawn at random,
///   so that where there are many fences there are many devices.
/// - *Ways.* 60 % walk at 1.4 m/s, the others drive at 13 m/s. Seven ways of ten lead to a fence of the neighborhood (for
///   those who walk the nearest of eight), to a place within half its enter radius; the others to some place within 2 km or
///   two exit radii of one, at most 200 km. At the end of each way comes a pause of up to two minutes.
/// - *Samples.* All devices report once in an interval, each at its own phase, so that the stream takes them in turn.
///   Accuracy and noise are those of a ``StoreWorld``: the standard policy refuses 9 %.
///
/// Where the fences are real the fleet still is not: what its samples cost is an estimate of what real ones do.
public struct FenceFleet: Sendable {
  private struct Device: Sendable {
    var neighborhood: UInt32
    /// Metres per report.
    var stride: Float
    /// Seconds left of the pause.
    var pause: Double
    /// Metres on the plane of the neighborhood.
    var position: SIMD2<Double>
    var goal: SIMD2<Double>
  }

  private let fences: [Fence]
  private let intervalSeconds: Double
  private var plan: CityPlan
  private var devices: [Device] = []
  private var turn = 0
  private var round = 0.0
  private var random: SplitMix64
  private let noiseSource = SampleNoise()

  private static let walkingMetersPerSecond = 1.4
  private static let drivingMetersPerSecond = 13.0

  /// A fleet among these fences, of which there is at least one.
  ///
  /// - Parameters:
  ///   - deviceCount: At least 1; each takes 64 bytes.
  ///   - intervalSeconds: Between two reports of a device; above 0.
  /// - Complexity: O(fences·log(fences) + devices).
  public init(fences: [Fence], deviceCount: Int, intervalSeconds: Double, seed: UInt64) {
    precondition(!fences.isEmpty && deviceCount >= 1, "a fleet needs a fence and a device")
    self.fences = fences
    self.intervalSeconds = intervalSeconds
    random = SplitMix64(seed: seed)
    plan = CityPlan(neighborhoodsOf: fences)
    devices.reserveCapacity(deviceCount)
    for _ in 0..<deviceCount { devices.append(makeDevice()) }
  }

  /// The number of devices; their handles go from 0, in the order of their turns.
  public var deviceCount: Int { devices.count }

  /// Replaces the rows of `columns` by the next `count` samples; the memory of the columns is used again.
  public mutating func fill(_ columns: inout SampleColumns, count: Int) {
    columns.removeAll()
    for _ in 0..<count { appendNext(to: &columns) }
  }

  /// The next `count` samples.
  public mutating func nextBatch(_ count: Int) -> SampleColumns {
    var columns = SampleColumns()
    fill(&columns, count: count)
    return columns
  }

  private mutating func appendNext(to columns: inout SampleColumns) {
    var device = devices[turn]
    let (accuracy, noise) = noiseSource.draw(&random)
    let place = plan.cities[Int(device.neighborhood)].place(device.position + noise)
    columns.devices.append(UInt32(turn))
    let phase = Double(turn) / Double(devices.count)
    columns.times.append(rounded(StoreFleet.start + (round + phase) * intervalSeconds, perUnit: 1000))
    columns.latitudes.append(place.latitude)
    columns.longitudes.append(place.longitude)
    columns.accuracies.append(accuracy)

    move(&device)
    devices[turn] = device
    turn += 1
    if turn == devices.count {
      turn = 0
      round += 1
    }
  }

  private mutating func makeDevice() -> Device {
    let neighborhood = plan.city(ofOrder: random.below(plan.order.count))
    let speed = random.chance(0.6) ? Self.walkingMetersPerSecond : Self.drivingMetersPerSecond
    var device = Device(
      neighborhood: UInt32(neighborhood), stride: Float(min(speed * intervalSeconds, 1e9)), pause: 0, position: .zero,
      goal: .zero)
    device.position = nextGoal(of: device)
    device.goal = nextGoal(of: device)
    device.position += (device.goal - device.position) * random.uniform()
    return device
  }

  private mutating func move(_ device: inout Device) {
    if device.pause > 0 {
      device.pause -= intervalSeconds
      return
    }
    let way = device.goal - device.position
    let left = (way.x * way.x + way.y * way.y).squareRoot()
    let stride = Double(device.stride)
    if left > stride {
      device.position += way * (stride / left)
    } else {
      device.position = device.goal
      device.pause = random.uniform(0, 120)
      device.goal = nextGoal(of: device)
    }
  }

  private mutating func nextGoal(of device: Device) -> SIMD2<Double> {
    let city = plan.cities[Int(device.neighborhood)]
    let first = plan.starts[Int(device.neighborhood)]
    let count = plan.starts[Int(device.neighborhood) + 1] - first
    let walks = Double(device.stride) < 5 * intervalSeconds
    var best = (place: SIMD2<Double>.zero, fence: fences[Int(plan.order[first])], square: Double.infinity)
    for _ in 0..<(walks ? 8 : 1) {
      let fence = fences[Int(plan.order[first + random.below(count)])]
      let place = city.position(fence.center)
      let way = place - device.position
      let square = way.x * way.x + way.y * way.y
      if square < best.square { best = (place, fence, square) }
    }
    let reach =
      random.chance(0.7) ? best.fence.enterRadiusMeters / 2 : max(2000, 2 * best.fence.exitRadiusMeters)
    return best.place + random.inDisc(radius: min(reach, 200_000))
  }
}

extension CityPlan {
  /// Fences that somebody gives, by neighborhood: cells of a fifth of a degree of latitude, and as wide.
  init(neighborhoodsOf fences: [Fence]) {
    let cellDegrees = 0.2
    var keys: [(key: Int, fence: UInt32)] = []
    keys.reserveCapacity(fences.count)
    for (index, fence) in fences.enumerated() {
      let row = (fence.center.latitude / cellDegrees).rounded(.down)
      let scale = PortableMath.sineAndCosine(min(abs(row * cellDegrees), 89) * Double.pi / 180).cosine
      let column = ((fence.center.longitude + 180) * scale / cellDegrees).rounded(.down)
      keys.append((Int(row) << 16 | Int(column), UInt32(index)))
    }
    keys.sort { ($0.key, $0.fence) < ($1.key, $1.fence) }
    order = keys.map(\.fence)
    for place in keys.indices where place == 0 || keys[place].key != keys[place - 1].key {
      let center = fences[Int(keys[place].fence)].center
      starts.append(place)
      // By the poles a plane has no east: what lies there is laid out as if 100 km off.
      cities.append(
        City(center: Point(latitude: min(max(center.latitude, -89), 89), longitude: center.longitude), spread: 0))
    }
    starts.append(keys.count)
  }
}

/// What a receiver makes of a place: an accuracy, and noise of half of it.
struct SampleNoise: Sendable {
  /// The deviation of the logarithm of the accuracy with which 8 % lie above 30 m at a median of 12 m.
  private let spread = PortableMath.logarithm(30.0 / 12.0) / 1.405_071_560_309_632_9

  /// An accuracy in meters, of 1 % of the samples −1; and the noise in meters east and north.
  func draw(_ random: inout SplitMix64) -> (accuracyMeters: Double, noise: SIMD2<Double>) {
    let isBad = random.chance(0.01)
    let (ofAccuracy, _) = random.gaussianPair()
    let (east, north) = random.gaussianPair()
    let accuracy = isBad ? -1 : rounded(12 * PortableMath.exponential(spread * ofAccuracy), perUnit: 100)
    return (accuracy, SIMD2(east, north) * (isBad ? 50 : accuracy / 2))
  }
}
