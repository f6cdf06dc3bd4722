public import GeoPolicy

/// What a diagnosis found.
public struct DiagnosisReport: Sendable {
  /// The findings by device, in order of first appearance, then by fence, in the order of the file, then by time.
  public var findings: [DiagnosisFinding] = []
  /// The counts.
  public var summary = DiagnosisSummary()
  /// The devices' names, by handle.
  public var devices = IdentifierTable()
  /// The fences, by index.
  public var fences: [Fence] = []

  /// A report of nothing.
  public init() {}
}

/// What a diagnosis has counted.
public struct DiagnosisSummary: Sendable, Hashable {
  /// Rows of samples: always the sum of accepted, rejected and malformed ones.
  public var sampleCount = 0
  /// Samples that at least one policy in use accepted.
  public var acceptedCount = 0
  /// Samples that were refused.
  public var rejectedCount = 0
  /// Rows of samples that could not be read.
  public var malformedCount = 0
  /// Samples whose time is invalid because it has no offset and no zone was given.
  public var timesWithoutOffset = 0
  /// Devices of the samples.
  public var deviceCount = 0
  /// Fences.
  public var fenceCount = 0
  /// Rows of fences that could not be used.
  public var skippedFenceCount = 0
  /// Devices at fences that were looked at closely.
  public var pairCount = 0
  /// Whether there were region events.
  public var hasRegionEvents = false
  /// Usable region events.
  public var regionEventCount = 0
  /// Rows of region events that could not be used.
  public var skippedRegionEventCount = 0
  /// Messages of an OwnTracks recording that are no transitions.
  public var otherMessageCount = 0
  /// Region events of devices that no sample has.
  public var unknownDeviceCount = 0
  /// Region events of fences that are not there.
  public var unknownFenceCount = 0
  /// Findings by kind, in the order of ``DiagnosisFindingKind``.
  public var kindCounts = Array(repeating: 0, count: DiagnosisFindingKind.allCases.count)
  /// Findings by cause, in the order of ``Cause``; those without a cause are in none.
  public var causeCounts = Array(repeating: 0, count: Cause.allCases.count)

  /// Nothing counted yet.
  public init() {}

  /// The findings of a kind.
  public func count(of kind: DiagnosisFindingKind) -> Int {
    zip(DiagnosisFindingKind.allCases, kindCounts).first { $0.0 == kind }?.1 ?? 0
  }

  /// The findings of a cause.
  public func count(of cause: Cause) -> Int {
    zip(Cause.allCases, causeCounts).first { $0.0 == cause }?.1 ?? 0
  }

  mutating func add(_ findings: [DiagnosisFinding]) {
    for finding in findings {
      if let kind = DiagnosisFindingKind.allCases.firstIndex(of: finding.kind) { kindCounts[kind] += 1 }
      if let cause = finding.cause.flatMap({ Cause.allCases.firstIndex(of: $0) }) { causeCounts[cause] += 1 }
    }
  }
}
