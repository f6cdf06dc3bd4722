import GeoPolicy

/// The cities of a ``StoreWorld`` and which fences stand in which.
struct CityPlan: Sendable {
  /// A city on a plane of its own: meters east and north of its center.
  struct City: Sendable {
    var center: Point
    /// Metres; the deviation of a store's place on each axis.
    var spread: Double
    /// Degrees per meter.
    let latitudeScale: Double
    let longitudeScale: Double

    init(center: Point, spread: Double) {
      self.center = center
      self.spread = spread
      latitudeScale = 180 / (Double.pi * earthRadiusMeters)
      longitudeScale = latitudeScale / PortableMath.sineAndCosine(center.latitude * Double.pi / 180).cosine
    }

    /// The place so many meters east and north, to 10⁻⁷ degrees.
    func place(_ position: SIMD2<Double>) -> Point {
      Point(
        latitude: rounded(min(max(center.latitude + position.y * latitudeScale, -90), 90), perUnit: 1e7),
        longitude: rounded(Geodesy.wrapped(center.longitude + position.x * longitudeScale), perUnit: 1e7))
    }

    /// Where a place of the city lies on its plane.
    func position(_ place: Point) -> SIMD2<Double> {
      SIMD2(
        Geodesy.wrapped(place.longitude - center.longitude) / longitudeScale,
        (place.latitude - center.latitude) / latitudeScale)
    }
  }

  var cities: [City] = []
  /// The fences' indices, city by city.
  var order: [UInt32] = []
  /// Where each city's fences begin in ``order``; one more entry at the end.
  var starts: [Int] = []

  /// The city whose fences include that at a place of ``order``.
  func city(ofOrder place: Int) -> Int {
    var low = 0
    var high = cities.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  /// Draws cities and fences.
  static func make(count: Int, radii: StoreWorld.Radii, _ random: inout SplitMix64) -> (CityPlan, [Fence]) {
    var plan = CityPlan()
    let cityCount = min(max(count / 150, 300), 4000)
    var ranks = Array(1...cityCount)
    random.shuffle(&ranks)
    let logLast = PortableMath.logarithm(Double(cityCount))
    for (index, rank) in ranks.enumerated() {
      plan.cities.append(
        City(
          center: index < chosenPlaces.count ? chosenPlaces[index] : placeOnContinent(&random),
          spread: 8000 - 6000 * PortableMath.logarithm(Double(rank)) / logLast))
    }
    plan.starts = starts(of: count, among: ranks.map { 1 / Double($0) }, &random)
    plan.order = (0..<UInt32(count)).map { $0 }
    random.shuffle(&plan.order)

    var placeOfFence = [Int](repeating: 0, count: count)
    for (place, fence) in plan.order.enumerated() { placeOfFence[Int(fence)] = place }
    var centers: [Point] = []
    centers.reserveCapacity(count)
    for city in plan.cities.indices {
      appendStores(plan.starts[city + 1] - plan.starts[city], of: plan.cities[city], to: &centers, &random)
    }
    let fences = placeOfFence.enumerated().map { index, place in
      let isOdd = radii == .mixed && random.chance(0.1)
      let enter = isOdd ? rounded(random.uniform(50, 500), perUnit: 10) : 80
      return valid { () throws(FenceError) in
        try Fence(
          id: Identifier("s\(index)"), center: centers[place], enterRadiusMeters: enter,
          exitRadiusMeters: rounded(1.5 * enter, perUnit: 10))
      }
    }
    return (plan, fences)
  }

  /// Draws a city for each fence and returns where each city's fences begin.
  private static func starts(of count: Int, among weights: [Double], _ random: inout SplitMix64) -> [Int] {
    var sums: [Double] = [0]
    for weight in weights { sums.append((sums.last ?? 0) + weight) }
    var counts = [Int](repeating: 0, count: weights.count)
    for _ in 0..<count {
      let wanted = random.uniform(0, sums[weights.count])
      var low = 0
      var high = weights.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if sums[middle] <= wanted { low = middle } else { high = middle }
      }
      counts[low] += 1
    }
    var starts = [0]
    for count in counts { starts.append((starts.last ?? 0) + count) }
    return starts
  }

  /// Adds the centers of a city's stores, those in malls first.
  private static func appendStores(_ count: Int, of city: City, to centers: inout [Point], _ random: inout SplitMix64) {
    func gaussian() -> SIMD2<Double> {
      let (x, y) = random.gaussianPair()
      return SIMD2(x, y) * city.spread
    }
    var inMalls = Int((0.3 * Double(count)).rounded())
    let alone = count - inMalls
    while inMalls > 0 {
      let stores = min(inMalls, random.whole(10...40))
      let middle = gaussian()
      for _ in 0..<stores { centers.append(city.place(middle + random.inDisc(radius: 150))) }
      inMalls -= stores
    }
    for _ in 0..<alone { centers.append(city.place(gaussian())) }
  }
}

/// The nearest whole multiple of one part of a unit, as text of that many parts reads.
func rounded(_ value: Double, perUnit parts: Double) -> Double { (value * parts).rounded() / parts }

extension SplitMix64 {
  /// A vector drawn uniformly from a disc about zero.
  mutating func inDisc(radius: Double) -> SIMD2<Double> {
    while true {
      let vector = SIMD2(uniform(-1, 1), uniform(-1, 1))
      if vector.x * vector.x + vector.y * vector.y <= 1 { return vector * radius }
    }
  }
}
