/// The policies that fences may name, and the limits of time that hold for every sample (rules R3, R9).
public struct PolicySet: Hashable, Sendable {
  /// The most policies that a set holds, the default one counted.
  public static let maximumCount = 16
  /// The name of the policy of fences that name none.
  public static let defaultName: Identifier = "default"

  /// The names, ``defaultName`` first; a policy's index is its place here.
  public let names: [Identifier]
  /// The policies, in the order of ``names``.
  public let policies: [FencePolicy]
  /// The oldest that a sample may be when it is received, in seconds; `nil` sets no limit.
  public let maxAgeSeconds: Double?
  /// The farthest that a sample's time may lie after its receipt, in seconds; `nil` sets no limit.
  public let maxFutureSeconds: Double?

  /// ``FencePolicy/standard`` alone, without limits of time.
  public static let standard = PolicySet(
    uncheckedNames: [defaultName], policies: [.standard], maxAge: nil, maxFuture: nil)

  /// A default policy, any named ones besides, and limits of time.
  ///
  /// - Throws: ``PolicyError`` for more than ``maximumCount`` policies, a name given twice, or a limit that is not finite
  ///   and at least 0.
  public init(
    default policy: FencePolicy = .standard, named: [(name: Identifier, policy: FencePolicy)] = [],
    maxAgeSeconds: Double? = nil, maxFutureSeconds: Double? = nil
  ) throws(PolicyError) {
    let names = [Self.defaultName] + named.map(\.name)
    guard names.count <= Self.maximumCount else { throw .tooMany(names.count) }
    for (index, name) in names.enumerated() where names[..<index].contains(name) { throw .duplicateName(name) }
    for (name, limit) in [("maxAge", maxAgeSeconds), ("maxFuture", maxFutureSeconds)] {
      if let limit, !(limit >= 0 && limit.isFinite) { throw .limit(name, limit) }
    }
    self.init(
      uncheckedNames: names, policies: [policy] + named.map(\.policy), maxAge: maxAgeSeconds,
      maxFuture: maxFutureSeconds)
  }

  private init(uncheckedNames: [Identifier], policies: [FencePolicy], maxAge: Double?, maxFuture: Double?) {
    names = uncheckedNames
    self.policies = policies
    maxAgeSeconds = maxAge
    maxFutureSeconds = maxFuture
  }

  /// The index of the policy of this name, or `nil`.
  public func index(of name: Identifier) -> Int? { names.firstIndex(of: name) }
}
