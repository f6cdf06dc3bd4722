import GeoPolicy

/// A large seeded world of stores and of the devices that visit them, for benchmarks and example data.
///
/// - *Cities.* One per 150 fences, 300 to 4000. A few dozen lie at chosen places of the real world, by ±180°, in high
///   latitudes, on the equator; the others anywhere on a continent. City of rank k has a weight of 1/k (Zipf) and
///   spreads over 8 km, the smallest over 2 km.
/// - *Fences.* 30 % stand in malls of 10…40 within 150 m, the others are Gaussian about the city's center. 80/120 m; with
///   ``Radii/mixed`` every tenth has an enter radius of 50…500 m and 1.5 times that to leave. Neighbors on the ground are
///   no neighbors in the array.
/// - *Devices.* They live in a city in proportion to its stores and go from store to store, with pauses. All report once
///   every 5 s, each at its own phase, so that the stream takes them in turn.
/// - *Samples.* Accuracy is log-normal, median 12 m, above 30 m for 8 %; noise on each axis is half of it. 1 % have the
///   accuracy −1 and 50 m of noise. So the standard policy refuses 9 %.
///
/// The stream of samples does not depend on how it is cut into batches. Coordinates are whole multiples of 10⁻⁷ degrees,
/// radii of 0.1 m, accuracies of 0.01 m and times of 1 ms, so that text holds them without loss.
public struct StoreWorld: Sendable {
  /// How wide fences are.
  public enum Radii: String, CaseIterable, Sendable {
    /// Nine in ten 80/120 m, the tenth 50…500 m and 1.5 times that.
    case mixed
    /// All 80/120 m.
    case uniform
  }

  /// How devices move.
  public enum Fleet: String, CaseIterable, Sendable {
    /// 60 % walk, 40 % drive.
    case mixed
    /// All walk, 1.4 m/s.
    case walking
    /// All drive, 13 m/s.
    case driving
    /// 95 % never move, the others are mixed.
    case parked
    /// Each sample is by another store, anywhere.
    case teleporting
  }

  /// What a world is made from.
  public struct Parameters: Hashable, Sendable {
    /// The number of fences, at least 1.
    public var fenceCount: Int
    /// The number of devices, at least 1.
    public var deviceCount: Int
    /// The number from which all others follow.
    public var seed: UInt64
    /// How wide fences are.
    public var radii: Radii
    /// How devices move.
    public var fleet: Fleet

    /// These values.
    public init(fenceCount: Int, deviceCount: Int, seed: UInt64, radii: Radii = .mixed, fleet: Fleet = .mixed) {
      self.fenceCount = fenceCount
      self.deviceCount = deviceCount
      self.seed = seed
      self.radii = radii
      self.fleet = fleet
    }
  }

  /// What the world is made from.
  public let parameters: Parameters
  /// The fences; 64 bytes each.
  public let fences: [Fence]
  /// The number of cities.
  public var cityCount: Int { plan.cities.count }

  private let plan: CityPlan
  private var fleet: StoreFleet

  /// The world of these parameters.
  ///
  /// - Complexity: O(fences + devices·log(devices)); about 1 s per million fences, and 90 bytes for each.
  public init(_ parameters: Parameters) {
    precondition(parameters.fenceCount >= 1 && parameters.deviceCount >= 1, "a world needs a fence and a device")
    self.parameters = parameters
    var random = SplitMix64(seed: parameters.seed)
    var ofFences = random.split()
    let (plan, fences) = CityPlan.make(count: parameters.fenceCount, radii: parameters.radii, &ofFences)
    self.plan = plan
    self.fences = fences
    fleet = StoreFleet(parameters, plan: plan, fences: fences, random: random.split())
  }

  /// Replaces the rows of `columns` by the next `count` samples; the memory of the columns is used again.
  public mutating func fill(_ columns: inout SampleColumns, count: Int) {
    columns.removeAll()
    for _ in 0..<count { fleet.appendNext(to: &columns, plan: plan, fences: fences) }
  }

  /// The next `count` samples.
  public mutating func nextBatch(_ count: Int) -> SampleColumns {
    var columns = SampleColumns()
    fill(&columns, count: count)
    return columns
  }
}
