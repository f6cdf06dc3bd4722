import GeoPolicy
import Testing

/// Histories that break a naive reading of sparse states: each with the right answer to its last sample, of both engines.
@Suite(.serialized) struct HistoryTests {
  @Test func versionsAreKeptByPolicy() throws {
    let world = try LineWorld()
    #expect(world.sample(1, .q) == "")
    #expect(world.sample(1, .p) == "enter f from unknown")
  }

  @Test func rejectionMovesNoVersion() throws {
    let world = try LineWorld()
    #expect(world.sample(1, .none) == "refused accuracyTooCoarse")
    #expect(world.sample(1, .pq) == "enter f from unknown")
  }

  @Test func unknownInTheBandIsStored() throws {
    let world = try LineWorld(enterConfirmations: 2)
    #expect(world.sample(3, .p) == "")
    #expect(world.sample(1, .p) == "enter f from unknown")
  }

  @Test func otherPoliciesSampleDropsNoException() throws {
    let world = try LineWorld()
    #expect(world.sample(3, .p) == "")
    #expect(world.sample(9, .q) == "")
    #expect(world.sample(1, .p) == "enter f from unknown")
  }

  @Test func equalRadiiEnterOnTheEdge() throws {
    // The radius is the distance itself, to the last bit.
    let edge = metersBetweenValid(0, 0, LineWorld.place(2).latitude, 0)
    let world = try LineWorld()
    try world.change(.edit(world.fence("f", at: 0, enter: edge, exit: edge)))
    #expect(world.sample(9, .p) == "")
    #expect(world.sample(2, .p) == "enter f from outside")
    let fresh = try LineWorld()
    try fresh.change(.edit(fresh.fence("f", at: 0, enter: edge, exit: edge)))
    #expect(fresh.sample(2, .p) == "enter f from unknown")
  }

  @Test func runEndsWhereTheFenceIsNoCandidate() throws {
    let world = try LineWorld(enterConfirmations: 2)
    for place in [9.0, 1, 9, 1] { #expect(world.sample(place, .p) == "") }
    #expect(world.sample(1, .p) == "enter f from outside")
    let far = try LineWorld(enterConfirmations: 2)
    for place in [9.0, 1, 9_000_000, 1] { #expect(far.sample(place, .p) == "") }
    #expect(far.sample(1, .p) == "enter f from outside")
  }

  @Test func runOutlastsARefusal() throws {
    let world = try LineWorld(exitConfirmations: 2)
    #expect(world.sample(1, .p) == "enter f from unknown")
    #expect(world.sample(9, .p) == "")
    #expect(world.sample(9, .q) == "")
    #expect(world.sample(9, .p) == "exit f from inside")
  }

  @Test func editKeepsTheState() throws {
    let world = try LineWorld()
    #expect(world.sample(9, .p) == "")
    try world.change(.edit(world.fence("f", at: 8)))
    #expect(world.sample(9, .p) == "enter f from outside")
  }

  @Test func reusedSlotIsAnotherFence() throws {
    let world = try LineWorld()
    #expect(world.sample(1, .p) == "enter f from unknown")
    try world.change(.remove("f"), .add(world.fence("j", at: 0)))
    #expect(world.sample(1, .p) == "removed f from inside, enter j from unknown")
    try world.change(.remove("j"))
    try world.change(.add(world.fence("k", at: 0)))
    #expect(world.sample(1, .p) == "removed j from inside, enter k from unknown")
  }

  /// Nobody was inside, so that the slot is free with the next change; a run is kept at it all the same.
  @Test func runDoesNotPassToTheSlotsNextFence() throws {
    let world = try LineWorld(enterConfirmations: 2)
    for place in [9.0, 1] { #expect(world.sample(place, .p) == "") }
    try world.change(.remove("f"))
    try world.change(.add(world.fence("j", at: 0)))
    #expect(world.sample(1, .p) == "enter j from unknown")
    let band = try LineWorld(enterConfirmations: 2)
    for place in [9.0, 1] { #expect(band.sample(place, .p) == "") }
    try band.change(.remove("f"))
    try band.change(.add(band.fence("j", at: 0, enter: 0.5)))
    #expect(band.sample(1, .p) == "")
    #expect(band.sample(0.1, .p) == "enter j from unknown")
  }

  @Test func returningIDStartsUnknown() throws {
    let world = try LineWorld()
    #expect(world.sample(1, .p) == "enter f from unknown")
    try world.change(.remove("f"), .add(world.fence("f", at: 0)))
    #expect(world.sample(1, .p) == "removed f from inside, enter f from unknown")
  }

  @Test func editToAnotherPolicyIsAReturn() throws {
    let world = try LineWorld()
    #expect(world.sample(1, .p) == "enter f from unknown")
    try world.change(.edit(world.fence("f", at: 0, of: "Q")))
    #expect(world.sample(1, .pq) == "removed f from inside, enter f from unknown")
  }

  @Test func removedWaitsForNoPolicy() throws {
    let world = try LineWorld()
    #expect(world.sample(1, .p) == "enter f from unknown")
    try world.change(.remove("f"))
    #expect(world.sample(9, .q) == "removed f from inside")
  }

  @Test func revocationForgetsVersions() throws {
    let world = try LineWorld()
    #expect(world.sample(9, .pq) == "")
    world.revoke()
    #expect(world.sample(9, .pq, time: 2) == "refused unauthorized")
    world.grant()
    #expect(world.sample(1, .pq) == "enter f from unknown")
  }

  @Test func revocationKeepsTheTime() throws {
    let world = try LineWorld()
    #expect(world.sample(9, .pq, time: 5) == "")
    world.revoke()
    world.grant()
    #expect(world.sample(1, .pq, time: 4) == "refused outOfOrder")
    #expect(world.sample(9, .pq, time: 5) == "refused duplicate")
  }

  @Test func revocationDropsWhatIsOwed() throws {
    let world = try LineWorld()
    #expect(world.sample(1, .p) == "enter f from unknown")
    try world.change(.remove("f"))
    world.revoke()
    world.grant()
    #expect(world.sample(1, .pq) == "")
  }
}
