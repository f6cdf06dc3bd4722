import GeoPolicy
import Testing

/// The package as an article's reader would first test it.
@Suite struct ArticleTests {
  @Test func distanceAcrossTheDateLine() throws {
    let east = Point(latitude: 0, longitude: 179.999)
    let west = Point(latitude: 0, longitude: -179.999)
    let there = try #require(meters(east, west))
    let back = try #require(meters(west, east))
    #expect(abs(there - 222.39) < 0.5)
    #expect(abs(there - back) < 0.001)
    #expect(meters(east, east) == 0)
  }

  @Test func pointOutOfRangeHasNoDistance() {
    let shop = Point(latitude: 40, longitude: -75)
    let broken = Point(latitude: 91, longitude: -75)
    #expect(!broken.valid)
    #expect(shop.valid)
    #expect(meters(shop, broken) == nil)
    #expect(meters(broken, shop) == nil)
  }

  @Test func walkThroughTheBand() {
    let distances: [Double] = [79, 85, 110, 119.9, 120, 100, 80]
    let expected: [FenceState] = [.inside, .inside, .inside, .inside, .outside, .outside, .inside]
    var state = FenceState.outside
    var seen: [FenceState] = []
    for distance in distances {
      state = nextState(previous: state, distance: distance, accuracy: 10)
      seen.append(state)
    }
    #expect(seen == expected)
  }

  @Test(arguments: [FenceState.unknown, .outside, .inside], [-1, 30.01, Double.nan, Double.infinity])
  func badAccuracyChangesNothing(state: FenceState, accuracy: Double) {
    #expect(nextState(previous: state, distance: 10, accuracy: accuracy) == state)
    #expect(nextState(previous: state, distance: 1000, accuracy: accuracy) == state)
  }

  @Test(
    arguments: [FenceState.unknown, .outside, .inside], [-1, -0.001, Double.nan, Double.infinity, -Double.infinity])
  func badDistanceChangesNothing(state: FenceState, distance: Double) {
    #expect(nextState(previous: state, distance: distance, accuracy: 10) == state)
  }

  @Test func unknownStaysUnknownInTheBand() {
    #expect(nextState(previous: .unknown, distance: 100, accuracy: 10) == .unknown)
    #expect(nextState(previous: .unknown, distance: 80.1, accuracy: 10) == .unknown)
    #expect(nextState(previous: .unknown, distance: 119.9, accuracy: 10) == .unknown)
    #expect(nextState(previous: .unknown, distance: 120, accuracy: 10) == .outside)
  }

  @Test func edgesCount() {
    #expect(nextState(previous: .unknown, distance: 80, accuracy: 30) == .inside)
    #expect(nextState(previous: .outside, distance: 80, accuracy: 30) == .inside)
    #expect(nextState(previous: .inside, distance: 120, accuracy: 30) == .outside)
    #expect(nextState(previous: .outside, distance: 0, accuracy: 0) == .inside)
  }

  @Test func distanceOfPlacesFeedsTheTransition() {
    let shop = Point(latitude: 40, longitude: -75)
    let near = Point(latitude: 40.0005, longitude: -75)
    let broken = Point(latitude: .nan, longitude: -75)
    // Optional and plain arguments both fit.
    let distance: Double? = meters(shop, near)
    let accuracy: Double? = 12
    let none: Double? = nil
    #expect(nextState(previous: .unknown, distance: distance, accuracy: accuracy) == .inside)
    #expect(nextState(previous: .unknown, distance: 55.5, accuracy: 12.0) == .inside)
    #expect(nextState(previous: .inside, distance: meters(shop, broken), accuracy: accuracy) == .inside)
    #expect(nextState(previous: .outside, distance: distance, accuracy: none) == .outside)
    #expect(nextState(previous: .outside, distance: distance, accuracy: nil) == .outside)
    #expect(nextState(previous: .outside, distance: nil, accuracy: 5) == .outside)
  }

  @Test func statesAreThree() {
    for state in FenceState.allCases {
      switch state {
      case .unknown: #expect("\(state)" == "unknown")
      case .outside: #expect("\(state)" == "outside")
      case .inside: #expect("\(state)" == "inside")
      }
    }
    #expect(FenceState.allCases.count == 3)
  }
}
