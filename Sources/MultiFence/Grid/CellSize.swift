import GeoPolicy

/// How wide the finest cells of a grid should be, and how far around a cell the fences are its candidates too.
///
/// Four times the median exit radius at least: then an ordinary fence lies in two or three cells. Wider ones, up to eight
/// times that, let devices move farther before they have to be looked at again, and a fence lies in fewer cells; but each
/// look has more candidates. Fences are crowded where people are, and so are devices: what counts is how many fences the
/// cell of a fence holds.
///
/// A margin lets devices move beyond the edge of their cell as well, at the price of more candidates and of more cells for
/// each fence. For the same number of candidates it saves more looks than wider cells do: of all places in a cell, most are
/// near an edge.
struct CellSize: Equatable {
  var meters: Double
  /// A fence is a candidate of the cells within this share of a cell's width of its exit circle.
  var margin: Double

  /// A look at so many fences costs about as much as the looks that wider cells save.
  private static let crowd = 10.0
  private static let widestMargin = 0.1
  /// The margin is narrower where an ordinary fence would be a candidate of more cells than this, for the memory's sake.
  private static let cellsOfFence = 2.5
  /// Wider cells than these are not flat enough for the filter to tell most answers by itself; only radii ask for them.
  private static let flatMeters = 16_000.0
  /// Fences whose neighbors are counted: enough for a mean, and sorted within some milliseconds.
  private static let sampleCount = 1 << 15
}

extension CellSize {
  /// Cells for these fences, as wide as wanted or else as suits them; for a policy's own fences where there are none.
  ///
  /// - Complexity: O(n log n) for the median, at worst seven times O(m log m) for m = 32 768 fences.
  static func fitting(
    _ fences: some RandomAccessCollection<Fence>, meters: Double?, otherwise policy: FencePolicy
  ) -> Self {
    guard !fences.isEmpty else {
      return Self(meters: meters ?? 4 * policy.exitRadiusMeters, exitRadiusMeters: policy.exitRadiusMeters)
    }
    let radii = fences.map(\.exitRadiusMeters).sorted()
    let median = radii[radii.count / 2]
    return Self(meters: meters ?? Self.meters(for: fences, medianExitMeters: median), exitRadiusMeters: median)
  }

  /// Cells with the margin that suits fences of an exit radius.
  private init(meters: Double, exitRadiusMeters: Double) {
    self.meters = meters
    let margin = (Self.cellsOfFence.squareRoot() - 1) / 2 - exitRadiusMeters / meters
    self.margin = min(max(margin, 0), Self.widestMargin)
  }

  private static func meters(
    for fences: some RandomAccessCollection<Fence>, medianExitMeters: Double
  ) -> Double {
    let step = max(1, Double(fences.count) / Double(sampleCount))
    let centers = (0..<min(fences.count, sampleCount)).map { index in
      fences[fences.index(fences.startIndex, offsetBy: Int(Double(index) * step))].center
    }
    var meters = max(4 * medianExitMeters, FenceGrid.minimumCellMeters)
    let widest = min(8 * meters, max(meters, flatMeters)) * 1.001
    while meters * 2.0.squareRoot() <= widest {
      let wider = meters * 2.0.squareRoot()
      if crowding(centers, cellMeters: wider, step: step) > crowd { break }
      meters = wider
    }
    return meters
  }

  /// The mean number of fences in the cell of a fence, from every `step`-th.
  private static func crowding(_ centers: [Point], cellMeters: Double, step: Double) -> Double {
    let rowsPerDegree = earthRadiusMeters * .pi / 180 / cellMeters
    let cells = centers.map { center in
      let row = ((center.latitude + 90) * rowsPerDegree).rounded(.down)
      let parallel = cosine(center.latitude * .pi / 180)
      let column = ((center.longitude + 180) * rowsPerDegree * parallel).rounded(.down)
      return UInt64(max(row, 0)) << 32 | UInt64(max(column, 0))
    }.sorted()
    var pairs = 0.0
    var start = 0
    for end in 1...cells.count where end == cells.count || cells[end] != cells[start] {
      pairs += Double(end - start) * Double(end - start - 1)
      start = end
    }
    return 1 + pairs / Double(cells.count) * step
  }
}
