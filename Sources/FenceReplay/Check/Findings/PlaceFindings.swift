internal import FenceData
import GeoPolicy

extension CheckReport {
  /// Fences at latitude 0, longitude 0, and fences that share their center.
  mutating func findSharedPlaces(_ places: FencePlaces) {
    let zeros = fences.indices.filter {
      abs(fences[$0].center.latitude) < 1e-5 && abs(fences[$0].center.longitude) < 1e-5
    }
    add(.zeroCoordinates, zeros) { _ in ("within 2 m of it", nil) }

    var twins: [(index: Int, other: Int)] = []
    var sharers: [(index: Int, other: Int)] = []
    for place in 0..<places.count where places[place].count > 1 {
      var firstOfRing: [Ring: Int] = [:]
      for index in places[place] {
        let ring = Ring(fences[index])
        if let first = firstOfRing[ring] {
          twins.append((index, first))
        } else {
          if let first = places[place].first, first != index { sharers.append((index, first)) }
          firstOfRing[ring] = index
        }
      }
    }
    add(.duplicateFence, twins)
    add(.sharedCenter, sharers)
  }

  private mutating func add(_ kind: FindingKind, _ pairs: [(index: Int, other: Int)]) {
    let sorted = pairs.sorted { $0.index < $1.index }
    let others = Dictionary(uniqueKeysWithValues: sorted.map { ($0.index, $0.other) })
    add(kind, sorted.map(\.index)) { ("same center", others[$0]) }
  }
}

/// What besides the center makes two fences answer alike.
private struct Ring: Hashable {
  let enter, exit: Double
  let policy: Int

  init(_ fence: Fence) {
    enter = fence.enterRadiusMeters
    exit = fence.exitRadiusMeters
    policy = fence.policyIndex
  }
}
