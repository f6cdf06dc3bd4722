import GeoPolicy

extension CheckReport {
  /// What shows by the circles around a fence: near centers, circles within circles, and many over each other.
  mutating func findNeighbors(_ places: FencePlaces) {
    let tree = PlaceTree(Self.circles(of: fences, places))
    findNearbyCenters(places, tree)
    findSwallowed(places, tree)
    findOverlaps(places, tree)
  }

  /// All enter circles, those of one place and radius as one.
  private static func circles(of fences: [Fence], _ places: FencePlaces) -> [PlaceTree.Item] {
    var items: [PlaceTree.Item] = []
    items.reserveCapacity(places.count)
    for place in 0..<places.count {
      let begin = items.count
      // A sort, even of one, takes memory of its own; nearly all places have one fence.
      let byRadius =
        places[place].count == 1
        ? places[place]
        : places[place].sorted {
          (fences[$0].enterRadiusMeters, $0) < (fences[$1].enterRadiusMeters, $1)
        }[...]
      for index in byRadius {
        let radius = fences[index].enterRadiusMeters
        if items.count > begin, items[items.count - 1].radiusMeters == radius {
          items[items.count - 1].count += 1
        } else {
          items.append(
            PlaceTree.Item(center: fences[index].center, radiusMeters: radius, place: place, fence: index, count: 1))
        }
      }
    }
    return items
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
    add(.nearbyCenter, found.keys.sorted()) { _ in ("", nil) }
    guard let position = findings.firstIndex(where: { $0.kind == .nearbyCenter }) else { return }
    // Of two that are each other's nearest the later one is shown, which names the earlier.
    let later = found.filter { $0.key > $0.value.other }.sorted { $0.key < $1.key }
    findings[position].examples = later.prefix(settings.exampleLimit).map { index, near in
      example(index, ("\(Shown.meters(near.meters)) away", near.other))
    }
  }

  private mutating func findSwallowed(_ places: FencePlaces, _ tree: PlaceTree) {
    var budget = SearchBudget(fences: fences.count)
    var found: [Int: Int] = [:]
    // Fences of one place that ask the same get one answer.
    var answers: [SIMD2<Double>: PlaceTree.Item?] = [:]
    for place in 0..<places.count {
      if !answers.isEmpty { answers = [:] }
      for index in places[place] {
        let fence = fences[index]
        let question = SIMD2(fence.enterRadiusMeters, fence.exitRadiusMeters)
        let answer =
          answers[question]
          ?? tree.circle(
            around: fence.center, insetMeters: fence.exitRadiusMeters, number: place,
            ownRadius: fence.enterRadiusMeters, &budget)
        if places[place].count > 1 { answers[question] = .some(answer) }
        if let answer { found[index] = answer.fence }
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
    var counted = 0
    for place in 0..<places.count {
      guard let first = places[place].first else { continue }
      let depth = tree.count(around: fences[first].center, &budget)
      if budget.isUsedUp { break }
      counted += 1
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
    let extent = counted < places.count ? "\(counted) of \(places.count) centers" : "all centers"
    let detail = "up to \(most), counted at \(extent)"
    add(.heavyOverlap, depths.keys.sorted(), detail: detail) { _ in ("", nil) }
    guard let position = findings.firstIndex(where: { $0.kind == .heavyOverlap }) else { return }
    findings[position].examples = heaps.map { example($0, ("within \(depths[$0] ?? 0) enter circles", nil)) }
  }
}
