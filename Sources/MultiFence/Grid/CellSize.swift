import GeoPolicy

/// How wide the finest cells of a grid should be.
///
/// Four times the median exit radius at least: then an ordinary fence lies in two or three cells. Wider ones, up to eight
/// times that, let devices move farther before they have to be looked at again, and a fence lies in fewer cells; but each
/// look has more candidates. Fences are crowded where people are, and so are devices: what counts is how many fences the
/// cell of a fence holds.
enum CellSize {
  /// A look at so many fences costs about as much as the looks that wider cells save.
  private static let crowd = 10.0
  /// Wider cells than these are not flat enough for the filter to tell most answers by itself; only radii ask for them.
  private static let flatMeters = 16_000.0
  /// Fences whose neighbors are counted: enough for a mean, and sorted within some milliseconds.
  private static let sampleCount = 1 << 15

  /// - Complexity: O(n log n) for the median, at worst seven times O(m log m) for m = 32 768 fences.
  static func meters(for fences: some RandomAccessCollection<Fence>, otherwise policy: FencePolicy) -> Double {
    guard !fences.isEmpty else { return 4 * policy.exitRadiusMeters }
    let radii = fences.map(\.exitRadiusMeters).sorted()
    var meters = max(4 * radii[radii.count / 2], FenceGrid.minimumCellMeters)
    let widest = min(8 * meters, max(meters, flatMeters)) * 1.001
    let step = max(1, Double(fences.count) / Double(sampleCount))
    let centers = (0..<min(fences.count, sampleCount)).map { index in
      fences[fences.index(fences.startIndex, offsetBy: Int(Double(index) * step))].center
    }
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
