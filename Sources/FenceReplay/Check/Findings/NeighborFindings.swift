import GeoPolicy

extension CheckReport {
  /// What shows by the circles around a fence: near centers, circles within circles, and many over each other.
  mutating func findNeighbors(_ places: FencePlaces) {
    let (tree, first) = Self.tree(of: fences, places)
    findNearbyCenters(places, tree)
    findSwallowed(places, tree, first)
    findOverlaps(places, tree)
  }

  /// The tree of all enter circles, and for each item's place and radius the first fence that has them.
  private static func tree(of fences: [Fence], _ places: FencePlaces) -> (PlaceTree, [CircleKey: Int]) {
    var items: [PlaceTree.Item] = []
    var first: [CircleKey: Int] = [:]
    for place in 0..<places.count {
      let begin = items.count
      for index in places[place].sorted(by: { fences[$0].enterRadiusMeters < fences[$1].enterRadiusMeters }) {
        let radius = fences[index].enterRadiusMeters
        if items.count > begin, items[items.count - 1].radiusMeters == radius {
          items[items.count - 1].count += 1
        } else {
          items.append(PlaceTree.Item(center: fences[index].center, radiusMeters: radius, place: place, count: 1))
          first[CircleKey(place: place, radius: radius)] = index
        }
      }
    }
    return (PlaceTree(items), first)
  }

  /// Centers that are farther apart are two places, whoever wrote them.
  static var nearbyMeters: Double { 5 }

  private mutating func findNearbyCenters(_ places: FencePlaces, _ tree: PlaceTree) {
    var budget = SearchBudget(fences: fences.count)
    var found: [Int: (other: Int, meters: Double)] = [:]
    for place in 0..<places.count {
      guard let first = places[place].first else { continue }
      guard
        let near = tree.neighbor(
          of: fences[first].center, number: place, within: Self.nearbyMeters, &budget),
        let other = places[near.item.place].first
      else { continue }
      for index in places[place] { found[index] = (other, near.meters) }
    }
    if budget.isUsedUp { unfinished.append(FindingKind.nearbyCenter.rawValue) }
    add(.nearbyCenter, found.keys.sorted()) { index in
      ("\(Shown.meters(found[index]?.meters ?? 0)) away", found[index]?.other)
    }
  }

  private mutating func findSwallowed(_ places: FencePlaces, _ tree: PlaceTree, _ first: [CircleKey: Int]) {
    var budget = SearchBudget(fences: fences.count)
    var found: [Int: Int] = [:]
    for place in 0..<places.count {
      // Fences that ask the same get one answer.
      var answers: [SIMD2<Double>: PlaceTree.Item?] = [:]
      for index in places[place] {
        let fence = fences[index]
        let question = SIMD2(fence.enterRadiusMeters, fence.exitRadiusMeters)
        let answer: PlaceTree.Item?
        if let known = answers[question] {
          answer = known
        } else {
          answer = tree.circle(
            around: fence.center, insetMeters: fence.exitRadiusMeters, number: place,
            ownRadius: fence.enterRadiusMeters, &budget)
          answers[question] = .some(answer)
        }
        guard let answer else { continue }
        found[index] = first[CircleKey(place: answer.place, radius: answer.radiusMeters)]
      }
    }
    if budget.isUsedUp { unfinished.append(FindingKind.swallowed.rawValue) }
    let shown = fences
    add(.swallowed, found.keys.sorted()) { index in
      let other = found[index]
      let meters = other.flatMap { GeoPolicy.meters(shown[index].center, shown[$0].center) } ?? 0
      let reach = "leaves at \(Shown.meters(shown[index].exitRadiusMeters)), \(Shown.meters(meters)) from the center"
      return ("\(reach) of one that enters at \(Shown.meters(other.map { shown[$0].enterRadiusMeters } ?? 0))", other)
    }
  }

  /// So many enter circles over one center are worth a word.
  static var heavyOverlap: Int { 10 }

  private mutating func findOverlaps(_ places: FencePlaces, _ tree: PlaceTree) {
    var budget = SearchBudget(fences: fences.count)
    var depths: [Int: Int] = [:]
    for place in 0..<places.count {
      guard let first = places[place].first else { continue }
      let depth = tree.count(around: fences[first].center, &budget)
      if budget.isUsedUp { break }
      guard depth >= Self.heavyOverlap else { continue }
      for index in places[place] { depths[index] = depth }
    }
    if budget.isUsedUp { unfinished.append(FindingKind.heavyOverlap.rawValue) }
    // Of one heap the first of its heaviest is shown, and then places that lie outside of its circle.
    var heaps: [Int] = []
    for index in depths.keys.sorted(by: { (depths[$1] ?? 0, $0) < (depths[$0] ?? 0, $1) }) {
      if heaps.count == settings.exampleLimit { break }
      let isElsewhere = heaps.allSatisfy { heap in
        (meters(fences[heap].center, fences[index].center) ?? 0)
          > fences[heap].enterRadiusMeters + fences[index].enterRadiusMeters
      }
      if isElsewhere { heaps.append(index) }
    }
    guard let most = heaps.first.flatMap({ depths[$0] }) else { return }
    add(.heavyOverlap, depths.keys.sorted(), detail: "up to \(most), counted at the centers") { _ in ("", nil) }
    guard let position = findings.firstIndex(where: { $0.kind == .heavyOverlap }) else { return }
    findings[position].examples = heaps.map { example($0, ("within \(depths[$0] ?? 0) enter circles", nil)) }
  }
}

/// A center and an enter radius.
private struct CircleKey: Hashable {
  let place: Int
  let radius: Double
}
