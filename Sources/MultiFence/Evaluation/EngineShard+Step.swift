import GeoPolicy

extension EngineShard {
  /// Takes one sample: admission, then the shortest of three ways that its outcome allows.
  ///
  /// 1. *Skipped*: the device moved less than any fence could notice; only its last time and place change.
  /// 2. *Settled*: every fence near it keeps its state; only the version and the last time and place change.
  /// 3. *Transition*: everything else.
  @inline(__always)
  func step(
    _ index: Int, _ stageIndex: Int, _ batch: BatchView, _ view: EngineView, into evaluation: inout Evaluation
  ) {
    let row = Int(rows.base[index])
    let device = batch.devices[row]
    guard let record = DeviceTable.record(device, in: view.devices) else { return }
    var sample = AcceptedSample(
      row: rows.base[index], device: device, time: batch.times[row], latitude: batch.latitudes[row],
      longitude: batch.longitudes[row], accuracy: batch.accuracies[row], accepting: 0)
    if !admitsQuickly(&sample, record, view) {
      let received = batch.received.map { $0[row] } ?? .nan
      let reasons = reasonsToRefuse(&sample, received: received, record, view, into: &evaluation)
      guard reasons.isEmpty else {
        evaluation.rejections.append(SampleRejection(row: sample.row, reasons: reasons))
        return
      }
    }
    evaluation.acceptedCount &+= 1
    if sample.accepting != view.inUse { evaluation.partialRefusalCount &+= 1 }

    let flags = record.pointee.flags
    // All versions are the engine's own, so that no fence is new to the device, gone or reborn.
    let isCurrent =
      record.pointee.version == view.version && !flags.contains(.hasSpilledVersions)
      && sample.accepting == view.inUse
    let moved = isCurrent && view.skipsSafely ? metersMoved(sample, record, stageIndex, view) : .infinity
    if isCurrent, flags.contains(.hasAnchor), moved < record.pointee.slack {
      record.pointee.slack = (record.pointee.slack - moved - 0.001).nextDown
      work.skips &+= 1
    } else {
      record.pointee.flags.remove(.hasAnchor)
      let edge = findHits(stageIndex, sample, view)
      if isCurrent, !view.recordsDecisions, let gap = settledGap(record) {
        anchor(record, moved: moved, slack: min(gap, edge), stageIndex, view)
      } else {
        transition(sample, record, view)
        flush(into: &evaluation)
      }
    }
    record.pointee.lastTime = sample.time
    record.pointee.lastLatitude = sample.latitude
    record.pointee.lastLongitude = sample.longitude
    record.pointee.flags.insert(.hasLast)
  }

  // MARK: Admission

  /// Whether a sample passes every check in the plainest way; otherwise ``reasonsToRefuse`` looks closer.
  @inline(__always)
  private func admitsQuickly(
    _ sample: inout AcceptedSample, _ record: UnsafeMutablePointer<DeviceRecord>, _ view: EngineView
  ) -> Bool {
    let flags = record.pointee.flags
    guard Point(latitude: sample.latitude, longitude: sample.longitude).valid, sample.time.isFinite,
      !flags.contains(.isRevoked), !flags.contains(.hasLast) || sample.time > record.pointee.lastTime,
      !view.hasAgeLimits, sample.accuracy > 0
    else { return false }
    for index in 0..<view.policyCount where sample.accuracy <= view.compiledPolicies[index].maxAccuracy {
      sample.accepting |= 1 &<< UInt16(truncatingIfNeeded: index)
    }
    sample.accepting &= view.inUse
    return sample.accepting != 0
  }

  /// Judges a sample by rule R3; returns no reasons where at least one policy in use accepts it.
  @inline(never)
  private func reasonsToRefuse(
    _ sample: inout AcceptedSample, received: Double, _ record: UnsafeMutablePointer<DeviceRecord>,
    _ view: EngineView, into evaluation: inout Evaluation
  ) -> RejectionReasons {
    let flags = record.pointee.flags
    let last = LastAccepted(
      time: record.pointee.lastTime, latitude: record.pointee.lastLatitude, longitude: record.pointee.lastLongitude)
    var common = Admission.placeAndTimeReasons(
      time: sample.time, latitude: sample.latitude, longitude: sample.longitude, received: received,
      last: flags.contains(.hasLast) ? last : nil, maxAgeSeconds: policies.maxAgeSeconds,
      maxFutureSeconds: policies.maxFutureSeconds)
    if flags.contains(.isRevoked) { common.insert(.unauthorized) }
    if view.hasAgeLimits, !received.isFinite, sample.time.isFinite { evaluation.unjudgedAgeCount += 1 }
    var refusals: RejectionReasons = []
    sample.accepting = 0
    for index in 0..<view.policyCount where view.inUse & 1 << UInt16(index) != 0 {
      let reason = Admission.accuracyReason(sample.accuracy, under: policies.policies[index])
      if reason.isEmpty { sample.accepting |= 1 << UInt16(index) } else { refusals.formUnion(reason) }
    }
    return common.isEmpty && sample.accepting != 0 ? [] : common.union(refusals)
  }

  // MARK: Settled samples

  /// Where no fence changes its state and no run is in progress: the metres within which that stays so for the hits, at
  /// least 0. Otherwise `nil`.
  ///
  /// For a device that has seen the fence set as it is. Fences that are no hits are outside; those that have an exception
  /// all the same would leave it, so every exception must be a hit.
  @inline(__always)
  private func settledGap(_ record: UnsafeMutablePointer<DeviceRecord>) -> Float? {
    let inlineCount = record.pointee.inlineCount
    let overflow = record.pointee.overflow
    let overflowCount = overflow == 0 ? 0 : arena.count(overflow)
    guard overflowCount <= 14 else { return nil }
    var gap = Float.infinity
    var matches = 0
    for index in 0..<hits.count {
      let hit = hits.base[index]
      var state = PackedState.outside
      if inlineCount > 0, record.pointee.word0 == hit.word {
        state = record.pointee.state0
      } else if inlineCount > 1, record.pointee.word1 == hit.word {
        state = record.pointee.state1
      } else if overflowCount > 0, let found = arena.state(of: hit.word, in: overflow) {
        state = found
      }
      switch (state, hit.zone) {
      case (.inside, .within), (.inside, .band):
        gap = min(gap, hit.exitGap)
        matches &+= 1
      case (.unknown, .band):
        gap = min(gap, min(hit.enterGap, hit.exitGap))
        matches &+= 1
      case (.outside, .band): gap = min(gap, hit.enterGap)
      default: return nil
      }
    }
    return matches == inlineCount &+ overflowCount ? gap : nil
  }

  // MARK: Safe skip

  /// An upper bound of the metres from the device's last accepted place, good where it is less than the finest level's
  /// reach; infinite where there is no planar bound.
  @inline(__always)
  private func metersMoved(
    _ sample: AcceptedSample, _ record: UnsafeMutablePointer<DeviceRecord>, _ stageIndex: Int, _ view: EngineView
  ) -> Float {
    guard view.levelCount > 0 else { return .infinity }
    let probe = probes.base[stageIndex]
    let level = view.levels[0]
    let dy = Float((sample.latitude - record.pointee.lastLatitude) * level.rowsPerDegree) * level.height
    let dx = Float(sample.longitude - record.pointee.lastLongitude) * probe.quantaPerDegree
    return (dx * dx + dy * dy).squareRoot() * (1.000_001 + probe.slope) * level.quantum
  }

  /// Lets the device move on unexamined for as many metres as nothing can change, if that is likely to be of use.
  @inline(__always)
  private func anchor(
    _ record: UnsafeMutablePointer<DeviceRecord>, moved: Float, slack: Float, _ stageIndex: Int, _ view: EngineView
  ) {
    guard slack > moved else { return }
    var slack = slack
    for level in 0..<view.levelCount {
      let probe = probes.base[level &* Self.stageSize &+ stageIndex]
      guard probe.cell != CellProbe.empty else { continue }
      let entry = CellEntry(packed: probe.cell)
      let scan = CellScan(x: probe.x, y: probe.y, slope: probe.slope, quantum: view.levels[level].quantum)
      slack = min(slack, scan.clearance(view.block(entry), count: entry.count))
    }
    guard slack > moved else { return }
    record.pointee.slack = (slack - 0.001).nextDown
    record.pointee.flags.insert(.hasAnchor)
  }
}
