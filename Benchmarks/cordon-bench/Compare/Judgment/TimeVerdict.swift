/// What times say about a change.
enum TimeVerdict: String {
  /// No slower, as far as can be told.
  case same
  /// Faster, and surely so.
  case faster
  /// Slower, and surely so.
  case regression
  /// Slower, with the very same instructions: they may just lie elsewhere in memory.
  case moved
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

  /// A build whose other parts changed has its code at other places, on other cache lines and branch predictors. Loops that
  /// are the same to the instruction were seen to take 5 % longer by that alone.
  static let placementWithin = 0.08

  /// What a regression is, where the instructions of both builds were counted too.
  ///
  /// - Parameter instructions: By how much there are more, as a share.
  static func judge(regressionBy change: RatioInterval, instructions: Double) -> TimeVerdict {
    instructions.magnitude <= 0.001 && RatioInterval.share(change.median) <= placementWithin ? .moved : .regression
  }

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
