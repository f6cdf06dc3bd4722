import GeoPolicy
import Testing

/// Histories that break a careless skip of samples, each with the right answer to its last sample, of both engines.
///
/// Every one makes sure that samples are skipped at all where they may be, for a skip that never happens breaks nothing.
@Suite(.serialized) struct SafeSkipTests {
  /// A world whose device stands settled at a place, with an anchor: two samples passed over already.
  private func settled(
    at place: Double, enterConfirmations: Int = 1, exitConfirmations: Int = 1, hasG: Bool = true,
    _ accepted: LineWorld.Accepted = .pq
  ) throws -> LineWorld {
    let world = try LineWorld(
      enterConfirmations: enterConfirmations, exitConfirmations: exitConfirmations, hasG: hasG)
    for _ in 0..<5 { world.sample(place, accepted) }
    try #require(world.skips >= 2)
    return world
  }

  @Test func runIsNotSkippedOver() throws {
    let world = try settled(at: 1, exitConfirmations: 3)
    #expect(world.sample(9, .pq) == "")
    #expect(world.sample(9, .pq) == "")
    #expect(world.sample(9, .pq) == "exit f from inside")
    let broken = try settled(at: 1, exitConfirmations: 3)
    for place in [9.0, 9, 1, 9, 9] { #expect(broken.sample(place, .pq) == "") }
    #expect(broken.sample(9, .pq) == "exit f from inside")
    let entering = try settled(at: 20, enterConfirmations: 2)
    for place in [1.0, 1.1] { #expect(entering.sample(place, .pq) == (place == 1 ? "" : "enter f from outside")) }
  }

  @Test(arguments: [0.0, 1e-9, 1e-7, 1e-6, 1e-4, 0.01]) func edgeIsNotSkippedOver(past: Double) throws {
    let world = try settled(at: 20)
    #expect(world.sample(2 - past - 1e-9, .pq) == "enter f from outside")
    for _ in 0..<5 { world.sample(1, .pq) }
    #expect(world.sample(4 + past + 1e-9, .pq) == "exit f from inside")
  }

  @Test func distanceIsMeasuredFromTheAnchor() throws {
    let world = try settled(at: 20)
    var place = 20.0
    // Steps much shorter than the way to the edge, which add up to it.
    while place > 2.5 {
      #expect(world.sample(place, .pq) == "")
      place -= 0.37
    }
    #expect(world.sample(1.99, .pq) == "enter f from outside")
    let away = try settled(at: 0.1)
    for step in 0..<35 { #expect(away.sample(0.1 + Double(step) * 0.11, .pq) == "") }
    #expect(away.sample(4.01, .pq) == "exit f from inside")
  }

  /// With two exceptions and more, what is kept of the anchor is kept elsewhere.
  @Test func anchorMovesAlongWithManyExceptions() throws {
    let world = try LineWorld()
    for name in ["h", "i", "j"] { try world.change(.add(world.fence(Identifier(name), at: 0, enter: 100, exit: 150))) }
    for _ in 0..<5 { world.sample(20, .pq) }
    let skips = world.skips
    try #require(skips >= 2)
    var place = 20.0
    while place > 2.5 {
      #expect(world.sample(place, .pq) == "")
      place -= 0.37
    }
    #expect(world.skips > skips)
    #expect(world.sample(1.99, .pq) == "enter f from outside")
  }

  /// What a sample changed is known after it: the next one near it need not be looked at.
  @Test func transitionsAnchorToo() throws {
    let world = try settled(at: 2.5)
    for (place, near, answer) in [(1.9, 1.7, "enter f from unknown"), (3.7, 3.6, ""), (4.1, 4.3, "exit f from inside")]
    {
      #expect(world.sample(place, .pq) == answer)
      let skips = world.skips
      #expect(world.sample(near, .pq) == "")
      #expect(world.skips == skips + 1, "after \(answer)")
    }
    #expect(world.sample(2.01, .pq) == "")
    #expect(world.sample(1.99, .pq) == "enter f from outside")
    #expect(world.sample(4.01, .pq) == "exit f from inside")
    // The first sample of all, in the band: both edges count.
    for (place, answer) in [(1.99, "enter f from unknown"), (4.01, "")] {
      let fresh = try LineWorld()
      for place in [3.0, 3.1] { #expect(fresh.sample(place, .pq) == "") }
      #expect(fresh.sample(place, .pq) == answer)
      #expect(fresh.sample(1.99, .pq) == (answer == "" ? "enter f from outside" : ""))
    }
  }

  /// A run that a sample begins or goes on with is in progress after it.
  @Test func transitionsWithRunsDoNotAnchor() throws {
    // After moves so short that the slack would be worth an anchor.
    let leaving = try settled(at: 1, exitConfirmations: 2)
    #expect(leaving.sample(3.8, .pq) == "")
    var skips = leaving.skips
    #expect(leaving.sample(4.1, .pq) == "")
    #expect(leaving.sample(4.11, .pq) == "exit f from inside")
    #expect(leaving.skips == skips)
    let entering = try settled(at: 4.5, enterConfirmations: 2)
    skips = entering.skips
    #expect(entering.sample(1.9, .pq) == "")
    #expect(entering.sample(1.899, .pq) == "enter f from outside")
    #expect(entering.skips == skips)
    // One of two policies accepted: the other's fences have not been judged.
    let half = try LineWorld()
    try half.change(.add(half.fence("q", at: 0, of: "Q")))
    for _ in 0..<3 { half.sample(4.5, .pq) }
    #expect(half.sample(1.9, .p) == "enter f from outside")
    #expect(half.sample(1.899, .pq) == "enter q from outside")
  }

  @Test func unknownHasTwoEdges() throws {
    let inward = try settled(at: 2.6)
    #expect(inward.sample(1.99, .pq) == "enter f from unknown")
    let outward = try settled(at: 3.4)
    #expect(outward.sample(4.01, .pq) == "")
    #expect(outward.sample(1.99, .pq) == "enter f from outside")
  }

  @Test func maskIsRespected() throws {
    let world = try LineWorld()
    for _ in 0..<5 { #expect(world.sample(1, .q) == "") }
    #expect(world.sample(1, .pq) == "enter f from unknown")
  }

  @Test func maskIsReplacedNotUnited() throws {
    let world = try settled(at: 20)
    try world.change(.edit(world.fence("f", at: 0, enter: 2.5)))
    // P judged from afar, Q nearby; that Q finds nothing here says nothing of P.
    for place in [20.0, 20.1] { #expect(world.sample(place, .p) == "") }
    for _ in 0..<4 { #expect(world.sample(2.4, .q) == "") }
    #expect(world.sample(2.4, .pq) == "enter f from outside")
  }

  @Test func fenceChangeVoidsTheAnchor() throws {
    let added = try settled(at: 20)
    try added.change(.add(added.fence("new", at: 20)))
    #expect(added.sample(20, .pq) == "enter new from unknown")
    let edited = try settled(at: 20)
    try edited.change(.edit(edited.fence("f", at: 20)))
    #expect(edited.sample(20, .pq) == "enter f from outside")
    let removed = try settled(at: 1)
    try removed.change(.remove("f"))
    #expect(removed.sample(1, .pq) == "removed f from inside")
    let widened = try settled(at: 20)
    try widened.change(.edit(widened.fence("f", at: 0, enter: 25, exit: 30)))
    #expect(widened.sample(20, .pq) == "enter f from outside")
    let narrowed = try settled(at: 1)
    try narrowed.change(.edit(narrowed.fence("f", at: 0, enter: 0.5, exit: 0.6)))
    #expect(narrowed.sample(1, .pq) == "exit f from inside")
  }

  /// The fences of the next cell are unknown to this one: its edge ends the slack.
  @Test func cellsEndTheSlack() throws {
    for start in stride(from: 10.0, to: 300, by: 7) {
      let world = try LineWorld(hasG: false, cellSizeMeters: 64)
      try world.change(.add(world.fence("far", at: 400)))
      for _ in 0..<5 { #expect(world.sample(start, .pq) == "") }
      #expect(world.sample(399, .pq) == "enter far from outside", "start \(start)")
      #expect(world.sample(1, .pq) == "exit far from inside, enter f from outside", "start \(start)")
    }
  }

  @Test func anchorEndsWithARevocation() throws {
    let world = try settled(at: 1)
    world.revoke()
    #expect(world.sample(1, .pq) == "refused unauthorized")
    world.grant()
    #expect(world.sample(1, .pq) == "enter f from unknown")
    #expect(world.sample(9, .pq) == "exit f from inside")
  }

  /// A sample near the anchor has to wait for one before it in the same batch that leaves the anchor.
  @Test func laterSampleOfABatchWaits() throws {
    let world = try settled(at: 20)
    #expect(
      world.batch([1, 20, 1, 20], .pq)
        == [
          "enter f from outside", "exit f from inside", "enter f from outside", "exit f from inside",
        ].joined(separator: ", "))
    let confirmed = try settled(at: 20, enterConfirmations: 2)
    #expect(confirmed.batch([1, 20, 1, 20], .pq) == "")
    #expect(confirmed.batch([1, 1, 20], .pq) == "enter f from outside, exit f from inside")
  }

  @Test func skipMovesTimeAndPlace() throws {
    let world = try settled(at: 20)
    let skips = world.skips
    #expect(world.sample(20.5, .pq, time: 100) == "")
    #expect(world.skips == skips + 1)
    #expect(world.sample(20.6, .pq, time: 99) == "refused outOfOrder")
    #expect(world.sample(20.5, .pq, time: 100) == "refused duplicate")
    #expect(world.sample(20, .pq, time: 100) == "")
    #expect(world.sample(20.5, .pq, time: 100) == "")
  }

  @Test func refusalMovesNothing() throws {
    let world = try settled(at: 20)
    #expect(world.sample(2.1, .none, time: 1000) == "refused accuracyTooCoarse")
    #expect(world.sample(20, .pq, time: 500) == "")
    #expect(world.sample(1.9, .pq, time: 501) == "enter f from outside")
  }
}
