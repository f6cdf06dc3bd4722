import GeoPolicy

/// What a probe needs of a grid level in use.
struct LevelView {
  let index: Int
  let rowsPerDegree: Double
  /// The height of a row, and meters in a quantum.
  let height: Float
  let quantum: Float
  /// Meters, or fewer, from a cell to the exit circle of any fence that is not a candidate of it.
  let margin: Float
  let lastRow: Int
  let rows: UnsafePointer<GridRow>
}

/// The parts of an engine that stay as they are while a batch is evaluated, as pointers into its tables.
struct EngineView: @unchecked Sendable {
  let version: UInt64
  /// One bit for each policy in use.
  let inUse: UInt16
  let policyCount: Int
  let compiledPolicies: UnsafePointer<CompiledPolicy>
  /// The accuracy that every policy in use accepts.
  let strictestAccuracy: Double
  /// The largest accuracy that any policy in use accepts.
  let coarsestAccuracy: Double
  let hasAgeLimits: Bool
  /// Seconds; infinite where there is no limit.
  let maxAge: Double
  let maxFuture: Double
  /// See ``CosineTable``.
  let cosines: UnsafePointer<Float>
  let recordsDecisions: Bool
  let skipsSafely: Bool
  let levelCount: Int
  let levels: UnsafePointer<LevelView>
  let hasGlobeFences: Bool
  let cells: UnsafeMutablePointer<SegmentedTable.Segment>
  let blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  let fences: FenceChunks
  /// The records of devices: each thread touches only those of its shard.
  let devices: UnsafeMutablePointer<UnsafeMutablePointer<DeviceRecord>?>

  @inline(__always) func fence(_ word: UInt32) -> UnsafeMutablePointer<FenceRecord> {
    fences.record(FenceWord.slot(word))
  }

  @inline(__always) func radii(_ word: UInt32) -> UnsafeMutablePointer<FenceRadii> {
    fences.radii(FenceWord.slot(word))
  }

  /// Whether it is known when a sample was received, and that was within the limits of age and future.
  func isTimely(_ time: Double, received: UnsafePointer<Double>?, _ row: Int) -> Bool {
    guard let received = received?[row] else { return false }
    return received.isFinite && !(received - time > maxAge) && !(time - received > maxFuture)
  }

  /// The policies in use that accept an accuracy above 0.
  func accepting(_ accuracy: Double) -> UInt16 {
    var mask: UInt16 = 0
    for index in 0..<policyCount where accuracy <= compiledPolicies[index].maxAccuracy {
      mask |= 1 &<< UInt16(truncatingIfNeeded: index)
    }
    return mask & inUse
  }

  @inline(__always) func block(_ entry: CellEntry) -> CandidateBlock {
    CandidateBlock(CandidateArena.block(entry.start, in: blocks), stride: entry.stride)
  }
}
