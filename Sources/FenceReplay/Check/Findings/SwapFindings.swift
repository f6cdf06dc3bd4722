import GeoPolicy

extension CheckReport {
  /// Fences whose center is a place as it stands, but most likely another one: with latitude and longitude exchanged
  /// they would be where the others are.
  ///
  /// The globe is cut into cells of about 111 km, and fences within two cells of each other form a group. A group is
  /// suspected where most of its fences, exchanged, fall into cells of a group that is at least three times as large, or
  /// beside them. A file that covers more than a tenth of the globe is not judged: there an exchanged place is always near
  /// something.
  mutating func findSuspectedSwaps() {
    let cells = DegreeCells()
    var counts = Array(repeating: 0, count: cells.count)
    for fence in fences { counts[cells.cell(of: fence.center)] += 1 }
    guard cells.share(near: counts) <= 0.1 else { return }
    let groups = cells.groups(counts)
    var sizes: [Int: Int] = [:]
    for cell in counts.indices where counts[cell] > 0 { sizes[groups[cell], default: 0] += counts[cell] }
    var suspects: [Int: [Int]] = [:]
    for (index, fence) in fences.enumerated() {
      let exchanged = Point(latitude: fence.center.longitude, longitude: fence.center.latitude)
      guard exchanged.valid else { continue }
      let group = groups[cells.cell(of: fence.center)]
      guard let other = cells.group(near: exchanged, groups), other != group else { continue }
      guard sizes[other] ?? 0 >= 3 * (sizes[group] ?? 0) else { continue }
      suspects[group, default: []].append(index)
    }
    let believed = suspects.filter { 2 * $0.value.count > (sizes[$0.key] ?? 0) }
    add(.suspectedSwap, believed.values.flatMap { $0 }.sorted()) { _ in
      ("its neighbors are where it would be with latitude and longitude exchanged", nil)
    }
  }
}

/// The globe in cells of about a degree of the equator: rows of latitude, of ever fewer cells towards the poles.
private struct DegreeCells {
  /// Where each row begins.
  private let starts: [Int]

  /// The number of cells, about 41 000.
  var count: Int { starts[Self.rows] }

  private static let rows = 180

  init() {
    var starts = [0]
    for row in 0..<Self.rows { starts.append(starts[row] + degreeCells(atLatitude: Double(row) - 89.5)) }
    self.starts = starts
  }

  func cell(of place: Point) -> Int {
    let row = min(Int(place.latitude + 90), Self.rows - 1)
    return cell(row: row, turn: (place.longitude + 180) / 360)
  }

  private func columns(_ row: Int) -> Int { starts[row + 1] - starts[row] }

  /// The cell of a row at a share of the way around; outside of 0…1 it goes on from the other side.
  private func cell(row: Int, turn: Double) -> Int {
    let turn = turn - turn.rounded(.down)
    return starts[row] + min(Int(turn * Double(columns(row))), columns(row) - 1)
  }

  /// The cells within `reach` rows and columns of a cell, itself among them; some perhaps twice.
  private func neighbors(of cell: Int, row: Int, reach: Int) -> [Int] {
    var found: [Int] = []
    let middle = (Double(cell - starts[row]) + 0.5) / Double(columns(row))
    for other in max(0, row - reach)...min(Self.rows - 1, row + reach) {
      let width = Double(columns(other))
      // A cell of the wider row may reach over three of the narrower one.
      let span = Int((Double(reach) + 0.5) * max(1, width / Double(columns(row))))
      guard 2 * span + 1 < columns(other) else {
        found.append(contentsOf: starts[other]..<starts[other + 1])
        continue
      }
      for step in -span...span { found.append(self.cell(row: other, turn: middle + Double(step) / width)) }
    }
    return found
  }

  private func row(of cell: Int) -> Int {
    var low = 0
    var high = Self.rows
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= cell { low = middle } else { high = middle }
    }
    return low
  }

  /// The share of the globe that is occupied or beside an occupied cell.
  func share(near counts: [Int]) -> Double {
    var isNear = Array(repeating: false, count: count)
    for cell in counts.indices where counts[cell] > 0 {
      for other in neighbors(of: cell, row: row(of: cell), reach: 1) { isNear[other] = true }
    }
    return Double(isNear.count { $0 }) / Double(count)
  }

  /// The group that a place lies in, or beside.
  func group(near place: Point, _ groups: [Int]) -> Int? {
    let cell = cell(of: place)
    if groups[cell] >= 0 { return groups[cell] }
    return neighbors(of: cell, row: row(of: cell), reach: 1).lazy.map { groups[$0] }.first { $0 >= 0 }
  }

  /// The group of each occupied cell, -1 of others: cells within two of each other are in one.
  func groups(_ counts: [Int]) -> [Int] {
    var groups = Array(repeating: -1, count: count)
    for start in counts.indices where counts[start] > 0 && groups[start] < 0 {
      groups[start] = start
      var waiting = [start]
      while let cell = waiting.popLast() {
        for other in neighbors(of: cell, row: row(of: cell), reach: 2) where counts[other] > 0 && groups[other] < 0 {
          groups[other] = start
          waiting.append(other)
        }
      }
    }
    return groups
  }
}
