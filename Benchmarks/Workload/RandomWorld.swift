import GeoPolicy

/// A small hostile world for comparing two engines event for event: fences, and then samples and changes in turn.
///
/// Every world follows from its kind and seed alone. Its changes are always valid in their order, so that none makes an
/// engine throw. Samples keep near fences and go back and forth over the same edges; whatever else is wrong or unusual
/// depends on the kind. Places within rounding of an edge are found with `meters` itself, so these few may differ in the
/// last digit between C libraries.
public struct RandomWorld: Sendable {
  /// What a world is hard about.
  public enum Kind: String, CaseIterable, Sendable {
    /// Overlapping stores of 80/120 m on a few streets.
    case city
    /// Fences on, around and near both poles.
    case poles
    /// Fences on both sides of ±180° and on the meridian itself, which has two longitudes.
    case dateLine
    /// Samples exactly on centers, also where the same place is written with other numbers.
    case zeroDistance
    /// Samples at and near the antipodes of fences of every size.
    case antipodes
    /// Radii from 1 m to beyond half the circumference, log-uniform, all over the globe.
    case radii
    /// Hundreds of fences at one spot.
    case coincident
    /// Fences around one center, each a little wider.
    case concentric
    /// Enter radius = exit radius.
    case equalRadii
    /// Samples within 1 µm of the radii on both sides, and radii that are exactly the distance of a sample.
    case boundary
    /// Jumps across the globe and back.
    case teleports
    /// Time that runs backward, stands, and repeats.
    case disorder
    /// Values that are absent, not finite or out of range; ages near the limits.
    case badValues
    /// Fences that are added, edited, removed and returned between the samples.
    case churn
    /// Up to 16 policies that judge accuracy differently.
    case policies
    /// Runs of up to four confirmations, often interrupted.
    case confirmations
    /// Authorizations revoked and granted, devices forgotten.
    case authorization
    /// All of it.
    case mixed
  }

  /// One thing that happens to an engine.
  public enum Step: Sendable {
    /// A batch of samples arrives.
    case samples(SampleColumns)
    /// The set of fences changes; the changes are valid one after the other.
    case changes([FenceChange])
    /// The authorization of a device is revoked.
    case revoke(UInt32)
    /// The authorization of a device is granted again.
    case grant(UInt32)
    /// A device is forgotten.
    case forget(UInt32)
  }

  /// What the world is hard about.
  public let kind: Kind
  /// The number that, with the kind, makes the world.
  public let seed: UInt64
  /// The policies that the fences name.
  public let policies: PolicySet
  /// The fences at the start.
  public let fences: [Fence]
  /// Devices are numbered below this.
  public let deviceCount: Int
  /// What happens, in order.
  public let steps: [Step]

  /// The world of this kind and seed.
  public init(seed: UInt64, kind: Kind) {
    var builder = WorldBuilder(seed: seed, kind: kind)
    let fences = builder.makeFences()
    steps = builder.makeSteps()
    self.kind = kind
    self.seed = seed
    self.fences = fences
    policies = builder.policies
    deviceCount = builder.devices.count
  }

  /// The number of samples in all steps.
  public var sampleCount: Int {
    steps.reduce(0) { count, step in if case .samples(let columns) = step { count + columns.count } else { count } }
  }
}
