public import GeoPolicy

/// The values to try, each with each. An empty list leaves the policy's own value.
public struct SweepLists: Sendable, Hashable {
  /// Enter radii in meters.
  public var enterRadiiMeters: [Double] = []
  /// Exit radii in meters; with enter radii but none of these, 1.5 times each enter radius.
  public var exitRadiiMeters: [Double] = []
  /// Confirmations, for enters and exits alike.
  public var confirmations: [Int] = []
  /// The coarsest accuracies to accept, in meters.
  public var maxAccuraciesMeters: [Double] = []

  /// Nothing to try but the policy itself.
  public init() {}

  /// The most settings of one sweep.
  public static let maximumSettings = 10_000

  /// The settings that these lists make of a policy, in the order of the lists, and the combinations that are none
  /// because the exit radius would lie below the enter radius.
  ///
  /// - Throws: ``SweepError`` for values that no policy can have, and where there are no settings or too many.
  public func settings(
    of policy: FencePolicy
  ) throws(SweepError) -> (settings: [SweepSetting], impossibleCount: Int) {
    try checkCount()
    let enters = enterRadiiMeters.isEmpty ? [policy.enterRadiusMeters] : enterRadiiMeters
    let accuracies = maxAccuraciesMeters.isEmpty ? [policy.maxAccuracyMeters] : maxAccuraciesMeters
    let runs: [(enter: Int, exit: Int)] =
      confirmations.isEmpty
      ? [(policy.enterConfirmations, policy.exitConfirmations)] : confirmations.map { ($0, $0) }
    var settings: [SweepSetting] = []
    var impossible = 0
    for enter in enters {
      let own = enterRadiiMeters.isEmpty ? policy.exitRadiusMeters : 1.5 * enter
      for exit in exitRadiiMeters.isEmpty ? [own] : exitRadiiMeters {
        for accuracy in accuracies {
          for run in runs {
            // What cannot be is told from what is no value at all.
            if exit < enter, exit > 0 {
              impossible += 1
              continue
            }
            let setting = SweepSetting(
              enterRadiusMeters: enter, exitRadiusMeters: exit, maxAccuracyMeters: accuracy,
              enterConfirmations: run.enter, exitConfirmations: run.exit)
            do throws(PolicyError) { _ = try setting.policy(from: policy) } catch {
              throw SweepError(message: error.description)
            }
            settings.append(setting)
          }
        }
      }
    }
    guard !settings.isEmpty else {
      throw SweepError(message: "no exit radius is at least its enter radius; add a larger exit radius")
    }
    return (settings, impossible)
  }

  private func checkCount() throws(SweepError) {
    var count = 1
    for length in [enterRadiiMeters.count, exitRadiiMeters.count, confirmations.count, maxAccuraciesMeters.count] {
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: max(length, 1))
      guard !isTooLarge, product <= Self.maximumSettings else {
        throw SweepError(message: "more than \(Self.maximumSettings) settings; shorten the lists, or sweep in parts")
      }
      count = product
    }
  }
}

/// One combination of values to try.
public struct SweepSetting: Sendable, Hashable {
  /// The policy's enter radius in meters.
  public var enterRadiusMeters: Double
  /// The policy's exit radius in meters.
  public var exitRadiusMeters: Double
  /// The coarsest accuracy that the policy accepts, in meters.
  public var maxAccuracyMeters: Double
  /// Samples in a row that an enter takes.
  public var enterConfirmations: Int
  /// Samples in a row that an exit takes.
  public var exitConfirmations: Int

  /// A setting of these values, checked by nothing.
  public init(
    enterRadiusMeters: Double, exitRadiusMeters: Double, maxAccuracyMeters: Double, enterConfirmations: Int,
    exitConfirmations: Int
  ) {
    self.enterRadiusMeters = enterRadiusMeters
    self.exitRadiusMeters = exitRadiusMeters
    self.maxAccuracyMeters = maxAccuracyMeters
    self.enterConfirmations = enterConfirmations
    self.exitConfirmations = exitConfirmations
  }

  /// The policy with these values in place of its own.
  func policy(from policy: FencePolicy) throws(PolicyError) -> FencePolicy {
    try FencePolicy(
      enterRadiusMeters: enterRadiusMeters, exitRadiusMeters: exitRadiusMeters, maxAccuracyMeters: maxAccuracyMeters,
      acceptsZeroAccuracy: policy.acceptsZeroAccuracy, missingAccuracyMeters: policy.missingAccuracyMeters,
      enterConfirmations: enterConfirmations, exitConfirmations: exitConfirmations)
  }
}

/// Why a sweep cannot be made: one sentence that says what is wrong and how to mend it.
public struct SweepError: Error, Sendable, Hashable {
  /// The sentence.
  public var message: String
}
