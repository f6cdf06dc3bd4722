import GeoPolicy

/// The policies of a sweep: as they are given, but with one of them changed.
struct SweepPolicies: Sendable {
  let given: PolicySet
  /// The policy that is swept.
  let index: Int

  /// The set in which the swept policy has the values of a setting.
  func policies(_ setting: SweepSetting) throws(PolicyError) -> PolicySet {
    try changed { (index, policy) throws(PolicyError) in
      index == self.index ? try setting.policy(from: policy) : policy
    }
  }

  /// The set in which every policy takes one confirmation, and the swept one has these values: what a device did, as far
  /// as samples can tell, and without any patience.
  func reference(enter: Double, exit: Double, maxAccuracy: Double) throws(PolicyError) -> PolicySet {
    try changed { (index, policy) throws(PolicyError) in
      let isSwept = index == self.index
      return try SweepSetting(
        enterRadiusMeters: isSwept ? enter : policy.enterRadiusMeters,
        exitRadiusMeters: isSwept ? exit : policy.exitRadiusMeters,
        maxAccuracyMeters: isSwept ? maxAccuracy : policy.maxAccuracyMeters, enterConfirmations: 1,
        exitConfirmations: 1
      ).policy(from: policy)
    }
  }

  private func changed(
    _ change: (Int, FencePolicy) throws(PolicyError) -> FencePolicy
  ) throws(PolicyError) -> PolicySet {
    var policies: [FencePolicy] = []
    for (index, policy) in given.policies.enumerated() { policies.append(try change(index, policy)) }
    var named: [(name: Identifier, policy: FencePolicy)] = []
    for (name, policy) in zip(given.names, policies).dropFirst() { named.append((name, policy)) }
    return try PolicySet(
      default: policies[0], named: named, maxAgeSeconds: given.maxAgeSeconds, maxFutureSeconds: given.maxFutureSeconds)
  }
}
