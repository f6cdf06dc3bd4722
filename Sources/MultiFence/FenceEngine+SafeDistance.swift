import GeoPolicy

extension FenceEngine {
  /// How far a device may move from its last accepted place before any fence could change its state: metres of which all
  /// fewer are safe, at most `limitMeters`.
  ///
  /// While its samples stay nearer than this to that place, no policy, accuracy or confirmation makes any event of them. A
  /// device that is asked to report less often, or a region that is watched in its place, can be given this distance.
  ///
  /// - An outside fence could change within its enter radius, an inside one from its exit radius on, an undecided one at
  ///   either. A millimetre is left for rounding; a whole metre where more than 15 000 km are measured, for towards the
  ///   antipode ``GeoPolicy/meters(_:_:)`` has fewer digits.
  /// - 0 where the next sample may change something wherever it lies: before the first accepted sample, while
  ///   authorization is revoked, while a confirmation run is in progress, and while there are fences, or changes of
  ///   fences, of which some policy in use has not yet accepted a sample.
  /// - Parameter limitMeters: How far to look; not a number or negative counts as 0.
  /// - Complexity: O(cells and fences within the answer), at most O(fences); exact distances for each. For people and
  ///   plans, not for every sample.
  public func safeDistance(of device: UInt32, upTo limitMeters: Double) -> Double {
    guard limitMeters > 0, let record = devices.find(device) else { return 0 }
    let flags = record.pointee.flags
    guard flags.contains(.hasLast), !flags.contains(.isRevoked), hasSeenAllFences(device) else { return 0 }
    var search = SafeDistanceSearch(
      place: MeasuredPlace(latitude: record.pointee.lastLatitude, longitude: record.pointee.lastLongitude),
      meters: limitMeters)
    forEachException(of: device) { exception in
      let slot = FenceWord.slot(exception.word)
      search.take(fences.record(slot).pointee.place, fences.radii(slot).pointee, exception.state.hysteresis)
      search.decided.insert(slot)
    }
    searchOutside(&search)
    return search.meters
  }

  /// Whether every policy in use has accepted a sample of the device since the fences changed last.
  private func hasSeenAllFences(_ device: UInt32) -> Bool {
    let versions = policyVersions(of: device)
    return policies.policies.indices.allSatisfy { policiesInUse & 1 << UInt16($0) == 0 || versions[$0] == version }
  }

  /// Takes all fences that are outside and could be near enough to matter.
  private func searchOutside(_ search: inout SafeDistanceSearch) {
    if grid.fenceCounts[FenceGrid.globeLevel] > 0 { takeCell(FenceGrid.globeKey, &search) }
    for level in grid.levels {
      guard let level, grid.fenceCounts[level.index] > 0 else { continue }
      if !searchOutward(level, &search) { return searchEverywhere(&search) }
    }
  }

  /// Takes the cells around the place, farther and farther, until they reach as far as the distance found.
  ///
  /// A fence of which the enter circle begins `g` metres away is listed in the cell where it begins, for that is a place
  /// within its exit circle. So cells that hold all places within `g` list every fence that is as near as that.
  ///
  /// - Returns: Whether it was finished; not where that would take more cells than there are fences.
  private func searchOutward(_ level: GridLevel, _ search: inout SafeDistanceSearch) -> Bool {
    let center = Point(latitude: search.place.latitude, longitude: search.place.longitude)
    var reach = level.cellMeters / 2
    while true {
      let radius = min(reach, search.meters)
      let cellsAcross = 2 * radius / level.cellMeters + 2
      guard cellsAcross * cellsAcross < Double(fences.slotCount + 64), radius < earthRadiusMeters else { return false }
      level.forEachCell(around: center, radiusMeters: radius) { takeCell(CellEntry.key($0), &search) }
      if radius >= search.meters { return true }
      reach *= 2
    }
  }

  private func takeCell(_ key: UInt64, _ search: inout SafeDistanceSearch) {
    guard let slot = grid.cells.find(key) else { return }
    let entry = CellEntry(packed: slot.pointee.value)
    let block = CandidateBlock(grid.arena.block(entry.start), stride: entry.stride)
    for index in 0..<entry.count { takeOutside(FenceWord.slot(block.word(index)), &search) }
  }

  private func searchEverywhere(_ search: inout SafeDistanceSearch) {
    for slot in 0..<UInt32(fences.slotCount) where fences.record(slot).pointee.isAlive { takeOutside(slot, &search) }
  }

  private func takeOutside(_ slot: UInt32, _ search: inout SafeDistanceSearch) {
    if search.decided.contains(slot) { return }
    search.take(fences.record(slot).pointee.place, fences.radii(slot).pointee, Hysteresis(state: .outside))
  }
}

/// The distance that is still safe, shrinking as fences are taken.
private struct SafeDistanceSearch {
  let place: MeasuredPlace
  var meters: Double
  /// The fences that have an exception; all others are outside.
  var decided: Set<UInt32> = []

  /// The greatest distance that the reference gives.
  private static let halfTurnMeters = Double.pi * earthRadiusMeters
  /// Distances beyond this have an error that matters.
  private static let farMeters = 15_000_000.0

  init(place: MeasuredPlace, meters: Double) {
    self.place = place
    self.meters = meters
  }

  mutating func take(_ fence: MeasuredPlace, _ radii: FenceRadii, _ memory: Hysteresis) {
    if memory.run > 0 { meters = 0 }
    guard meters > 0 else { return }
    let distance = fence.meters(to: place)
    let toEnter = distance - radii.enter - Self.margin(distance, radii.enter)
    // No place lies beyond a circle that holds the globe.
    let toExit =
      radii.exit > Self.halfTurnMeters + 1
      ? .infinity : radii.exit - distance - Self.margin(distance, radii.exit)
    switch memory.state {
    case .outside: meters = min(meters, toEnter)
    case .inside: meters = min(meters, toExit)
    case .unknown: meters = min(meters, toEnter, toExit)
    }
    meters = max(meters, 0)
  }

  private static func margin(_ distance: Double, _ radius: Double) -> Double {
    max(distance, radius) > farMeters ? 1 : 0.001
  }
}
