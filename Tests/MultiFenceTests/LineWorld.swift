import GeoPolicy
import MultiFence
import NaiveScan
import Testing

/// A world on one meridian, in metres from the equator, for histories that are short enough to be written down.
///
/// Policy P, the default one, takes accuracies up to 10 m; Q takes those up to 30 m, but no zero. So an accuracy can be found
/// that either, both or none of them accepts.
final class LineWorld {
  /// Which policies accept a sample.
  enum Accepted {
    case p, q, pq, none

    var accuracy: Double {
      switch self {
      case .p: 0
      case .q: 20
      case .pq: 5
      case .none: 60
      }
    }
  }

  let policies: PolicySet
  private let naive: NaiveEngine
  private let indexed: FenceEngine
  private var time = 0.0

  /// Fence f: center 0, 2 m in, 4 m out, of P. Fence g: center 90, 1 m in, 2 m out, of Q.
  init(
    enterConfirmations: Int = 1, exitConfirmations: Int = 1, fExit: Double = 4, hasG: Bool = true, skips: Bool = true,
    cellSizeMeters: Double? = nil
  ) throws {
    policies = try PolicySet(
      default: FencePolicy(
        maxAccuracyMeters: 10, enterConfirmations: enterConfirmations, exitConfirmations: exitConfirmations),
      named: [(name: "Q", policy: FencePolicy(maxAccuracyMeters: 30, acceptsZeroAccuracy: false))])
    var fences = [try Self.fence("f", at: 0, enter: 2, exit: fExit, of: "default", policies)]
    if hasG { fences.append(try Self.fence("g", at: 90, enter: 1, exit: 2, of: "Q", policies)) }
    naive = try NaiveEngine(fences: fences, policies: policies)
    var options = EngineOptions()
    options.skipsSafely = skips
    options.cellSizeMeters = cellSizeMeters
    indexed = try FenceEngine(fences: fences, policies: policies, options: options)
  }

  static func place(_ meters: Double) -> Point {
    Point(latitude: meters / earthRadiusMeters * 180 / Double.pi, longitude: 0)
  }

  private static func fence(
    _ id: Identifier, at center: Double, enter: Double, exit: Double, of policy: Identifier, _ policies: PolicySet
  ) throws -> Fence {
    try Fence(
      id: id, center: place(center), enterRadiusMeters: enter, exitRadiusMeters: exit, policy: policy, in: policies)
  }

  func fence(
    _ id: Identifier, at center: Double, enter: Double = 2, exit: Double = 4, of policy: Identifier = "default"
  )
    throws -> Fence
  {
    try Self.fence(id, at: center, enter: enter, exit: exit, of: policy, policies)
  }

  /// The number of samples that the indexed engine passed over.
  var skips: Int { indexed.work.skips }

  func change(_ changes: FenceChange...) throws {
    try naive.apply(changes)
    try indexed.apply(changes)
  }

  func revoke() {
    naive.revoke(device: 0)
    indexed.revoke(device: 0)
  }

  func grant() {
    naive.grant(device: 0)
    indexed.grant(device: 0)
  }

  /// Takes one sample, a second after the last unless it says when. Returns what both engines say of it, in words; where
  /// they differ, both.
  @discardableResult
  func sample(_ meters: Double, _ accepted: Accepted, time when: Double? = nil) -> String {
    time = when ?? time + 1
    var columns = SampleColumns()
    columns.append(
      Sample(device: 0, time: time, place: Self.place(meters), accuracyMeters: accepted.accuracy))
    return take(columns)
  }

  /// Takes several samples in one batch, a second apart.
  func batch(_ places: [Double], _ accepted: Accepted) -> String {
    var columns = SampleColumns()
    for meters in places {
      time += 1
      columns.append(
        Sample(device: 0, time: time, place: Self.place(meters), accuracyMeters: accepted.accuracy))
    }
    return take(columns)
  }

  private func take(_ columns: SampleColumns) -> String {
    var ofNaive = Evaluation(), ofIndexed = Evaluation()
    naive.evaluate(columns, into: &ofNaive)
    indexed.evaluate(columns, into: &ofIndexed)
    let expected = words(ofNaive) { naive.id(of: $0) }, actual = words(ofIndexed) { indexed.id(of: $0) }
    let broken = indexed.brokenInvariants()
    if !broken.isEmpty { return "broken: \(broken)" }
    return expected == actual ? actual : "naive: \(expected); indexed: \(actual)"
  }

  private func words(_ evaluation: Evaluation, _ id: (FenceHandle) -> Identifier) -> String {
    let events = evaluation.events.map { "\($0.kind) \(id($0.fence)) from \($0.from)" }
    return (events + evaluation.rejections.map { "refused \($0.reasons.names.joined(separator: " "))" })
      .joined(separator: ", ")
  }
}
