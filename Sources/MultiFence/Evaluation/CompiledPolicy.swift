import GeoPolicy

/// The numbers of a policy that every sample needs, side by side.
struct CompiledPolicy {
  let maxAccuracy: Double
  let enterConfirmations: Int
  let exitConfirmations: Int

  init(_ policy: FencePolicy) {
    maxAccuracy = policy.maxAccuracyMeters
    enterConfirmations = policy.enterConfirmations
    exitConfirmations = policy.exitConfirmations
  }
}
