public import GeoPolicy

/// One device at one fence over time: what a page draws.
///
/// Places are meters from the fence's center, never coordinates. Values that are not finite may stand anywhere: they are
/// told in the tables and left out of the figures.
public struct FenceTimeline: Sendable {
  /// The device's name, any characters.
  public var device: String
  /// The fence's name, any characters.
  public var fence: String
  /// Meters within which a sample makes the device `inside`.
  public var enterRadiusMeters: Double
  /// Meters from which on a sample makes the device `outside`.
  public var exitRadiusMeters: Double
  /// The device's samples in the order of their arrival, refused ones too.
  public var samples: [TimelineSample] = []
  /// What the rules made of them, in order.
  public var events: [TimelineEvent] = []
  /// What the system reported of this region, in any order.
  public var systemEvents: [SystemEvent] = []
  /// What was found, in any order.
  public var findings: [TimelineFinding] = []

  /// A timeline without samples.
  public init(device: String, fence: String, enterRadiusMeters: Double, exitRadiusMeters: Double) {
    self.device = device
    self.fence = fence
    self.enterRadiusMeters = enterRadiusMeters
    self.exitRadiusMeters = exitRadiusMeters
  }
}

/// A sample as one fence saw it.
public struct TimelineSample: Sendable {
  /// The sample's sequence number.
  public var seq: Int64
  /// Unix seconds; `nil` where the sample has no time that can be read.
  public var time: Double?
  /// Meters from the center, also of a refused sample; `nil` where it has no usable coordinates.
  public var distanceMeters: Double?
  /// Meters; `nil` where the sample has no accuracy that can be read.
  public var accuracyMeters: Double?
  /// Meters east of the center; `nil` where the plan view should leave the sample out.
  public var eastMeters: Double?
  /// Meters north of the center.
  public var northMeters: Double?
  /// Why the sample was refused; empty where this fence's policy accepted it.
  public var rejected: RejectionReasons
  /// The state after the sample.
  public var state: FenceState

  /// A sample of these values.
  public init(
    seq: Int64, time: Double?, distanceMeters: Double?, accuracyMeters: Double?, eastMeters: Double? = nil,
    northMeters: Double? = nil, rejected: RejectionReasons = [], state: FenceState
  ) {
    self.seq = seq
    self.time = time
    self.distanceMeters = distanceMeters
    self.accuracyMeters = accuracyMeters
    self.eastMeters = eastMeters
    self.northMeters = northMeters
    self.rejected = rejected
    self.state = state
  }
}

/// An event of the rules.
public struct TimelineEvent: Sendable {
  /// Unix seconds.
  public var time: Double
  /// What happened.
  public var kind: EventKind

  /// An event of this time.
  public init(time: Double, kind: EventKind) {
    self.time = time
    self.kind = kind
  }
}

/// An event that the device's system reported of the region.
public struct SystemEvent: Sendable {
  /// Unix seconds.
  public var time: Double
  /// What the system says happened.
  public var kind: EventKind

  /// An event of this time.
  public init(time: Double, kind: EventKind) {
    self.time = time
    self.kind = kind
  }
}

/// A cause that was found, at a moment or over a span of time.
public struct TimelineFinding: Sendable {
  /// Where the cause lies.
  public enum Fault: String, Sendable, CaseIterable {
    /// The rules: radii, accuracy limit, confirmations.
    case rules
    /// The samples: over-confident, missing, out of order.
    case samples
    /// The system's region events.
    case system
    /// Nowhere: the device did move so.
    case movement
  }

  /// Unix seconds: the moment, or the start of the span.
  public var time: Double
  /// Unix seconds: the end of the span; `nil` for a moment.
  public var endTime: Double?
  /// Where the cause lies.
  public var fault: Fault
  /// The cause in two or three words, as in "over-confident fix"; it labels the figure.
  public var cause: String
  /// The numbers that show it and what would mend it: a sentence or two. Must name neither device nor fence.
  public var detail: String

  /// A cause of these values.
  public init(time: Double, endTime: Double? = nil, fault: Fault, cause: String, detail: String) {
    self.time = time
    self.endTime = endTime
    self.fault = fault
    self.cause = cause
    self.detail = detail
  }
}

/// What a page is made of.
public struct TimelineReport: Sendable {
  /// The page's title. With ``isPrivate`` it must name neither device nor fence, like the notes.
  public var title: String
  /// Devices at fences, the most telling first: where a page would get too long, the last are left out, and it says so.
  public var timelines: [FenceTimeline]
  /// Remarks on the whole, each a sentence.
  public var notes: [String]
  /// Whether devices and fences are numbered in order of appearance instead of named.
  public var isPrivate: Bool

  /// A report of these timelines.
  public init(title: String, timelines: [FenceTimeline], notes: [String] = [], isPrivate: Bool = false) {
    self.title = title
    self.timelines = timelines
    self.notes = notes
    self.isPrivate = isPrivate
  }
}
