public import GeoPolicy

extension FenceEngine {
  /// Takes a device's authorization away (rule R7): its states become unknown without an event, and its samples are
  /// refused. Its last accepted time and place stay.
  public func revoke(device: UInt32) {
    clearStates(of: device)
    devices.record(device).pointee.flags.insert(.isRevoked)
  }

  /// Gives a device's authorization back: its next accepted sample decides from unknown.
  public func grant(device: UInt32) { devices.record(device).pointee.flags.remove(.isRevoked) }

  /// Deletes all that is known of a device (rule R7), as if its handle had never been used.
  public func forget(device: UInt32) {
    clearStates(of: device)
    let record = devices.record(device)
    record.pointee.flags = []
    record.pointee.lastTime = 0
    record.pointee.lastLatitude = 0
    record.pointee.lastLongitude = 0
  }

  private func clearStates(of device: UInt32) {
    let record = devices.record(device)
    let shard = shard(of: device)
    forEachException(of: device) { exception in
      if exception.state.hysteresis.state == .inside { countOut(FenceWord.slot(exception.word)) }
    }
    record.pointee.inlineCount = 0
    record.pointee.overflow = shard.arena.store(UnsafeBufferPointer(start: nil, count: 0), in: record.pointee.overflow)
    record.pointee.version = 0
    record.pointee.flags.subtract([.hasSpilledVersions, .hasAnchor])
    shard.spilledVersions[device] = nil
  }

  // MARK: Queries

  /// Whether a device may be judged.
  public func isAuthorized(_ device: UInt32) -> Bool {
    !(devices.find(device)?.pointee.flags.contains(.isRevoked) ?? false)
  }

  /// The state of a device at the fence of this id, or `nil` where there is no such fence.
  ///
  /// - Complexity: O(1), and O(exceptions of the device).
  public func state(of device: UInt32, at id: Identifier) -> FenceState? {
    fences.slot(of: id).map { state(of: device, atSlot: $0) }
  }

  /// The devices inside the fence of this id, in the order of their handles, or `nil` where there is no such fence.
  ///
  /// - Complexity: O(devices), and O(their exceptions).
  public func devicesInside(_ id: Identifier) -> [UInt32]? {
    guard let slot = fences.slot(of: id) else { return nil }
    var inside: [UInt32] = []
    guard fences.insideCount(slot).pointee > 0 else { return inside }
    devices.forEach { device, record in
      if record.pointee.hasExceptions, state(of: device, atSlot: slot) == .inside { inside.append(device) }
    }
    return inside
  }

  /// All states of a device.
  ///
  /// - Complexity: O(exceptions of the device) while it has seen all fences; O(fences) after fences were added that it has
  ///   not reported to.
  public func summary(of device: UInt32) -> DeviceSummary {
    var inside: [UInt32] = []
    var unknown: [UInt32] = []
    let unseen = unseenSlots(by: device)
    forEachLivingException(of: device) { slot, state in
      if state == .inside { inside.append(slot) }
      if state == .unknown { unknown.append(slot) }
    }
    unknown += unseen
    let determined = fenceCount - unknown.count
    return DeviceSummary(
      isAuthorized: isAuthorized(device), determinedCount: determined, inside: inFenceOrder(inside),
      unknown: determined == 0 ? nil : inFenceOrder(unknown))
  }

  private func inFenceOrder(_ slots: [UInt32]) -> [FenceHandle] {
    slots.sorted { fences.record($0).pointee.birth < fences.record($1).pointee.birth }
      .map { FenceHandle(rawValue: $0) }
  }

  /// The living fences that no sample of the device has decided on, exceptions left out.
  private func unseenSlots(by device: UInt32) -> [UInt32] {
    let versions = policyVersions(of: device)
    if policies.policies.indices.allSatisfy({ versions[$0] == version }) { return [] }
    return (0..<UInt32(fences.slotCount)).filter { slot in
      let fence = fences.record(slot)
      return fence.pointee.isAlive && fence.pointee.birth > versions[Int(fence.pointee.policy)]
        && exception(of: device, atSlot: slot) == nil
    }
  }

  private func state(of device: UInt32, atSlot slot: UInt32) -> FenceState {
    if let exception = exception(of: device, atSlot: slot) { return exception }
    let fence = fences.record(slot)
    return fence.pointee.birth <= policyVersions(of: device)[Int(fence.pointee.policy)] ? .outside : .unknown
  }

  private func exception(of device: UInt32, atSlot slot: UInt32) -> FenceState? {
    var found: FenceState?
    forEachLivingException(of: device) { if $0 == slot { found = $1 } }
    return found
  }

  func policyVersions(of device: UInt32) -> SIMD16<UInt64> {
    shard(of: device).spilledVersions[device]
      ?? SIMD16(repeating: devices.find(device)?.pointee.version ?? 0)
  }

  /// Calls `body` for the exceptions at fences that still live; the others are only kept for the events they owe.
  private func forEachLivingException(of device: UInt32, _ body: (UInt32, FenceState) -> Void) {
    let seen = devices.find(device)?.pointee.version ?? 0
    forEachException(of: device) { exception in
      let slot = FenceWord.slot(exception.word)
      let fence = fences.record(slot)
      if fence.pointee.isAlive, fence.pointee.birth <= seen { body(slot, exception.state.hysteresis.state) }
    }
  }

  func forEachException(of device: UInt32, _ body: (StateException) -> Void) {
    guard let record = devices.find(device) else { return }
    record.pointee.forEachInline(body)
    if record.pointee.overflow != 0 { shard(of: device).arena.forEach(record.pointee.overflow, body) }
  }
}
