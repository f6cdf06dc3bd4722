import GeoPolicy
internal import MultiFence

/// Finds the fences that ways and refused samples come near, with an engine whose fences are a little larger.
///
/// A way is probed every ``stepMeters`` along it, so a fence whose circle it touches lies within its radius and half a step
/// of some probe.
///
/// - Memory: an engine of all fences, and one batch.
/// - Complexity: one sample of the engine for each probe, and O(fences near it).
struct NearbyFences {
  /// The length of way that one probe covers.
  static let stepMeters = 250.0
  /// The probes that are asked at once.
  private static let batchRows = 2048

  private let engine: FenceEngine
  private var probes = SampleColumns()
  private var tags: [Int32] = []
  private var time = 0.0
  private var evaluation = Evaluation()

  /// Finds among these fences, which stand in the order of their indices.
  init?(_ fences: [Fence]) {
    var wider: [Fence] = []
    wider.reserveCapacity(fences.count)
    for fence in fences {
      let radius = fence.enterRadiusMeters + Self.stepMeters / 2 + 1
      guard
        let probe = try? Fence(id: fence.id, center: fence.center, enterRadiusMeters: radius, exitRadiusMeters: radius)
      else { return nil }
      wider.append(probe)
    }
    var options = EngineOptions()
    options.recordsDecisions = true
    guard let engine = try? FenceEngine(fences: wider, options: options) else { return nil }
    self.engine = engine
  }

  /// Asks for the fences near a place; the tag comes back with the answer.
  mutating func probe(_ place: Point, tag: Int32) {
    time += 1
    probes.append(Sample(device: 0, time: time, place: place, accuracyMeters: 0))
    tags.append(tag)
  }

  /// Asks for the fences that a way comes near.
  mutating func probe(from start: Point, to end: Point, length: Double, tag: Int32) {
    let count = max(1, Int((length / Self.stepMeters).rounded(.up)))
    for part in 0..<count {
      probe(placeOnWay(from: start, to: end, fraction: (Double(part) + 0.5) / Double(count)), tag: tag)
    }
  }

  /// What has been asked, once there is enough of it or at the end: tags, each with a fence near its place.
  mutating func answers(atEnd: Bool) -> [(tag: Int32, fence: FenceHandle)] {
    guard atEnd || probes.count >= Self.batchRows, probes.count > 0 else { return [] }
    engine.evaluate(probes, into: &evaluation)
    let found = evaluation.decisions.filter { $0.to == .inside }.map { (tags[Int($0.row)], $0.fence) }
    evaluation.removeAll()
    probes.removeAll()
    tags.removeAll(keepingCapacity: true)
    return found
  }

  /// The id of a fence in an answer.
  func name(of fence: FenceHandle) -> Identifier { engine.id(of: fence) }
}
