internal import FenceData
import GeoPolicy

/// What devices did, as far as the samples tell: the common yardstick of all settings of a sweep.
///
/// All with one confirmation and the coarsest accuracy of the sweep, and without a band. For fences that give radii
/// themselves, their own take the place of the sweep's.
struct SweepReferences: Sendable {
  /// Runs within the widest enter radius: a device arrives where one begins.
  let arrivals: ReferenceRuns
  /// Runs within the widest enter radius or the narrowest exit radius, whichever is larger: it departs where one ends.
  let departures: ReferenceRuns
  /// Runs within the narrowest enter radius: visits, which every setting ought to notice.
  let visits: ReferenceRuns
  let pairs: SweepPairs
  /// The fences by number: those of any setting.
  let ids: IdentifierTable

  /// The number of visits.
  var visitCount: Int { visits.edges.count { $0.isWithin } }

  init(_ scale: SweepYardstick, _ policies: SweepPolicies, _ fences: SweepFences, _ samples: SweepSamples)
    throws(PolicyError)
  {
    let visitPolicies = try policies.reference(
      enter: scale.visitMeters, exit: scale.visitMeters, maxAccuracy: scale.accuracyMeters)
    let arrivalPolicies = try policies.reference(
      enter: scale.arrivalMeters, exit: scale.arrivalMeters, maxAccuracy: scale.accuracyMeters)
    let departurePolicies = try policies.reference(
      enter: scale.visitMeters, exit: scale.departureMeters, maxAccuracy: scale.accuracyMeters)
    let visitFences = fences.fences(under: visitPolicies).fences
    let arrivalFences = fences.fences(under: arrivalPolicies).fences
    let departureFences = fences.fences(under: departurePolicies).fences
    // The smallest radius makes the most rows usable, so no setting has a fence that is not among these.
    var ids = IdentifierTable()
    for fence in visitFences { _ = ids.handle(for: fence.id) }
    self.ids = ids
    var pairs = SweepPairs()
    visits = ReferenceRuns(
      visitFences.compactMap { $0.with(radius: $0.enterRadiusMeters, in: visitPolicies) }, visitPolicies, samples,
      ids: ids, pairs: &pairs)
    arrivals = ReferenceRuns(
      arrivalFences.compactMap { $0.with(radius: $0.enterRadiusMeters, in: arrivalPolicies) }, arrivalPolicies, samples,
      ids: ids, pairs: &pairs)
    departures = ReferenceRuns(
      departureFences.compactMap { $0.with(radius: $0.exitRadiusMeters, in: departurePolicies) }, departurePolicies,
      samples, ids: ids, pairs: &pairs)
    self.pairs = pairs
  }
}

/// The radii and the accuracy by which the settings of a sweep are measured.
public struct SweepYardstick: Sendable, Hashable {
  /// The widest enter radius: arrivals count from here.
  public let arrivalMeters: Double
  /// The widest enter radius or the narrowest exit radius, whichever is larger: departures count from here.
  public let departureMeters: Double
  /// The narrowest enter radius: who comes so near is on a visit.
  public let visitMeters: Double
  /// The coarsest accuracy.
  public let accuracyMeters: Double
  /// Whether there are settings of different radii.
  let hasSeveralRadii: Bool

  init(_ settings: [SweepSetting]) {
    let enters = settings.map(\.enterRadiusMeters)
    arrivalMeters = enters.max() ?? 0
    visitMeters = enters.min() ?? 0
    departureMeters = max(arrivalMeters, settings.map(\.exitRadiusMeters).min() ?? 0)
    accuracyMeters = settings.map(\.maxAccuracyMeters).max() ?? 0
    hasSeveralRadii = Set(settings.map { SIMD2($0.enterRadiusMeters, $0.exitRadiusMeters) }).count > 1
  }
}

extension Fence {
  /// The fence without a band.
  fileprivate func with(radius: Double, in policies: PolicySet) -> Fence? {
    with(enter: radius, exit: radius, in: policies)
  }
}
