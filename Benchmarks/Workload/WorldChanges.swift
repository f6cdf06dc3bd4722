import GeoPolicy

/// How the fences of a ``RandomWorld`` change while it runs.
extension WorldBuilder {
  /// Makes a batch of changes, each valid after those before it.
  mutating func makeChanges() -> [FenceChange] {
    let count = random.pick([1, 1, 2, random.whole(1...8)])
    var changes: [FenceChange] = []
    // Sometimes several changes of one fence in one batch: its end alone must not decide.
    var again: Identifier?
    while changes.count < count {
      let change = makeChange(of: random.chance(0.3) ? again : nil)
      switch change {
      case .add(let fence), .edit(let fence): again = fence.id
      case .remove(let id): again = id
      }
      changes.append(change)
    }
    return changes
  }

  private mutating func makeChange(of wanted: Identifier?) -> FenceChange {
    if let wanted, let place = free.firstIndex(of: wanted) { return addAgain(freePlace: place) }
    guard !live.isEmpty else { return addNew() }
    // Devices care for the fences that they are around: mostly change these.
    let aimed = random.chance(0.7) ? random.pick(devices).target : nil
    let place = (wanted ?? aimed).flatMap { id in live.firstIndex { $0.id == id } } ?? random.below(live.count)
    switch random.below(10) {
    case 0: return addNew()
    case 1, 2: return free.isEmpty ? addNew() : addAgain(freePlace: random.below(free.count))
    case 3, 4: return remove(at: place)
    default: return edit(at: place)
    }
  }

  private mutating func addNew() -> FenceChange {
    let count = live.count
    while live.count == count { addFences(of: random.pick(traits.layouts), atMost: 1) }
    return .add(live[count])
  }

  private mutating func addAgain(freePlace: Int) -> FenceChange {
    let id = free.remove(at: freePlace)
    let center = random.pick(devices).place
    let enter = random.pick([80, random.logUniform(1, 10_000)])
    let fence = makeFence(
      id, at: random.chance(0.7) ? around(center, within: 2 * enter) : Geodesy.anywhere(&random), enter: enter,
      exit: random.pick([nil, enter]))
    live.append(fence)
    return .add(fence)
  }

  private mutating func remove(at place: Int) -> FenceChange {
    let id = live.remove(at: place).id
    free.append(id)
    exactPlaces[id] = nil
    return .remove(id)
  }

  private mutating func edit(at place: Int) -> FenceChange {
    let old = live[place]
    var center = old.center
    var enter = old.enterRadiusMeters
    var exit = old.exitRadiusMeters
    var policy = policies.names[old.policyIndex]
    switch random.below(6) {
    case 0: center = around(center, within: 2 * exit)
    case 1: center = Geodesy.anywhere(&random)
    case 2:
      let factor = random.logUniform(1, 20)
      enter *= factor
      exit *= factor
    case 3:
      let factor = random.logUniform(0.05, 1)
      enter *= factor
      exit *= factor
    case 4: exit = enter * random.pick([1, random.uniform(1, 3)])
    default: policy = random.pick(policies.names)
    }
    let edited = valid { () throws(FenceError) in
      try Fence(
        id: old.id, center: center, enterRadiusMeters: enter, exitRadiusMeters: exit, policy: policy, in: policies)
    }
    // A move to another policy is a removal and an addition: the fence goes to the end of the order.
    if edited.policyIndex == old.policyIndex {
      live[place] = edited
    } else {
      live.remove(at: place)
      live.append(edited)
    }
    return .edit(edited)
  }
}
