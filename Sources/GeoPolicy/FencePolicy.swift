/// The radii, accuracy rules and confirmations that fences share (rules R2, R3, R4).
public struct FencePolicy: Hashable, Sendable {
  /// Metres at or within which a fence that gives no radius of its own is entered.
  public let enterRadiusMeters: Double
  /// Metres at or beyond which a fence that gives no radius of its own is left.
  public let exitRadiusMeters: Double
  /// The coarsest accuracy that is good enough, in meters; a sample of exactly this accuracy passes.
  public let maxAccuracyMeters: Double
  /// Whether an accuracy of exactly 0 passes: some sources mean "perfect" by it and some "unknown".
  public let acceptsZeroAccuracy: Bool
  /// Metres to assume where a sample has no accuracy, judged and reported like given ones; `nil` refuses such samples.
  public let missingAccuracyMeters: Double?
  /// Consecutive accepted samples that a change from `outside` to `inside` takes.
  public let enterConfirmations: Int
  /// Consecutive accepted samples that a change from `inside` to `outside` takes.
  public let exitConfirmations: Int

  /// The most confirmations that a policy may ask for.
  public static let maximumConfirmations = 100

  /// 80 m in, 120 m out, accuracy up to 30 m, zero accepted, missing refused, one confirmation each way.
  ///
  /// Values to test with, not a recommendation for every shop.
  public static let standard = FencePolicy(
    uncheckedEnter: 80, exit: 120, maxAccuracy: 30, acceptsZero: true, missing: nil, enterConfirmations: 1,
    exitConfirmations: 1)

  /// A policy of these values; those left out are as in ``standard``, but an enter radius alone brings 1.5 times itself
  /// as its exit radius.
  ///
  /// - Throws: ``PolicyError`` for a radius that is not finite and positive, an exit radius below the enter radius, an
  ///   accuracy that is not finite and at least 0, or confirmations outside 1…``maximumConfirmations``.
  public init(
    enterRadiusMeters: Double? = nil, exitRadiusMeters: Double? = nil, maxAccuracyMeters: Double = 30,
    acceptsZeroAccuracy: Bool = true, missingAccuracyMeters: Double? = nil, enterConfirmations: Int = 1,
    exitConfirmations: Int = 1
  ) throws(PolicyError) {
    let enter = enterRadiusMeters ?? Self.standard.enterRadiusMeters
    let exit = exitRadiusMeters ?? enterRadiusMeters.map { 1.5 * $0 } ?? Self.standard.exitRadiusMeters
    guard enter > 0, enter.isFinite else { throw .enterRadius(enter) }
    guard exit >= enter, exit.isFinite else { throw .exitRadius(exit, enter: enter) }
    guard maxAccuracyMeters >= 0, maxAccuracyMeters.isFinite else { throw .accuracy("maxAccuracy", maxAccuracyMeters) }
    if let missing = missingAccuracyMeters {
      guard missing >= 0, missing.isFinite else { throw .accuracy("missingAccuracy", missing) }
    }
    let allowed = 1...Self.maximumConfirmations
    guard allowed.contains(enterConfirmations) else { throw .confirmations("enterConfirmations", enterConfirmations) }
    guard allowed.contains(exitConfirmations) else { throw .confirmations("exitConfirmations", exitConfirmations) }
    self.init(
      uncheckedEnter: enter, exit: exit, maxAccuracy: maxAccuracyMeters, acceptsZero: acceptsZeroAccuracy,
      missing: missingAccuracyMeters, enterConfirmations: enterConfirmations, exitConfirmations: exitConfirmations)
  }

  private init(
    uncheckedEnter enter: Double, exit: Double, maxAccuracy: Double, acceptsZero: Bool, missing: Double?,
    enterConfirmations: Int, exitConfirmations: Int
  ) {
    enterRadiusMeters = enter
    exitRadiusMeters = exit
    maxAccuracyMeters = maxAccuracy
    acceptsZeroAccuracy = acceptsZero
    missingAccuracyMeters = missing
    self.enterConfirmations = enterConfirmations
    self.exitConfirmations = exitConfirmations
  }
}

/// What is wrong with a policy.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An enter radius that is not finite and above 0.
  case enterRadius(Double)
  /// An exit radius that is not finite or lies below the enter radius.
  case exitRadius(Double, enter: Double)
  /// The named accuracy is not finite and at least 0.
  case accuracy(String, Double)
  /// The named confirmations are outside 1…``FencePolicy/maximumConfirmations``.
  case confirmations(String, Int)
  /// More than ``PolicySet/maximumCount`` policies.
  case tooMany(Int)
  /// Two policies of one name.
  case duplicateName(Identifier)
  /// The named limit in seconds is not finite and at least 0.
  case limit(String, Double)

  /// One sentence that says what is wrong and what would be right.
  public var description: String {
    switch self {
    case .enterRadius(let value): "enterRadius \(value) must be finite and above 0"
    case .exitRadius(let value, let enter): "exitRadius \(value) must be finite and at least enterRadius \(enter)"
    case .accuracy(let name, let value): "\(name) \(value) must be finite and at least 0"
    case .confirmations(let name, let value):
      "\(name) \(value) must be a whole number from 1 to \(FencePolicy.maximumConfirmations)"
    case .tooMany(let count): "\(count) policies, \"default\" counted: at most \(PolicySet.maximumCount) are possible"
    case .duplicateName(let name): "policy \"\(name)\" is given twice"
    case .limit(let name, let value): "\(name) \(value) must be finite and at least 0, or null"
    }
  }
}
