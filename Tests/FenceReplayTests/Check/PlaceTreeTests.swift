import GeoPolicy
import Testing
import Workload

@testable import FenceReplay

/// The tree answers as a look at every circle would, to the last bit of the reference.
struct PlaceTreeTests {
  enum Layout: CaseIterable { case city, poles, dateLine, globe, oneSpot, boundary }

  private func items(_ layout: Layout, _ random: inout SplitMix64, count: Int) -> [PlaceTree.Item] {
    (0..<count).map { index in
      var center: Point
      var radius = random.logUniform(1, 3e7)
      switch layout {
      case .city:
        center = Point(latitude: random.uniform(50, 50.01), longitude: random.uniform(9, 9.02))
        radius = random.pick([80, 100, 300.5])
      case .poles:
        center = Point(latitude: random.pick([90, 89.9999, -90, -89.99]), longitude: random.uniform(-180, 180))
      case .dateLine:
        center = Point(latitude: random.uniform(-1, 1), longitude: random.pick([180, -180, 179.999, -179.9995]))
        radius = random.logUniform(1, 500_000)
      case .globe: center = Point(latitude: random.uniform(-90, 90), longitude: random.uniform(-180, 180))
      case .oneSpot: center = Point(latitude: -33.25, longitude: 151.5)
      case .boundary:
        // Radii that are exactly the distance to the next center, or a bit more or less.
        center = Point(latitude: 10 + Double(index % 40) * 0.001, longitude: 20)
        let next = Point(latitude: 10 + Double((index + 1) % 40) * 0.001, longitude: 20)
        let distance = meters(center, next) ?? 0
        radius = random.pick([distance, distance.nextUp, distance.nextDown, 2 * distance])
      }
      return PlaceTree.Item(center: center, radiusMeters: radius, place: index, fence: index, count: 1 + index % 3)
    }
  }

  @Test(arguments: Layout.allCases, [1, 7, 300] as [Int])
  func itAnswersAsALookAtAllWould(layout: Layout, count: Int) {
    let seed = UInt64(count) * 31 + 5
    var random = SplitMix64(seed: seed)
    let items = items(layout, &random, count: count)
    let tree = PlaceTree(items)
    var budget = SearchBudget(fences: count)
    #expect(tree.items.count == count)
    for index in 0..<min(count, 60) {
      let item = items[index]
      func distance(_ other: PlaceTree.Item) -> Double { meters(item.center, other.center) ?? .nan }

      let inside = items.filter { distance($0) <= $0.radiusMeters }.reduce(0) { $0 + $1.count }
      #expect(tree.count(around: item.center, &budget) == inside, "seed \(seed), \(index)")

      let inset = random.logUniform(1, 2 * item.radiusMeters)
      let holders = items.filter {
        $0.place != index && $0.radiusMeters < .pi * earthRadiusMeters && distance($0) + inset <= $0.radiusMeters
      }
      let holder = tree.circle(
        around: item.center, insetMeters: inset, number: index, ownRadius: item.radiusMeters, &budget)
      #expect((holder != nil) == !holders.isEmpty, "seed \(seed), \(index)")
      if let holder { #expect(holders.contains { $0.place == holder.place }, "seed \(seed), \(index)") }

      let limit = random.logUniform(1, 1e6)
      let nearest = items.filter { $0.place != index }.map(distance).min().flatMap { $0 <= limit ? $0 : nil }
      #expect(
        tree.neighbor(of: item.center, number: index, within: limit, &budget)?.meters == nearest,
        "seed \(seed), \(index)")
    }
    #expect(!budget.isUsedUp)
  }

  @Test func aTreeOfNothingFindsNothing() {
    let tree = PlaceTree([])
    var budget = SearchBudget(fences: 0)
    #expect(tree.count(around: Point(latitude: 0, longitude: 0), &budget) == 0)
  }

  @Test func aSearchEndsWithItsBudget() {
    var random = SplitMix64(seed: 3)
    let tree = PlaceTree(items(.globe, &random, count: 3000))
    var budget = SearchBudget(fences: 0)
    var searches = 0
    while !budget.isUsedUp, searches < 1_000_000 {
      _ = tree.count(around: Point(latitude: random.uniform(-90, 90), longitude: 0), &budget)
      searches += 1
    }
    #expect(budget.isUsedUp)
    #expect(budget.steps > -3000)
  }
}
