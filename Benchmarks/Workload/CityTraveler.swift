/// A device of a ``CityDay`` and its way through the day.
struct CityTraveler {
  /// A part of the way: there at this speed, then a stay.
  private struct Leg {
    var goal: SIMD2<Double>
    var speed: Double
    var stay: Double
    /// Indoors during the stay: no sky, and several times the uncertainty.
    var isIndoors = false
  }

  private let name: String
  private var position: SIMD2<Double>
  private let start: Int
  private let interval: Int
  private var legs: [Leg] = []
  /// Seconds that the clock is fast until it is set right, at that time.
  private var clock: (fast: Int, until: Int) = (0, 0)

  /// 05:00 UTC of the day, seven in the morning there; Unix seconds.
  static let morning = 1_747_198_800

  private init(_ name: String, from position: SIMD2<Double>, startMinutes: Int, interval: Int) {
    self.name = name
    self.position = position
    start = Self.morning + startMinutes * 60
    self.interval = interval
  }

  /// The six of the day.
  static func all(on map: CityMap, _ random: inout SplitMix64) -> [CityTraveler] {
    let quarters = CityMap.quarters
    var shopper = CityTraveler("walker-1", from: quarters[2], startMinutes: 95, interval: 30)
    for _ in 0..<16 { shopper.visit(random.pick(map.sites("old-town")), speed: 1.3, minutes: 2...14, &random) }
    shopper.go(to: quarters[2], speed: 1.3, minutes: 20)

    var mallVisitor = CityTraveler("walker-2", from: quarters[3], startMinutes: 180, interval: 30)
    let mall = map.sites("mall-north")
    mallVisitor.go(to: CityMap.malls[0].position + SIMD2(140, 60), speed: 6, minutes: 2)
    for _ in 0..<9 { mallVisitor.visit(random.pick(mall), speed: 1.1, minutes: 4...25, isIndoors: true, &random) }
    mallVisitor.go(to: quarters[3], speed: 6, minutes: 30)

    var courier = CityTraveler("cyclist-1", from: map.site("depot-bike").position, startMinutes: 150, interval: 20)
    for _ in 0..<15 {
      courier.visit(random.pick(map.sites("old-town")), speed: 4.6, minutes: 1...4, &random)
      courier.visit(random.pick(map.sites("quarter")), speed: 4.6, minutes: 1...5, &random)
    }
    courier.visit(map.site("depot-bike"), speed: 4.6, minutes: 10...10, &random)

    var van = CityTraveler("van-1", from: map.site("depot-van").position, startMinutes: 30, interval: 30)
    for round in 0..<22 {
      // By the road through the tunnel and back.
      if round % 5 == 2 { van.go(to: SIMD2(-900, -40), speed: 9, minutes: 0) }
      if round % 5 == 2 { van.visit(random.pick(map.sites("park-west")), speed: 11, minutes: 5...12, &random) }
      van.visit(random.pick(map.sites), speed: 9, minutes: 3...10, &random)
    }
    van.visit(map.site("depot-van"), speed: 9, minutes: 15...15, &random)

    var parked = CityTraveler(
      "parked-1", from: map.site("quarter-5-3").position + SIMD2(62, 79), startMinutes: 0, interval: 300)
    parked.go(to: parked.position, speed: 1, minutes: 14 * 60)

    var visitor = CityTraveler("visitor-1", from: SIMD2(-9500, 300), startMinutes: 235, interval: 20)
    visitor.clock = (fast: 3600, until: visitor.start + 900)
    visitor.visit(map.site("station"), speed: 21, minutes: 6...6, &random)
    for _ in 0..<7 { visitor.visit(random.pick(map.sites("old-town")), speed: 1.4, minutes: 3...20, &random) }
    visitor.visit(map.site("university"), speed: 1.4, minutes: 55...55, isIndoors: true, &random)
    visitor.visit(map.site("station"), speed: 1.4, minutes: 8...8, &random)
    visitor.go(to: SIMD2(-9500, 300), speed: 21, minutes: 0)
    return [shopper, mallVisitor, courier, van, parked, visitor]
  }

  private mutating func go(to goal: SIMD2<Double>, speed: Double, minutes: Double) {
    legs.append(Leg(goal: goal, speed: speed, stay: minutes * 60))
  }

  private mutating func visit(
    _ site: CityMap.Site, speed: Double, minutes: ClosedRange<Int>, isIndoors: Bool = false,
    _ random: inout SplitMix64
  ) {
    legs.append(
      Leg(
        goal: site.position + random.inDisc(radius: 12), speed: speed, stay: Double(random.whole(minutes) * 60),
        isIndoors: isIndoors))
  }

  /// Travels the day and tells what the device sent.
  mutating func samples(device: Int, on map: CityMap, _ random: inout SplitMix64) -> [CitySample] {
    var sensor = CitySensor(device: device, name: name, clock: clock, start: start, interval: interval)
    for leg in legs {
      let way = leg.goal - position
      let length = (way.x * way.x + way.y * way.y).squareRoot()
      let from = position
      sensor.advance(seconds: length / leg.speed, isIndoors: false, on: map, &random) { from + way * $0 }
      position = leg.goal
      sensor.advance(seconds: leg.stay, isIndoors: leg.isIndoors, on: map, &random) { _ in leg.goal }
    }
    return sensor.rows
  }
}
