/// A fence within one engine, as a number. Names the fence until the set of fences changes next; see the engine.
@frozen public struct FenceHandle: Hashable, Sendable {
  /// The place in the engine's fence table.
  public let rawValue: UInt32
  /// The handle of this number.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// What happened at a fence, in the order in which one sample's events stand (rule R5).
@frozen public enum EventKind: UInt8, Hashable, Sendable {
  /// The fence was taken away while the device was inside.
  case removed
  /// The device left.
  case exit
  /// The device arrived.
  case enter
}

extension EventKind: CustomStringConvertible {
  /// The word that files use.
  public var description: String {
    switch self {
    case .removed: "removed"
    case .exit: "exit"
    case .enter: "enter"
    }
  }
}

/// A transition of one device at one fence, with the numbers of the sample that completed it (rule R5).
@frozen public struct FenceEvent: Hashable, Sendable {
  /// The sample's row in its batch.
  public var row: UInt32
  /// The sample's device.
  public var device: UInt32
  /// The fence; after a `removed` event it keeps its name until the set of fences changes next.
  public var fence: FenceHandle
  /// What happened.
  public var kind: EventKind
  /// The state before.
  public var from: FenceState
  /// The state after.
  public var to: FenceState
  /// The sample's time, Unix seconds.
  public var time: Double
  /// Metres that the fence's policy judged, given or assumed; NaN on `removed` where there are neither.
  public var accuracyMeters: Double
  /// Metres from the center by ``meters(_:_:)``; NaN on `removed`.
  public var distanceMeters: Double
  /// Seconds since the sample of the enter; NaN on `enter`.
  public var durationSeconds: Double

  /// An event of these values.
  @inlinable public init(
    row: UInt32, device: UInt32, fence: FenceHandle, kind: EventKind, from: FenceState, to: FenceState, time: Double,
    accuracyMeters: Double, distanceMeters: Double, durationSeconds: Double
  ) {
    self.row = row
    self.device = device
    self.fence = fence
    self.kind = kind
    self.from = from
    self.to = to
    self.time = time
    self.accuracyMeters = accuracyMeters
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
  }
}

/// A sample that was refused.
@frozen public struct SampleRejection: Hashable, Sendable {
  /// The sample's row in its batch.
  public var row: UInt32
  /// Why: at least one reason.
  public var reasons: RejectionReasons

  /// A refusal of this row.
  @inlinable public init(row: UInt32, reasons: RejectionReasons) {
    self.row = row
    self.reasons = reasons
  }
}

/// What one accepted sample meant for one fence, whether or not it changed anything.
@frozen public struct FenceDecision: Hashable, Sendable {
  /// The sample's row in its batch.
  public var row: UInt32
  /// The sample's device.
  public var device: UInt32
  /// The fence.
  public var fence: FenceHandle
  /// The state before.
  public var from: FenceState
  /// The state after.
  public var to: FenceState
  /// Samples in the confirmation run after this one; 0 where none is in progress.
  public var run: Int
  /// Metres that the fence's policy judged.
  public var accuracyMeters: Double
  /// Metres from the center by ``meters(_:_:)``.
  public var distanceMeters: Double

  /// A decision of these values.
  @inlinable public init(
    row: UInt32, device: UInt32, fence: FenceHandle, from: FenceState, to: FenceState, run: Int,
    accuracyMeters: Double, distanceMeters: Double
  ) {
    self.row = row
    self.device = device
    self.fence = fence
    self.from = from
    self.to = to
    self.run = run
    self.accuracyMeters = accuracyMeters
    self.distanceMeters = distanceMeters
  }
}

/// What an engine made of one or more batches: filled by appending, emptied by the caller.
public struct Evaluation: Sendable {
  /// Events in the order of the rows; within a row `removed`, then exits, then enters, each in fence order.
  public var events: [FenceEvent] = []
  /// Refused rows, in order.
  public var rejections: [SampleRejection] = []
  /// Decisions in the order of the rows and, within a row, of the fences; empty unless the engine was asked for them.
  public var decisions: [FenceDecision] = []
  /// Rows that at least one policy in use accepted.
  public var acceptedCount = 0
  /// Accepted rows that at least one policy in use refused.
  public var partialRefusalCount = 0
  /// Rows of readable time but unknown receipt, while a limit of age or future is set: the limit could not judge them.
  public var unjudgedAgeCount = 0

  /// Nothing yet.
  public init() {}

  /// Removes all rows and counts, and keeps the memory for the next batch.
  public mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    rejections.removeAll(keepingCapacity: true)
    decisions.removeAll(keepingCapacity: true)
    acceptedCount = 0
    partialRefusalCount = 0
    unjudgedAgeCount = 0
  }
}
