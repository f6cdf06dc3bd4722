import GeoPolicy

extension WorkSet {
  /// Pairs of a sample and a fence that a scan of all fences may judge in one round: about a second's worth.
  static let affordablePairs = 20_000_000
  /// Bytes that a state for each pair of device and fence may take.
  static let affordableBytes = 256 << 20
  /// Bytes of such a state, about.
  private static let stateBytes = 24

  /// The little of this that an engine can afford which scans all fences and keeps a state for each of them and each
  /// device: the first few devices of the stream, and their first samples.
  ///
  /// Counts alone decide how much that is, so that it is the same samples on every machine. What changes between two
  /// batches here changes between the same samples there.
  func affordablePrefix() -> WorkSet {
    let sampleLimit = max(2, Self.affordablePairs / max(fences.count, 1))
    let deviceLimit = max(
      1, min(deviceCount, sampleLimit / 8, Self.affordableBytes / (Self.stateBytes * max(fences.count, 1))))
    var prefix = SamplePrefix(sampleLimit: sampleLimit, deviceLimit: deviceLimit)
    // Receive times are a matter of the whole stream, or of none of it.
    prefix.hasReceived = batches.contains { !$0.received.isEmpty }
    if changes.isEmpty {
      var columns = SampleColumns()
      for batch in batches { prefix.append(batch, to: &columns) }
      return WorkSet(
        policies: policies, fences: fences, deviceCount: prefix.deviceCount, samples: SampleStream(columns))
    }
    let first = first.map { prefix.cut($0) }
    var steady: [SampleColumns] = []
    for batch in self.steady where !prefix.isFull { steady.append(prefix.cut(batch)) }
    return WorkSet(
      policies: policies, fences: fences, deviceCount: prefix.deviceCount, names: nil, first: first, steady: steady,
      changes: Array(changes.prefix(steady.count)))
  }
}

/// Picks the first samples of the first devices of a stream, as devices of other numbers.
private struct SamplePrefix {
  let sampleLimit: Int
  let deviceLimit: Int
  var hasReceived = false
  private var count = 0
  private var handles: [UInt32: UInt32] = [:]

  init(sampleLimit: Int, deviceLimit: Int) {
    self.sampleLimit = sampleLimit
    self.deviceLimit = deviceLimit
  }

  var isFull: Bool { count >= sampleLimit }
  var deviceCount: Int { handles.count }

  mutating func append(_ batch: SampleColumns, to columns: inout SampleColumns) {
    for row in 0..<batch.count where !isFull {
      let device = batch.devices[row]
      if handles[device] == nil, handles.count < deviceLimit { handles[device] = UInt32(handles.count) }
      guard let handle = handles[device] else { continue }
      columns.append(row: row, of: batch, device: handle)
      if hasReceived, batch.received.isEmpty { columns.received.append(.nan) }
      count += 1
    }
  }

  mutating func cut(_ batch: SampleColumns) -> SampleColumns {
    var columns = SampleColumns()
    append(batch, to: &columns)
    return columns
  }
}
