/// What times say about a change.
enum TimeVerdict: String {
  /// No slower, as far as can be told.
  case same
  /// Faster, and surely so.
  case faster
  /// Slower, and surely so.
  case regression
  /// The interval is too wide to tell.
  case inconclusive
  /// The machine was so restless that two processes of the same program differ.
  case void
}

/// When a change counts.
enum TimeRule {
  /// The whole interval must lie above this …
  static let intervalAbove = 0.02
  /// … and the median above this, for a change to be a regression.
  static let medianAbove = 0.04
  /// An interval that is wider tells nothing, unless it lies above the limits as a whole.
  static let widest = 0.03
  /// Two processes of the same program may differ by this.
  static let controlWithin = 0.02

  /// Judges a change beside what the control did.
  static func judge(_ change: RatioInterval, control: RatioInterval) -> TimeVerdict {
    let drift = RatioInterval.share(control.median)
    if drift.magnitude > controlWithin { return .void }
    if RatioInterval.share(change.low) > intervalAbove, RatioInterval.share(change.median) > medianAbove {
      return .regression
    }
    if RatioInterval.share(-change.high) > intervalAbove, RatioInterval.share(-change.median) > medianAbove {
      return .faster
    }
    return change.width > widest ? .inconclusive : .same
  }
}
