public import GeoPolicy

/// The obvious engine: every sample against every fence, one state for each pair of device and fence.
///
/// It is the truth that the indexed engine is compared with, so it is written to be read: no index, no sparse state, no
/// shortcut. Time is O(fences) per sample and memory O(fences × devices).
public final class NaiveEngine {
  private let policies: PolicySet
  private let recordsDecisions: Bool
  /// The living fences in fence order.
  private var fences: [Entry] = []
  /// The ids of all fences that ever were, by handle.
  private var ids: [Identifier] = []
  /// One bit for each policy in use.
  private var inUse: UInt16 = 1
  private var devices: [Device] = []

  private struct Entry {
    /// A number that no other fence ever had or will have.
    var handle: FenceHandle
    var center: Point
    var enterRadius: Double
    var exitRadius: Double
    var policyIndex: Int
  }

  private struct Memory {
    var hysteresis = Hysteresis()
    var enterTime = Double.nan
  }

  private struct Device {
    var isAuthorized = true
    var last: LastAccepted?
    /// One memory per living fence, in the same order.
    var memories: [Memory]
    /// Fences that were removed while the device was inside, in fence order.
    var owed: [(fence: Entry, enterTime: Double)] = []
  }

  /// An engine that watches these fences.
  ///
  /// - Throws: ``FenceError`` where two fences have the same id.
  public init(fences: [Fence], policies: PolicySet = .standard, recordsDecisions: Bool = false) throws(FenceError) {
    self.policies = policies
    self.recordsDecisions = recordsDecisions
    try apply(fences.map { .add($0) })
  }

  // MARK: Samples

  /// Takes a batch of samples and appends what came of them to `evaluation`.
  public func evaluate(_ samples: SampleColumns, into evaluation: inout Evaluation) {
    for row in 0..<samples.count { evaluate(row, of: samples, into: &evaluation) }
  }

  private func evaluate(_ row: Int, of samples: SampleColumns, into evaluation: inout Evaluation) {
    let device = Int(samples.devices[row])
    makeRoom(for: device)
    let time = samples.times[row]
    let received = samples.received.isEmpty ? Double.nan : samples.received[row]
    var common = Admission.placeAndTimeReasons(
      time: time, latitude: samples.latitudes[row], longitude: samples.longitudes[row], received: received,
      last: devices[device].last, maxAgeSeconds: policies.maxAgeSeconds, maxFutureSeconds: policies.maxFutureSeconds)
    if !devices[device].isAuthorized { common.insert(.unauthorized) }
    if time.isFinite, !received.isFinite, policies.maxAgeSeconds != nil || policies.maxFutureSeconds != nil {
      evaluation.unjudgedAgeCount += 1
    }

    var accepting: UInt16 = 0
    var reasons = common
    for (index, policy) in policies.policies.enumerated() where inUse & 1 << index != 0 {
      let reason = Admission.accuracyReason(samples.accuracies[row], under: policy)
      if reason.isEmpty { accepting |= 1 << index } else { reasons.formUnion(reason) }
    }
    guard common.isEmpty, accepting != 0 else {
      evaluation.rejections.append(SampleRejection(row: UInt32(row), reasons: reasons))
      return
    }
    evaluation.acceptedCount += 1
    if accepting != inUse { evaluation.partialRefusalCount += 1 }
    devices[device].last = LastAccepted(
      time: time, latitude: samples.latitudes[row], longitude: samples.longitudes[row])
    reportRemoved(row, of: samples, into: &evaluation)
    reportTransitions(row, of: samples, accepting: accepting, into: &evaluation)
  }

  private func reportRemoved(_ row: Int, of samples: SampleColumns, into evaluation: inout Evaluation) {
    let device = samples.devices[row]
    for owed in devices[Int(device)].owed {
      let policy = policies.policies[owed.fence.policyIndex]
      evaluation.events.append(
        FenceEvent(
          row: UInt32(row), device: device, fence: owed.fence.handle, kind: .removed, from: .inside, to: .unknown,
          time: samples.times[row], accuracyMeters: Admission.assumedAccuracy(samples.accuracies[row], under: policy),
          distanceMeters: .nan, durationSeconds: samples.times[row] - owed.enterTime))
    }
    devices[Int(device)].owed = []
  }

  private func reportTransitions(
    _ row: Int, of samples: SampleColumns, accepting: UInt16, into evaluation: inout Evaluation
  ) {
    let device = Int(samples.devices[row])
    var enters: [FenceEvent] = []
    for (index, fence) in fences.enumerated() where accepting & 1 << fence.policyIndex != 0 {
      let policy = policies.policies[fence.policyIndex]
      let distance = metersBetweenValid(
        fence.center.latitude, fence.center.longitude, samples.latitudes[row], samples.longitudes[row])
      guard
        let zone = RadiusZone(
          distanceMeters: distance, enterRadiusMeters: fence.enterRadius, exitRadiusMeters: fence.exitRadius)
      else { continue }
      var memory = devices[device].memories[index]
      let from = memory.hysteresis.state
      memory.hysteresis.accept(
        zone, enterConfirmations: policy.enterConfirmations, exitConfirmations: policy.exitConfirmations)
      let to = memory.hysteresis.state
      let accuracy = Admission.assumedAccuracy(samples.accuracies[row], under: policy)
      var event = FenceEvent(
        row: UInt32(row), device: UInt32(device), fence: fence.handle, kind: .enter, from: from, to: to,
        time: samples.times[row], accuracyMeters: accuracy, distanceMeters: distance, durationSeconds: .nan)
      if to == .inside, from != .inside {
        memory.enterTime = event.time
        enters.append(event)
      } else if from == .inside, to != .inside {
        event.kind = .exit
        event.durationSeconds = event.time - memory.enterTime
        evaluation.events.append(event)
      }
      let run = memory.hysteresis.run
      if recordsDecisions, distance <= fence.exitRadius || (from == .inside) != (to == .inside) || run > 0 {
        evaluation.decisions.append(
          FenceDecision(
            row: UInt32(row), device: UInt32(device), fence: fence.handle, from: from, to: to, run: run,
            accuracyMeters: accuracy, distanceMeters: distance))
      }
      devices[device].memories[index] = memory
    }
    evaluation.events.append(contentsOf: enters)
  }

  private func makeRoom(for device: Int) {
    while devices.count <= device {
      devices.append(Device(memories: Array(repeating: Memory(), count: fences.count)))
    }
  }

  // MARK: Fences

  /// Changes the set of fences, all of the changes or none.
  ///
  /// - Throws: ``FenceError`` for an id that is taken or does not exist at its turn.
  public func apply(_ changes: [FenceChange]) throws(FenceError) {
    var taken = Set(fences.map { id(of: $0.handle) })
    for change in changes {
      switch change {
      case .add(let fence): guard taken.insert(fence.id).inserted else { throw .duplicateID(fence.id) }
      case .edit(let fence): guard taken.contains(fence.id) else { throw .unknownID(fence.id) }
      case .remove(let id): guard taken.remove(id) != nil else { throw .unknownID(id) }
      }
    }
    for change in changes {
      switch change {
      case .add(let fence): add(fence)
      case .remove(let id): remove(id)
      case .edit(let fence):
        guard let index = index(of: fence.id) else { continue }
        if fences[index].policyIndex == fence.policyIndex {
          fences[index] = entry(fence, handle: fences[index].handle)
        } else {
          remove(fence.id)
          add(fence)
        }
      }
    }
    inUse = fences.isEmpty ? 1 : fences.reduce(0) { $0 | 1 << $1.policyIndex }
  }

  private func add(_ fence: Fence) {
    fences.append(entry(fence, handle: FenceHandle(rawValue: UInt32(ids.count))))
    ids.append(fence.id)
    for device in devices.indices { devices[device].memories.append(Memory()) }
  }

  private func entry(_ fence: Fence, handle: FenceHandle) -> Entry {
    Entry(
      handle: handle, center: fence.center, enterRadius: fence.enterRadiusMeters, exitRadius: fence.exitRadiusMeters,
      policyIndex: fence.policyIndex)
  }

  private func remove(_ id: Identifier) {
    guard let index = index(of: id) else { return }
    for device in devices.indices {
      let memory = devices[device].memories.remove(at: index)
      if memory.hysteresis.state == .inside {
        devices[device].owed.append((fences[index], memory.enterTime))
        devices[device].owed.sort { $0.fence.handle.rawValue < $1.fence.handle.rawValue }
      }
    }
    fences.remove(at: index)
  }

  private func index(of id: Identifier) -> Int? { fences.firstIndex { self.id(of: $0.handle) == id } }

  /// The number of living fences.
  public var fenceCount: Int { fences.count }

  /// The handle of the living fence of this id, or `nil`.
  public func handle(of id: Identifier) -> FenceHandle? { index(of: id).map { fences[$0].handle } }

  /// The id of a fence, living or removed.
  public func id(of fence: FenceHandle) -> Identifier { ids[Int(fence.rawValue)] }

  // MARK: Devices

  /// Takes a device's authorization away (rule R7).
  public func revoke(device: UInt32) {
    makeRoom(for: Int(device))
    devices[Int(device)].isAuthorized = false
    devices[Int(device)].owed = []
    devices[Int(device)].memories = Array(repeating: Memory(), count: fences.count)
  }

  /// Gives a device's authorization back (rule R7).
  public func grant(device: UInt32) {
    makeRoom(for: Int(device))
    devices[Int(device)].isAuthorized = true
  }

  /// Deletes all that is known of a device (rule R7).
  public func forget(device: UInt32) {
    makeRoom(for: Int(device))
    devices[Int(device)] = Device(memories: Array(repeating: Memory(), count: fences.count))
  }

  /// The state of a device at a fence, or `nil` where no fence has this id.
  public func state(of device: UInt32, at id: Identifier) -> FenceState? {
    guard let index = index(of: id) else { return nil }
    makeRoom(for: Int(device))
    return devices[Int(device)].memories[index].hysteresis.state
  }

  /// The devices inside a fence, in the order of their handles, or `nil` where no fence has this id.
  public func devicesInside(_ id: Identifier) -> [UInt32]? {
    guard let index = index(of: id) else { return nil }
    return devices.indices.filter { devices[$0].memories[index].hysteresis.state == .inside }.map { UInt32($0) }
  }

  /// All states of a device.
  public func summary(of device: UInt32) -> DeviceSummary {
    makeRoom(for: Int(device))
    func all(_ state: FenceState) -> [FenceHandle] {
      zip(fences, devices[Int(device)].memories).filter { $1.hysteresis.state == state }.map(\.0.handle)
    }
    let unknown = all(.unknown)
    let determined = fences.count - unknown.count
    return DeviceSummary(
      isAuthorized: devices[Int(device)].isAuthorized, determinedCount: determined, inside: all(.inside),
      unknown: determined == 0 ? nil : unknown)
  }
}
