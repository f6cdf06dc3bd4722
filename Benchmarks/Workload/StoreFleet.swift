import GeoPolicy

/// The devices of a ``StoreWorld`` on their way from store to store.
struct StoreFleet: Sendable {
  private struct Device: Sendable {
    var city: UInt32
    /// Metres per report; 0 for one that is parked.
    var stride: Double
    var choosesNear: Bool
    /// Metres on the plane of the city.
    var position: SIMD2<Double>
    var goal: SIMD2<Double>
    /// Seconds left of the pause.
    var pause: Double
  }

  /// Seconds from one report of a device to its next.
  static let interval = 5.0
  static let start = 1_760_000_000.0

  private let isTeleporting: Bool
  private var devices: [Device] = []
  /// The devices in the order of their phases.
  private var turns: [UInt32]
  private let phases: [Double]
  private var turn = 0
  private var round = 0.0
  private var random: SplitMix64
  private let noiseSource = SampleNoise()

  init(_ parameters: StoreWorld.Parameters, plan: CityPlan, fences: [Fence], random: SplitMix64) {
    self.random = random
    isTeleporting = parameters.fleet == .teleporting
    var phases: [Double] = []
    for _ in 0..<parameters.deviceCount { phases.append(rounded(self.random.uniform(0, Self.interval), perUnit: 1000)) }
    phases.sort()
    self.phases = phases
    turns = (0..<UInt32(parameters.deviceCount)).map { $0 }
    self.random.shuffle(&turns)
    for _ in 0..<parameters.deviceCount {
      devices.append(makeDevice(parameters.fleet, plan: plan, fences: fences))
    }
  }

  /// Appends the sample of the device whose turn it is, and moves that device on.
  mutating func appendNext(to columns: inout SampleColumns, plan: CityPlan, fences: [Fence]) {
    let index = turns[turn]
    var device = devices[Int(index)]
    if isTeleporting { jump(&device, plan: plan, fences: fences) }
    let (accuracy, noise) = noiseSource.draw(&random)
    let place = plan.cities[Int(device.city)].place(device.position + noise)
    columns.devices.append(index)
    columns.times.append(rounded(Self.start + round * Self.interval + phases[turn], perUnit: 1000))
    columns.latitudes.append(place.latitude)
    columns.longitudes.append(place.longitude)
    columns.accuracies.append(accuracy)

    move(&device, plan: plan, fences: fences)
    devices[Int(index)] = device
    turn += 1
    if turn == turns.count {
      turn = 0
      round += 1
    }
  }

  private mutating func makeDevice(_ fleet: StoreWorld.Fleet, plan: CityPlan, fences: [Fence]) -> Device {
    let city = plan.city(ofOrder: random.below(plan.order.count))
    let walks: Bool
    switch fleet {
    case .walking: walks = true
    case .driving: walks = false
    case .mixed, .parked, .teleporting: walks = random.chance(0.6)
    }
    let isParked = fleet == .parked && random.chance(0.95) || fleet == .teleporting
    var device = Device(
      city: UInt32(city), stride: isParked ? 0 : (walks ? 1.4 : 13) * Self.interval, choosesNear: walks,
      position: .zero, goal: .zero, pause: 0)
    device.choosesNear = false
    device.position = nextGoal(of: device, plan: plan, fences: fences)
    device.choosesNear = walks
    device.goal = nextGoal(of: device, plan: plan, fences: fences)
    device.position += (device.goal - device.position) * random.uniform()
    return device
  }

  private mutating func move(_ device: inout Device, plan: CityPlan, fences: [Fence]) {
    guard device.stride > 0 else { return }
    if device.pause > 0 {
      device.pause -= Self.interval
      return
    }
    let way = device.goal - device.position
    let left = (way.x * way.x + way.y * way.y).squareRoot()
    if left > device.stride {
      device.position += way * (device.stride / left)
    } else {
      device.position = device.goal
      device.pause = random.uniform(0, 120)
      device.goal = nextGoal(of: device, plan: plan, fences: fences)
    }
  }

  /// A place by a store of the device's city: any, or for those who walk the nearest of eight.
  private mutating func nextGoal(of device: Device, plan: CityPlan, fences: [Fence]) -> SIMD2<Double> {
    let city = plan.cities[Int(device.city)]
    let first = plan.starts[Int(device.city)]
    let count = plan.starts[Int(device.city) + 1] - first
    var best = SIMD2<Double>.zero
    var least = Double.infinity
    for _ in 0..<(device.choosesNear ? 8 : 1) {
      let store = city.position(fences[Int(plan.order[first + random.below(count)])].center)
      let way = store - device.position
      let square = way.x * way.x + way.y * way.y
      // The store where it already is serves only where there is no other.
      let cost = square > 50 * 50 ? square : square + 1e12
      if cost < least {
        least = cost
        best = store
      }
    }
    return best + random.inDisc(radius: 40)
  }

  private mutating func jump(_ device: inout Device, plan: CityPlan, fences: [Fence]) {
    let place = random.below(plan.order.count)
    device.city = UInt32(plan.city(ofOrder: place))
    device.position =
      plan.cities[Int(device.city)].position(fences[Int(plan.order[place])].center) + random.inDisc(radius: 200)
  }
}
