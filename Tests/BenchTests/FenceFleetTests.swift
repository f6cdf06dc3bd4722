import GeoPolicy
import Testing
import Workload

@Suite struct FenceFleetTests {
  static func fence(_ id: String, _ latitude: Double, _ longitude: Double, enter: Double = 80) throws -> Fence {
    try Fence(
      id: Identifier(id), center: Point(latitude: latitude, longitude: longitude), enterRadiusMeters: enter)
  }

  static func hostile() throws -> [Fence] {
    try [
      fence("north pole", 90, 0), fence("south pole", -90, 180), fence("date line", 0, 180),
      fence("other side", 0, -180),
      fence("globe", 45, 7, enter: 25_000_000), fence("wide", -89.9, -60, enter: 300_000),
      fence("dot", 1, 1, enter: 1e-3),
    ]
  }

  @Test(arguments: [0.001, 5, 3600, 100_000])
  func everyDeviceReportsOnceInARoundFromAValidPlace(_ interval: Double) throws {
    var fleet = FenceFleet(fences: try Self.hostile(), deviceCount: 300, intervalSeconds: interval, seed: 3)
    var last = -Double.infinity
    for _ in 0..<20 {
      let round = fleet.nextBatch(300)
      #expect(round.devices == (0..<300).map { $0 })
      for row in 0..<300 {
        #expect(Point(latitude: round.latitudes[row], longitude: round.longitudes[row]).valid)
        #expect(round.times[row] >= last)
        last = round.times[row]
      }
    }
  }

  @Test func theSameSeedIsTheSameFleetHoweverItIsCut() throws {
    var one = FenceFleet(fences: try Self.hostile(), deviceCount: 50, intervalSeconds: 5, seed: 8)
    var other = FenceFleet(fences: try Self.hostile(), deviceCount: 50, intervalSeconds: 5, seed: 8)
    let whole = one.nextBatch(777)
    let parts = [other.nextBatch(500), other.nextBatch(277)]
    #expect(whole.latitudes == parts.flatMap(\.latitudes))
    #expect(whole.accuracies == parts.flatMap(\.accuracies))
    var third = FenceFleet(fences: try Self.hostile(), deviceCount: 50, intervalSeconds: 5, seed: 9)
    #expect(third.nextBatch(777).latitudes != whole.latitudes)
  }

  @Test func devicesComeAndGo() throws {
    let fences = try (0..<20).map { try Self.fence("\($0)", 50 + Double($0) * 0.003, 10) }
    var fleet = FenceFleet(fences: fences, deviceCount: 100, intervalSeconds: 30, seed: 1)
    var inside = 0
    var samples = 0
    for _ in 0..<100 {
      let round = fleet.nextBatch(100)
      for row in 0..<100 {
        samples += 1
        let place = Point(latitude: round.latitudes[row], longitude: round.longitudes[row])
        if fences.contains(where: { (meters($0.center, place) ?? .infinity) <= 80 }) { inside += 1 }
      }
    }
    // Neither always inside nor never; seed 1.
    #expect(inside > samples / 20 && inside < samples * 9 / 10, "\(inside) of \(samples)")
  }
}
