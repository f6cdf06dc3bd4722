import GeoPolicy
import MultiFence

/// Where fences lie over each other: centers of fences that are within the exit radius of the most others.
///
/// A sample there is measured against all of these, and a device that comes enters all whose enter radius it is within.
/// The engine itself is asked, as if a device stood on each center.
struct CrowdedPlaces {
  struct Place: Equatable {
    /// The fence on whose center it is.
    var fence: Identifier
    /// Fences whose exit radius holds the place, its own among them.
    var count: Int
    /// Some of the others.
    var others: [Identifier]
  }

  /// The places with the most fences, each outside of the fences of those before.
  var places: [Place] = []
  /// Centers that were looked at, and all there are.
  var examined = 0
  var total = 0
  /// The mean number of fences over the centers that were looked at.
  var mean = 0.0

  static let count = 10
  private static let namedOthers = 3
  /// No batch shall have many more decisions than this.
  private static let decisionsPerBatch = 200_000

  /// Looks at the centers in a random order until all are done, or `isLate` says that it is time to end.
  static func find(_ fences: [Fence], _ policies: PolicySet, isLate: () -> Bool) throws -> CrowdedPlaces {
    var options = EngineOptions()
    options.recordsDecisions = true
    let engine = try FenceEngine(fences: fences, policies: policies, options: options)
    var search = PlaceSearch(fences: fences, engine: engine, accuracy: accuracy(under: policies))
    var found = CrowdedPlaces()
    found.total = fences.count
    var counts: [(fence: Int, count: Int)] = []
    // A step that has no divisor in common with the number goes through all, and takes each part of a file alike.
    var step = max(1, Int(Double(fences.count) * 0.618))
    while gcd(step, fences.count) != 1 { step += 1 }
    var center = 0
    var size = 1
    var sum = 0
    while found.examined < fences.count, found.examined == 0 || !isLate() {
      var batch: [Int] = []
      while batch.count < min(size, fences.count - found.examined) {
        batch.append(center)
        center = (center + step) % fences.count
      }
      let result = search.counts(at: batch)
      for (fence, count) in zip(batch, result) { counts.append((fence, count)) }
      found.examined += batch.count
      let decisions = result.reduce(0, +)
      sum += decisions
      size = max(1, min(size * 2, 4096, decisionsPerBatch * batch.count / max(decisions, 1)))
    }
    found.mean = Double(sum) / Double(max(found.examined, 1))
    counts.sort { ($1.count, $0.fence) < ($0.count, $1.fence) }
    var covered: Set<Identifier> = []
    for (fence, count) in counts where found.places.count < Self.count && !covered.contains(fences[fence].id) {
      let all = search.fences(at: fence)
      covered.formUnion(all)
      found.places.append(
        Place(
          fence: fences[fence].id, count: count,
          others: Array(all.filter { $0 != fences[fence].id }.prefix(namedOthers))))
    }
    return found
  }

  /// An accuracy that all policies accept, if there is one.
  private static func accuracy(under policies: PolicySet) -> Double {
    (policies.policies.map(\.maxAccuracyMeters).min() ?? 0) / 2
  }

  private static func gcd(_ a: Int, _ b: Int) -> Int { b == 0 ? a : gcd(b, a % b) }
}

private struct PlaceSearch {
  let fences: [Fence]
  let engine: FenceEngine
  let accuracy: Double
  private var evaluation = Evaluation()

  init(fences: [Fence], engine: FenceEngine, accuracy: Double) {
    self.fences = fences
    self.engine = engine
    self.accuracy = accuracy
  }

  /// The number of fences whose exit radius holds the center of each of these.
  mutating func counts(at centers: [Int]) -> [Int] {
    evaluate(centers)
    var counts = [Int](repeating: 0, count: centers.count)
    for decision in evaluation.decisions { counts[Int(decision.row)] += 1 }
    return counts
  }

  /// The fences whose exit radius holds the center of this one.
  mutating func fences(at center: Int) -> [Identifier] {
    evaluate([center])
    return evaluation.decisions.map { engine.id(of: $0.fence) }
  }

  /// A device that nobody has seen stands on each center: all that is decided is what the place is within.
  private mutating func evaluate(_ centers: [Int]) {
    var columns = SampleColumns()
    for (row, center) in centers.enumerated() {
      columns.append(
        Sample(device: UInt32(row), time: 0, place: fences[center].center, accuracyMeters: accuracy))
    }
    evaluation.removeAll()
    engine.evaluate(columns, into: &evaluation)
    for row in centers.indices { engine.forget(device: UInt32(row)) }
  }
}
