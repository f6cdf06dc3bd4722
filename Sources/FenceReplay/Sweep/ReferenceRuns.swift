import GeoPolicy
internal import MultiFence

/// When devices were within a circle around each fence without interruption, and when not: what settings are measured
/// against.
///
/// Made by the engine itself, of fences without a band and one confirmation: then every accepted sample within the
/// radius is inside, every other outside, and events are the ends of uninterrupted runs.
struct ReferenceRuns: Sendable {
  /// A run within the circle begins, or ends, and one outside of it begins.
  struct Edge: Sendable {
    /// The sample's row among all.
    var row: Int
    var pair: UInt32
    var time: Double
    var isWithin: Bool
  }

  /// In the order of the rows.
  private(set) var edges: [Edge] = []

  /// The runs around these fences, whose enter and exit radii must be equal.
  init(
    _ fences: [Fence], _ policies: PolicySet, _ samples: SweepSamples, ids: IdentifierTable, pairs: inout SweepPairs
  ) {
    guard let engine = try? FenceEngine(fences: fences, policies: policies) else { return }
    let numbers = SweepPairs.numbers(of: fences, in: engine, ids)
    var evaluation = Evaluation()
    var firstRow = 0
    for batch in samples.batches {
      engine.evaluate(batch, into: &evaluation)
      for event in evaluation.events {
        edges.append(
          Edge(
            row: firstRow + Int(event.row), pair: pairs.take(event.device, numbers[Int(event.fence.rawValue)]),
            time: event.time, isWithin: event.kind == .enter))
      }
      evaluation.removeAll()
      firstRow += batch.count
    }
  }
}

/// Small numbers for the pairs of a device and a fence that anything happened between.
struct SweepPairs: Sendable {
  private var numbers: [UInt64: UInt32] = [:]

  var count: Int { numbers.count }

  /// The number of a pair, given anew to one not seen before.
  mutating func take(_ device: UInt32, _ fence: UInt32) -> UInt32 {
    let next = UInt32(truncatingIfNeeded: numbers.count)
    let key = Self.key(device, fence)
    if let known = numbers[key] { return known }
    numbers[key] = next
    return next
  }

  /// The number of a pair, if it has one.
  func find(_ device: UInt32, _ fence: UInt32) -> UInt32? { numbers[Self.key(device, fence)] }

  private static func key(_ device: UInt32, _ fence: UInt32) -> UInt64 { UInt64(device) << 32 | UInt64(fence) }

  /// For every handle of an engine over these fences the number of the fence's id.
  static func numbers(of fences: [Fence], in engine: FenceEngine, _ ids: IdentifierTable) -> [UInt32] {
    var numbers: [UInt32] = []
    for fence in fences {
      guard let handle = engine.handle(of: fence.id), let number = ids.find(fence.id) else { continue }
      let slot = Int(handle.rawValue)
      if slot >= numbers.count { numbers.append(contentsOf: repeatElement(0, count: slot + 1 - numbers.count)) }
      numbers[slot] = number
    }
    return numbers
  }
}
