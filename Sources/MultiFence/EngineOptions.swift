/// How a ``FenceEngine`` works; nothing here changes what it answers.
public struct EngineOptions: Hashable, Sendable {
  /// Whether to list every decision, not only the events; costs exact distances for all candidates.
  public var recordsDecisions = false
  /// The number of threads among which the devices of a batch are divided; 1…64. The engine has one less of its own, from
  /// its first batch until it is no more; after a batch they look for the next for a fifth of a millisecond before they
  /// sleep.
  public var threads = 1
  /// The edge of the finest grid cells in meters, at least 64; `nil` takes what suits the fences, four
  /// to 32 times the median exit radius.
  public var cellSizeMeters: Double?
  /// Whether samples that provably change nothing may be passed over.
  public var skipsSafely = true

  /// Decisions list every distance, so that no sample may be passed over.
  var passesSamplesOver: Bool { skipsSafely && !recordsDecisions }

  /// One thread, no decisions, a cell size that follows the fences.
  public init() {}
}
