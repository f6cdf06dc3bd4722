import GeoPolicy
import MultiFence

/// A scan of all fences that finds its distances by the function for whole batches: what speed there is without an index.
///
/// For each accepted sample `metersBatch` measures it against the columns of all fences, then every fence takes its
/// transition. It answers to the bit as the naive scan does: where a distance lies so close to a radius that the last digits
/// count, and on every event, the reference is asked. The set of fences is fixed.
final class KernelScan: MeasuredEngine {
  private let policies: PolicySet
  private let fences: [Fence]
  private let latitudes: [Double]
  private let longitudes: [Double]
  /// One bit for each policy in use.
  private let inUse: UInt16
  private var distances: [Double] = []
  private var devices: [Device] = []

  private struct Device {
    var last: LastAccepted?
    /// For each fence the state in the lower two bits, the confirmation run above.
    var memories: [UInt16]
    /// When the device entered the fences that it is in, by number.
    var enterTimes: [Int: Double] = [:]
  }

  /// By how much a distance of the kernel may be off, and more: up to 15 000 km a micrometer, beyond a meter.
  private static let doubtMeters = 1e-5
  private static let farMeters = 15_000_000.0

  init(fences: [Fence], policies: PolicySet) {
    self.policies = policies
    self.fences = fences
    latitudes = fences.map(\.center.latitude)
    longitudes = fences.map(\.center.longitude)
    inUse = fences.isEmpty ? 1 : fences.reduce(0) { $0 | 1 << UInt16($1.policyIndex) }
  }

  let countedWork: EngineWork? = nil
  let heldBytes: EngineBytes? = nil

  func id(of fence: FenceHandle) -> Identifier { fences[Int(fence.rawValue)].id }

  func apply(_ changes: [FenceChange]) throws(FenceError) {
    precondition(changes.isEmpty, "the set of fences of this scan is fixed")
  }

  func evaluate(_ samples: SampleColumns, into evaluation: inout Evaluation) {
    for row in 0..<samples.count { evaluate(row, of: samples, into: &evaluation) }
  }

  private func evaluate(_ row: Int, of samples: SampleColumns, into evaluation: inout Evaluation) {
    let device = Int(samples.devices[row])
    while devices.count <= device { devices.append(Device(memories: Array(repeating: 0, count: fences.count))) }
    let received = samples.received.isEmpty ? Double.nan : samples.received[row]
    let common = Admission.placeAndTimeReasons(
      time: samples.times[row], latitude: samples.latitudes[row], longitude: samples.longitudes[row],
      received: received, last: devices[device].last, maxAgeSeconds: policies.maxAgeSeconds,
      maxFutureSeconds: policies.maxFutureSeconds)
    var accepting: UInt16 = 0
    var refusals: RejectionReasons = []
    for (index, policy) in policies.policies.enumerated() where inUse & 1 << UInt16(index) != 0 {
      let reason = Admission.accuracyReason(samples.accuracies[row], under: policy)
      if reason.isEmpty { accepting |= 1 << UInt16(index) } else { refusals.formUnion(reason) }
    }
    guard common.isEmpty, accepting != 0 else {
      let reasons = accepting == 0 ? common.union(refusals) : common
      evaluation.rejections.append(SampleRejection(row: UInt32(row), reasons: reasons))
      return
    }
    evaluation.acceptedCount += 1
    if accepting != inUse { evaluation.partialRefusalCount += 1 }
    devices[device].last = LastAccepted(
      time: samples.times[row], latitude: samples.latitudes[row], longitude: samples.longitudes[row])
    metersBatch(
      from: Point(latitude: samples.latitudes[row], longitude: samples.longitudes[row]), latitudes: latitudes,
      longitudes: longitudes, into: &distances)
    takeTransitions(row, of: samples, accepting: accepting, into: &evaluation)
  }

  private func takeTransitions(
    _ row: Int, of samples: SampleColumns, accepting: UInt16, into evaluation: inout Evaluation
  ) {
    let device = Int(samples.devices[row])
    var enters: [FenceEvent] = []
    let outside = Self.pack(Hysteresis(state: .outside))
    for index in fences.indices {
      var distance = distances[index]
      let memory = devices[device].memories[index]
      // Far and outside, the lot of nearly all.
      if memory == outside, distance > fences[index].exitRadiusMeters + 1, distance < Self.farMeters { continue }
      let fence = fences[index]
      guard accepting & 1 << UInt16(fence.policyIndex) != 0 else { continue }
      func measure() -> Double {
        metersBetweenValid(
          fence.center.latitude, fence.center.longitude, samples.latitudes[row], samples.longitudes[row])
      }
      let doubt = max(abs(distance), fence.exitRadiusMeters) < Self.farMeters ? Self.doubtMeters : 1
      if abs(distance - fence.enterRadiusMeters) < doubt || abs(distance - fence.exitRadiusMeters) < doubt {
        distance = measure()
      }
      guard
        let zone = RadiusZone(
          distanceMeters: distance, enterRadiusMeters: fence.enterRadiusMeters,
          exitRadiusMeters: fence.exitRadiusMeters)
      else { continue }
      let policy = policies.policies[fence.policyIndex]
      var hysteresis = Self.unpack(memory)
      let from = hysteresis.state
      hysteresis.accept(
        zone, enterConfirmations: policy.enterConfirmations, exitConfirmations: policy.exitConfirmations)
      devices[device].memories[index] = Self.pack(hysteresis)
      guard (from == .inside) != (hysteresis.state == .inside) else { continue }
      var event = FenceEvent(
        row: UInt32(row), device: UInt32(device), fence: FenceHandle(rawValue: UInt32(index)), kind: .enter, from: from,
        to: hysteresis.state, time: samples.times[row],
        accuracyMeters: Admission.assumedAccuracy(samples.accuracies[row], under: policy), distanceMeters: measure(),
        durationSeconds: .nan)
      if from == .inside {
        event.kind = .exit
        event.durationSeconds = event.time - (devices[device].enterTimes.removeValue(forKey: index) ?? .nan)
        evaluation.events.append(event)
      } else {
        devices[device].enterTimes[index] = event.time
        enters.append(event)
      }
    }
    evaluation.events.append(contentsOf: enters)
  }

  private static func pack(_ hysteresis: Hysteresis) -> UInt16 {
    let state: UInt16 =
      switch hysteresis.state {
      case .unknown: 0
      case .outside: 1
      case .inside: 2
      }
    return UInt16(hysteresis.run) << 2 | state
  }

  private static func unpack(_ memory: UInt16) -> Hysteresis {
    let state: FenceState = memory & 3 == 0 ? .unknown : memory & 3 == 1 ? .outside : .inside
    return Hysteresis(state: state, run: Int(memory >> 2))
  }
}
