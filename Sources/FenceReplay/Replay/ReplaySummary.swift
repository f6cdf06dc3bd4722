public import GeoPolicy

/// What a replay has counted so far.
public struct ReplaySummary: Sendable, Hashable {
  /// Rows of samples: always the sum of accepted, rejected and malformed ones.
  public var sampleCount = 0
  /// Samples that at least one policy in use accepted.
  public var acceptedCount = 0
  /// Samples that were refused.
  public var rejectedCount = 0
  /// Rows that could not be read.
  public var malformedCount = 0
  /// Refused samples by reason, in the order of `RejectionReasons.named`; a sample may have several reasons.
  public var reasonCounts = Array(repeating: 0, count: RejectionReasons.named.count)
  /// Events of arrival.
  public var enterCount = 0
  /// Events of departure.
  public var exitCount = 0
  /// Records that a fence was taken away around a device.
  public var removedCount = 0
  /// Fences in use.
  public var fenceCount = 0
  /// Rows of fences that could not be used.
  public var skippedFenceCount = 0
  /// Devices that at least one row names.
  public var deviceCount = 0
  /// Accepted samples that at least one policy in use refused.
  public var partialRefusalCount = 0
  /// Samples that a limit of age or future could not judge, for nobody knows when they were received.
  public var unjudgedAgeCount = 0
  /// Samples whose time is invalid because it has no offset and no zone was given.
  public var timesWithoutOffset = 0
  /// The fences at which noise alone can make events; `nil` where there are none.
  public var narrowBands: NarrowBands?

  /// Nothing counted yet.
  public init() {}

  /// The refused samples that have one reason, alone or among others.
  public func count(of reason: RejectionReasons) -> Int {
    zip(RejectionReasons.named, reasonCounts).first { $0.0.reason == reason }?.1 ?? 0
  }

  /// Whether every row is accounted for exactly once.
  public var isBalanced: Bool { sampleCount == acceptedCount + rejectedCount + malformedCount }

  mutating func add(_ evaluation: Evaluation) {
    acceptedCount += evaluation.acceptedCount
    rejectedCount += evaluation.rejections.count
    partialRefusalCount += evaluation.partialRefusalCount
    unjudgedAgeCount += evaluation.unjudgedAgeCount
    for rejection in evaluation.rejections {
      for (index, entry) in RejectionReasons.named.enumerated() where rejection.reasons.contains(entry.reason) {
        reasonCounts[index] += 1
      }
    }
    for event in evaluation.events {
      switch event.kind {
      case .enter: enterCount += 1
      case .exit: exitCount += 1
      case .removed: removedCount += 1
      }
    }
  }
}

/// Fences whose band, from the enter to the exit radius, is narrower than twice the coarsest accuracy that their policy
/// accepts: two good samples of a device that stands still can lie on both sides of it (rule R2).
public struct NarrowBands: Sendable, Hashable {
  /// The number of such fences.
  public var count: Int
  /// The narrowest band in meters.
  public var narrowestMeters: Double
  /// The first fence that has it.
  public var narrowestFence: Identifier
  /// Twice the coarsest accuracy that this fence's policy accepts, in meters.
  public var neededMeters: Double

  /// The narrow bands among these fences, or `nil` where all are wide enough.
  public init?(_ fences: [Fence], policies: PolicySet) {
    var found: NarrowBands?
    for fence in fences {
      let band = fence.exitRadiusMeters - fence.enterRadiusMeters
      let needed = 2 * policies.policies[fence.policyIndex].maxAccuracyMeters
      guard band < needed else { continue }
      var bands = found ?? NarrowBands(count: 0, narrowest: band, fence: fence.id, needed: needed)
      if band < bands.narrowestMeters {
        bands = NarrowBands(count: bands.count, narrowest: band, fence: fence.id, needed: needed)
      }
      bands.count += 1
      found = bands
    }
    guard let found else { return nil }
    self = found
  }

  private init(count: Int, narrowest: Double, fence: Identifier, needed: Double) {
    self.count = count
    narrowestMeters = narrowest
    narrowestFence = fence
    neededMeters = needed
  }
}
