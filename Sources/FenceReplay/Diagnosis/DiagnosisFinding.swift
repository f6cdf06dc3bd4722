/// What a finding is about.
public enum DiagnosisFindingKind: String, Sendable, Hashable, CaseIterable {
  /// An enter or exit of the rules.
  case transition
  /// An exit and the next enter of the same fence, within the flap window.
  case flap
  /// An enter or exit that the system's region monitoring told.
  case systemEvent
  /// A transition that the system never told.
  case missingSystemEvent
  /// A way that cut the fence with no sample inside.
  case crossing
  /// Samples that asked for a transition and were refused.
  case refusal
}

/// Why something happened, or came late, or did not happen.
public enum Cause: String, Sendable, Hashable, CaseIterable {
  /// Enter and exit radius are equal: a device at the edge changes sides with its noise.
  case noBand
  /// The band between the radii is narrower than the noise of the samples.
  case narrowBand
  /// A sample that itself said it was coarse: the accuracy limit is what decides.
  case coarseFix
  /// A sample far off that claimed to be good, and the device back at once.
  case overconfidentFix
  /// A step that no device can make, and no way back to tell which end is wrong.
  case jump
  /// Good samples were missing: those that came were refused for their accuracy.
  case accuracyStarved
  /// Samples in the wrong order, of one time, or of a wrong clock.
  case disorder
  /// The device really left and came back.
  case movement
  /// The system's event came late.
  case systemLag
  /// A fresh good sample says the opposite of the system's event.
  case systemContradicted
  /// The system never told of the transition.
  case systemMissing
  /// The way between two samples cut the fence.
  case betweenSamples

  /// Whether something is wrong, in rules, samples or system; not so where a device simply moved.
  public var isFault: Bool { self != .movement }
}

/// A number that shows a cause, with its name as reports give it.
public struct Evidence: Sendable, Hashable {
  /// The value and its unit.
  public enum Value: Sendable, Hashable {
    /// A length or accuracy in meters; not finite where unknown.
    case meters(Double)
    /// A span of time in seconds; not finite where unknown.
    case seconds(Double)
    /// Meters a second; infinite where no time passed.
    case speed(Double)
    /// Unix seconds.
    case time(Double)
    /// A plain count.
    case count(Int)
    /// The sequence number of a sample.
    case sequence(Int64)
    /// Words of the rules, such as reasons.
    case words([String])
  }

  /// The name, in the style of the files' keys.
  public var name: String
  /// The value.
  public var value: Value

  /// Evidence of this name and value.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

/// A change of one rule with which a flap would not have happened, found by judging the samples again.
public struct RuleChange: Sendable, Hashable {
  /// What is changed.
  public enum Knob: String, Sendable, Hashable, CaseIterable {
    /// Meters of the exit radius.
    case exitRadius
    /// Meters of the enter radius.
    case enterRadius
    /// Meters of the accuracy limit.
    case maxAccuracy
    /// Consecutive samples for an exit.
    case exitConfirmations
    /// Consecutive samples for an enter.
    case enterConfirmations
  }

  /// How the delay was found.
  public enum DelayBasis: String, Sendable, Hashable {
    /// On the transitions around that stay.
    case measured
    /// From the usual time between samples, for no transition stays to measure it on.
    case estimated
    /// Not at all.
    case unknown
  }

  /// What is changed.
  public var knob: Knob
  /// Its value now.
  public var from: Double
  /// The value nearest to it, of those tried, that removes the flap.
  public var to: Double
  /// How much later, in seconds, the transitions around that stay would have come, at most; NaN where that is unknown.
  public var delaySeconds: Double
  /// How the delay was found.
  public var delayBasis: DelayBasis

  /// A change of these values.
  public init(knob: Knob, from: Double, to: Double, delaySeconds: Double, delayBasis: DelayBasis) {
    self.knob = knob
    self.from = from
    self.to = to
    self.delaySeconds = delaySeconds
    self.delayBasis = delayBasis
  }
}

/// One thing that a diagnosis found, with its cause, if it has one, and the numbers that show it.
public struct DiagnosisFinding: Sendable, Hashable {
  /// What it is about.
  public var kind: DiagnosisFindingKind
  /// Why; `nil` where nothing is out of the ordinary.
  public var cause: Cause?
  /// The device's handle in the diagnosis.
  public var device: UInt32
  /// The fence's index in the file.
  public var fenceIndex: Int
  /// The sequence number of the sample that it is about; `nil` for a system's event.
  public var sequenceNumber: Int64?
  /// Unix seconds: the sample's, or the system event's.
  public var time: Double
  /// `enter`, `exit`, or, for a flap or crossing, `nil`.
  public var event: EventWord?
  /// The numbers.
  public var evidence: [Evidence]
  /// For a flap: changes of rules that would remove it, the one that fits the cause first.
  public var changes: [RuleChange]

  /// `enter` or `exit`.
  public enum EventWord: String, Sendable, Hashable {
    /// The device arrives.
    case enter
    /// The device leaves.
    case exit
  }

  /// A finding of these values.
  public init(
    kind: DiagnosisFindingKind, cause: Cause?, device: UInt32, fenceIndex: Int, sequenceNumber: Int64?, time: Double,
    event: EventWord?, evidence: [Evidence] = [], changes: [RuleChange] = []
  ) {
    self.kind = kind
    self.cause = cause
    self.device = device
    self.fenceIndex = fenceIndex
    self.sequenceNumber = sequenceNumber
    self.time = time
    self.event = event
    self.evidence = evidence
    self.changes = changes
  }
}
