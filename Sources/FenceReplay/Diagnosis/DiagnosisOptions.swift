public import GeoPolicy

/// What a diagnosis looks at, and the thresholds of its rules.
///
/// The defaults are for phones and vehicles that report every few seconds to minutes. Each rule's own file says what it does
/// with them.
public struct DiagnosisOptions: Sendable, Hashable {
  /// Only findings at this fence, if any is named. All fences still take part in the replay, for the order of samples
  /// depends on all policies in use (rule R9).
  public var fence: Identifier?
  /// Only this device, if any is named.
  public var device: Identifier?
  /// Seconds east of Greenwich to assume for times that have no offset; `nil` makes such times invalid.
  public var offsetSeconds: Int?
  /// An exit and the next enter of the same fence within this many seconds are a flap; an enter and the next exit are a brief
  /// visit.
  public var flapWindowSeconds = 600.0

  /// The speed that no device has, in meters a second: a step that would need more is a jump. Airliners pass.
  public var maximumSpeed = 340.0
  /// The slowest speed, in meters a second, that is too fast for a device that is back at the same place with its next
  /// sample; faster than a runner.
  public var excursionSpeed = 7.0
  /// An excursion's speed must also be so many times that of the way between the samples around it, and its way so many
  /// times as long.
  public var excursionRatio = 3.0
  /// The most samples in a row that may make up one excursion.
  public var excursionSamples = 3
  /// A sample that is more than so many times its own accuracy away from where its neighbors put it has claimed too much.
  public var overconfidenceFactor = 5.0
  /// A sample whose accuracy is at least so many times that of its neighbors has said itself that it is coarse.
  public var coarsenessFactor = 2.0
  /// Positions that differ by no more than this times their joint accuracy may be one place.
  public var noiseFactor = 2.0
  /// The same for a device that, by all samples around, stands still.
  public var standingNoiseFactor = 3.0

  /// A transition that refused samples asked for at least this many seconds earlier came late.
  public var lateSeconds = 30.0
  /// A system's event that came more than this many seconds after the samples had shown the edge crossed lags.
  public var lagSeconds = 30.0
  /// The longest that a system's event may come after its transition, in seconds.
  public var matchSeconds = 900.0
  /// The longest that a system's event may come before its transition, in seconds: systems know of networks, too.
  public var earlySeconds = 120.0
  /// How old, or how late, a good sample may be to contradict a system's event, in seconds.
  public var freshSeconds = 60.0
  /// The longest that two samples may be apart in time for the straight way between them to be believed, in seconds.
  public var crossingSeconds = 600.0
  /// The fastest that way may be, in meters a second.
  public var crossingSpeed = 70.0

  /// The defaults.
  public init() {}
}
