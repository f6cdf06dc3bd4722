internal import FenceData
import GeoPolicy

extension CheckReport {
  /// What shows by the radii of a fence, its policy and the report interval alone.
  mutating func findRadii() {
    let shown = fences
    findNarrowBands()
    let limits = policies.policies.map(\.maxAccuracyMeters)
    let small = fences.indices.filter { fences[$0].enterRadiusMeters < limits[fences[$0].policyIndex] }
    add(.smallRadius, alike: small) { index in
      let limit = limits[shown[index].policyIndex]
      return "enters at \(Shown.meters(shown[index].enterRadiusMeters)), accepts \(Shown.meters(limit))"
    }
    let endless = fences.indices.filter { fences[$0].exitRadiusMeters > Self.farthestMeters }
    add(.neverLeft, alike: endless) { "leaves at \(Shown.meters(shown[$0].exitRadiusMeters))" }
    if let interval = settings.intervalSeconds {
      findUnseenCrossings(stepMeters: interval * settings.speedMetersPerSecond)
    }
  }

  /// The greatest distance that the reference gives, to which an exit radius may come without being out of reach.
  private static var farthestMeters: Double { 20_015_086.8 }

  private mutating func findNarrowBands() {
    let needed = policies.policies.map { 2 * $0.maxAccuracyMeters }
    func band(_ fence: Fence) -> Double { fence.exitRadiusMeters - fence.enterRadiusMeters }
    let narrow = fences.indices.filter { band(fences[$0]) < needed[fences[$0].policyIndex] }
    let bandless = narrow.count { band(fences[$0]) == 0 }
    let shown = fences
    let detail = bandless == 0 ? "" : "\(bandless) of them with no band at all: any step across the edge is an event"
    add(.narrowBand, alike: narrow, detail: detail) { index in
      let fence = shown[index]
      return "\(Shown.meters(band(fence))) where \(Shown.meters(needed[fence.policyIndex])) would do"
    }
  }

  /// The share of crossings below which nothing is said.
  private static var tolerableShare: Double { 0.05 }

  private mutating func findUnseenCrossings(stepMeters: Double) {
    let shares = fences.map { fence in
      unseenShare(
        radiusMeters: fence.enterRadiusMeters, stepMeters: stepMeters,
        confirmations: policies.policies[fence.policyIndex].enterConfirmations)
    }
    let unseen = fences.indices.filter { shares[$0] >= Self.tolerableShare }
    let sorted = unseen.map { shares[$0] }.sorted()
    guard let least = sorted.first, let most = sorted.last else { return }
    let range =
      Shown.percent(least) == Shown.percent(most)
      ? Shown.percent(least)
      : "\(Shown.percent(least)) to \(Shown.percent(most)), median \(Shown.percent(sorted[sorted.count / 2])),"
    let detail =
      "with \(Shown.meters(stepMeters)) from one report to the next, \(range) of the straight ways across have too few "
      + "samples inside"
    let shown = fences
    let confirmations = policies.policies.map(\.enterConfirmations)
    add(.crossedUnseen, alike: unseen, detail: detail) { index in
      let fence = shown[index]
      let needed = confirmations[fence.policyIndex]
      return "\(Shown.percent(shares[index])) of the ways across \(Shown.meters(fence.enterRadiusMeters))"
        + (needed > 1 ? ", where an enter takes \(needed) samples" : "")
    }
  }
}

/// The share of straight ways across a circle on which a device is not seen inside often enough to enter.
///
/// A way at offset y from the center is a chord of 2√(r² − y²). Ways of one direction come at every offset alike, and
/// the first report on a chord comes anywhere within a step of its beginning: a chord of length c then has at least k
/// samples with the probability c/s − (k − 1), clamped to 0…1. The mean over the offsets is, with x as a share of the
/// diameter, `(2r/s) · ∫ √(1 − x²) dx` from (k − 1)·s/2r to k·s/2r, both at most 1.
///
/// - Parameters:
///   - radiusMeters: r, on a plane; above 0.
///   - stepMeters: s, speed times interval; not negative.
///   - confirmations: k, the samples in a row that an enter takes.
/// - Returns: 0…1; 0 where the device does not move.
public func unseenShare(radiusMeters: Double, stepMeters: Double, confirmations: Int) -> Double {
  let ratio = stepMeters / (2 * radiusMeters)
  guard ratio > 0 else { return 0 }
  let from = min(1, Double(confirmations - 1) * ratio)
  let to = min(1, Double(confirmations) * ratio)
  let seen = (areaUnderUnitCircle(to: to) - areaUnderUnitCircle(to: from)) / ratio
  return min(max(1 - seen, 0), 1)
}
