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
  /// Counts alone decide how much that is, so that it is the same samples on every machine.
  func affordablePrefix() -> WorkSet {
    let sampleLimit = max(2, Self.affordablePairs / max(fences.count, 1))
    let deviceLimit = max(
      1, min(deviceCount, sampleLimit / 8, Self.affordableBytes / (Self.stateBytes * max(fences.count, 1))))
    var handles: [UInt32: UInt32] = [:]
    var columns = SampleColumns()
    let all = batches
    // Receive times are a matter of the whole stream, or of none of it.
    let hasReceived = all.contains { !$0.received.isEmpty }
    for batch in all where columns.count < sampleLimit {
      for row in 0..<batch.count where columns.count < sampleLimit {
        let device = batch.devices[row]
        if handles[device] == nil, handles.count < deviceLimit { handles[device] = UInt32(handles.count) }
        guard let handle = handles[device] else { continue }
        columns.append(row: row, of: batch, device: handle)
        if hasReceived, batch.received.isEmpty { columns.received.append(.nan) }
      }
    }
    return WorkSet(
      policies: policies, fences: fences, deviceCount: handles.count, names: nil, samples: SampleStream(columns))
  }
}
