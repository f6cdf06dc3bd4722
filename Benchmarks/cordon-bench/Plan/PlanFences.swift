import CommandLineSupport
import GeoPolicy
import Workload

/// The fences of a plan.
enum PlanFences {
  /// Reads or makes them.
  static func load(_ source: PlanOptions.Fences, _ policies: PolicySet) throws(CommandEnd) -> [Fence] {
    switch source {
    case .file(let path): return try WorkSet.fences(path, policies)
    case .made(let count):
      return StoreWorld(
        StoreWorld.Parameters(fenceCount: count, deviceCount: 1, seed: Scenario.seed, radii: .mixed)
      ).fences
    }
  }

  /// A set of `count` fences, at least as many as there are: these, and beside each some as wide, within 2 km or four exit
  /// radii.
  static func grown(_ fences: [Fence], to count: Int, _ policies: PolicySet) throws(FenceError) -> [Fence] {
    var random = SplitMix64(seed: Scenario.seed)
    var grown = fences
    grown.reserveCapacity(count)
    var prefix = "grown-"
    while fences.contains(where: { $0.id.text.hasPrefix(prefix) }) { prefix += "-" }
    var place = 0
    while grown.count < count {
      let fence = fences[place % fences.count]
      let reachDegrees = min(max(2000, 4 * fence.exitRadiusMeters), 500_000) / 111_195
      let latitude = fence.center.latitude + random.uniform(-reachDegrees, reachDegrees)
      // Nearer to a pole a degree of longitude is less: the set grows denser there, for the worse.
      let longitude = fence.center.longitude + random.uniform(-reachDegrees, reachDegrees)
      grown.append(
        try Fence(
          id: Identifier(prefix + String(place)),
          center: Point(latitude: min(max(latitude, -90), 90), longitude: min(max(longitude, -180), 180)),
          enterRadiusMeters: fence.enterRadiusMeters, exitRadiusMeters: fence.exitRadiusMeters,
          policy: policies.names[fence.policyIndex], in: policies))
      place += 1
    }
    return grown
  }
}
