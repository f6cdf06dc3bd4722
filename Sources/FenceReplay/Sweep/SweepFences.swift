internal import FenceData
import GeoPolicy

/// The fence file of a sweep: gives the fences that a replay with some policies would watch.
struct SweepFences: Sendable {
  /// The fences under the policies as given.
  let given: FenceFile
  /// The file's bytes; empty where every fence takes the radii of the setting, which needs no second reading.
  private let bytes: [UInt8]
  private let policyIndex: Int
  private let overridesAll: Bool

  /// - Parameters:
  ///   - policyIndex: The policy that is swept.
  ///   - overridesAll: Whether the radii of a setting replace those that a fence of this policy gives itself.
  init(
    _ bytes: [UInt8], policies: PolicySet, policyIndex: Int, overridesAll: Bool
  ) throws(UnusableInput) {
    given = try Self.read(bytes, policies)
    self.bytes = overridesAll ? [] : bytes
    self.policyIndex = policyIndex
    self.overridesAll = overridesAll
  }

  /// The fences of the swept policy of which a setting changes the radii.
  var sweptCount: Int {
    let isSwept = given.fences.map { $0.policyIndex == policyIndex }
    return overridesAll ? isSwept.count { $0 } : zip(isSwept, given.takesPolicyEnterRadius).count { $0 && $1 }
  }

  /// The fences that a replay with these policies would watch, and how many rows it would skip.
  ///
  /// The file is read again, for a fence that gives only an exit radius fits some settings and not others.
  func fences(under policies: PolicySet) -> (fences: [Fence], skippedCount: Int) {
    if overridesAll {
      let policy = policies.policies[policyIndex]
      let fences = given.fences.compactMap { fence in
        guard fence.policyIndex == policyIndex else { return fence }
        return fence.with(enter: policy.enterRadiusMeters, exit: policy.exitRadiusMeters, in: policies)
      }
      return (fences, given.rowCount - fences.count)
    }
    // What cannot be used at all has no fence.
    guard let file = try? Self.read(bytes, policies) else { return ([], given.rowCount) }
    return (file.fences, file.problems.count)
  }

  private static func read(_ bytes: [UInt8], _ policies: PolicySet) throws(UnusableInput) -> FenceFile {
    try bytes.withUnsafeBufferPointer { (buffer) throws(UnusableInput) in
      try readFences(UnsafeRawBufferPointer(buffer), policies: policies)
    }
  }
}

extension Fence {
  /// The fence with other radii.
  func with(enter: Double, exit: Double, in policies: PolicySet) -> Fence? {
    try? Fence(
      id: id, center: center, enterRadiusMeters: enter, exitRadiusMeters: exit, policy: policies.names[policyIndex],
      in: policies)
  }
}
