/// Where a distance lies among the two radii of a fence.
@frozen public enum RadiusZone: UInt8, Hashable, Sendable {
  /// At or within the enter radius: asks for `inside`.
  case within
  /// Between the radii: asks for nothing.
  case band
  /// At or beyond the exit radius: asks for `outside`.
  case beyond

  /// The zone of a distance; `nil` where it is negative or not finite, for such a distance decides nothing.
  ///
  /// The enter radius is asked first, so that with equal radii the edge itself is inside.
  @inlinable public init?(distanceMeters: Double, enterRadiusMeters: Double, exitRadiusMeters: Double) {
    guard distanceMeters >= 0, distanceMeters.isFinite else { return nil }
    self =
      distanceMeters <= enterRadiusMeters ? .within : distanceMeters >= exitRadiusMeters ? .beyond : .band
  }
}

/// The hysteresis state of one device at one fence: a state, and how far a confirmation run has come (rule R4).
///
/// A pure state machine: it sees zones, never coordinates, accuracies or clocks.
@frozen public struct Hysteresis: Hashable, Sendable {
  /// The state that has been decided.
  public var state: FenceState
  /// Consecutive accepted samples that asked for the opposite state and have not yet been enough.
  public var run: Int

  /// A state without a run, or with one of the given length.
  @inlinable public init(state: FenceState = .unknown, run: Int = 0) {
    self.state = state
    self.run = run
  }

  /// Takes one accepted sample that lies in `zone`.
  ///
  /// Leaving `unknown` takes one sample; changing between `inside` and `outside` takes as many consecutive ones as the
  /// confirmations say. A sample that does not ask for the change ends the run.
  @inlinable public mutating func accept(_ zone: RadiusZone, enterConfirmations: Int, exitConfirmations: Int) {
    switch (state, zone) {
    case (.unknown, .within): self = Hysteresis(state: .inside)
    case (.unknown, .beyond): self = Hysteresis(state: .outside)
    case (.outside, .within):
      run += 1
      if run >= enterConfirmations { self = Hysteresis(state: .inside) }
    case (.inside, .beyond):
      run += 1
      if run >= exitConfirmations { self = Hysteresis(state: .outside) }
    case (.unknown, .band), (.outside, .band), (.outside, .beyond), (.inside, .band), (.inside, .within):
      run = 0
    }
  }
}

/// The state after one sample under the default policy: 80 m in, 120 m out, accuracy at most 30 m.
///
/// Joins admission by accuracy and transition for one fence. A distance or accuracy that is absent, negative or not
/// finite, or an accuracy above 30 m, changes nothing.
public func nextState(previous: FenceState, distance: Double?, accuracy: Double?) -> FenceState {
  let policy = FencePolicy.standard
  guard
    Admission.accuracyReason(accuracy ?? SampleColumns.absent, under: policy).isEmpty,
    let distance,
    let zone = RadiusZone(
      distanceMeters: distance, enterRadiusMeters: policy.enterRadiusMeters,
      exitRadiusMeters: policy.exitRadiusMeters)
  else { return previous }
  var memory = Hysteresis(state: previous)
  memory.accept(
    zone, enterConfirmations: policy.enterConfirmations, exitConfirmations: policy.exitConfirmations)
  return memory.state
}
