import GeoPolicy
import Testing

@Suite struct TransitionTests {
  @Test(
    arguments: [
      (0, .within), (79.9, .within), (80, .within), (80.0.nextUp, .band), (100, .band), (120.0.nextDown, .band),
      (120, .beyond), (1e300, .beyond), (-0.0, .within), (-5e-300, nil), (-1, nil), (.nan, nil), (.infinity, nil),
      (-.infinity, nil),
    ] as [(Double, RadiusZone?)])
  func zones(distance: Double, expected: RadiusZone?) {
    #expect(RadiusZone(distanceMeters: distance, enterRadiusMeters: 80, exitRadiusMeters: 120) == expected)
  }

  @Test func edgeOfEqualRadiiIsInside() {
    func zone(_ distance: Double) -> RadiusZone? {
      RadiusZone(distanceMeters: distance, enterRadiusMeters: 100, exitRadiusMeters: 100)
    }
    #expect(zone(100) == .within)
    #expect(zone(100.0.nextUp) == .beyond)
  }

  /// All histories of up to seven zones under all confirmations up to three, against the rule in its own words: the state
  /// changes if the last k samples since the last change all asked for the other side.
  @Test(arguments: 1...3, 1...3)
  func allShortHistories(enterConfirmations: Int, exitConfirmations: Int) {
    let zones: [RadiusZone] = [.within, .band, .beyond]
    for length in 0...7 {
      for number in 0..<Int((0..<length).reduce(1) { product, _ in product * 3 }) {
        var history: [RadiusZone] = []
        var digits = number
        for _ in 0..<length {
          history.append(zones[digits % 3])
          digits /= 3
        }
        var memory = Hysteresis()
        for zone in history {
          memory.accept(zone, enterConfirmations: enterConfirmations, exitConfirmations: exitConfirmations)
        }
        let expected = Self.stateByTheRule(history, enterConfirmations, exitConfirmations)
        #expect(memory.state == expected, "\(history)")
        #expect(memory.run < max(enterConfirmations, exitConfirmations), "\(history)")
      }
    }
  }

  private static func stateByTheRule(_ history: [RadiusZone], _ enter: Int, _ exit: Int) -> FenceState {
    var state = FenceState.unknown
    var since: [RadiusZone] = []
    for zone in history {
      since.append(zone)
      let before = state
      switch state {
      case .unknown:
        if zone != .band { state = zone == .within ? .inside : .outside }
      case .outside:
        if since.count >= enter && since.suffix(enter).allSatisfy({ $0 == .within }) { state = .inside }
      case .inside:
        if since.count >= exit && since.suffix(exit).allSatisfy({ $0 == .beyond }) { state = .outside }
      }
      if state != before { since = [] }
    }
    return state
  }

  @Test func runsCount() {
    var memory = Hysteresis(state: .outside)
    memory.accept(.within, enterConfirmations: 3, exitConfirmations: 1)
    #expect(memory == Hysteresis(state: .outside, run: 1))
    memory.accept(.within, enterConfirmations: 3, exitConfirmations: 1)
    #expect(memory == Hysteresis(state: .outside, run: 2))
    memory.accept(.band, enterConfirmations: 3, exitConfirmations: 1)
    #expect(memory == Hysteresis(state: .outside, run: 0))
    for _ in 0..<3 { memory.accept(.within, enterConfirmations: 3, exitConfirmations: 1) }
    #expect(memory == Hysteresis(state: .inside, run: 0))
    memory.accept(.beyond, enterConfirmations: 3, exitConfirmations: 1)
    #expect(memory == Hysteresis(state: .outside, run: 0))
  }

  @Test(arguments: FenceState.allCases, [RadiusZone.within, .band, .beyond])
  func oneConfirmationNeverLeavesARun(state: FenceState, zone: RadiusZone) {
    var memory = Hysteresis(state: state)
    memory.accept(zone, enterConfirmations: 1, exitConfirmations: 1)
    #expect(memory.run == 0)
  }
}
