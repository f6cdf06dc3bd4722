import GeoPolicy

extension EngineShard {
  /// Takes an active sample, when all of its device's earlier ones have been: admission, then what it changes.
  @inline(never)
  func decide(
    _ sample: ActiveSample, _ batch: BatchView, _ view: EngineView, into evaluation: inout Evaluation
  ) {
    let record = sample.record
    let row = Int(sample.row)
    let time = batch.times[row], latitude = batch.latitudes[row], longitude = batch.longitudes[row]
    let flags = record.pointee.flags
    record.pointee.flags.remove(.isActive)

    var accepting = sample.accepting
    if accepting == 0 || flags.contains(.isRevoked) || flags.contains(.hasLast) && time <= record.pointee.lastTime {
      accepting = examine(row, record, batch, view, into: &evaluation)
      if accepting == 0 { return }
    }
    evaluation.acceptedCount &+= 1
    if accepting != view.inUse { evaluation.partialRefusalCount &+= 1 }

    let probe = Int(sample.probe)
    var found = self.found.base[probe]
    let isFoundLate = found.count < 0
    if isFoundLate { found = findHits(probe, latitude, longitude, accepting, view) }
    let hits = UnsafeMutableBufferPointer(start: self.hits.base + found.start, count: found.count)
    let isCurrent =
      record.pointee.version == view.version && !flags.contains(.hasSpilledVersions) && accepting == view.inUse
    // The first sample of its device in the stage, with its hits found, was asked before whether it settles.
    let mayBeSettled = isCurrent && !view.recordsDecisions && (isFoundLate || sample.kind == .further)
    if mayBeSettled, let gap = settledGap(record, UnsafeBufferPointer(hits)) {
      settle(record, time, latitude, longitude, probe, slack: min(gap, found.clearance), view)
    } else {
      record.pointee.flags.remove(.hasAnchor)
      let sample = AcceptedSample(
        row: sample.row, device: batch.devices[row], time: time, latitude: latitude, longitude: longitude,
        accuracy: batch.accuracies[row], accepting: accepting)
      transition(sample, record, hits, isCurrent: isCurrent, view, into: &evaluation)
      // Where the fences changed, they may change again before this device comes back.
      if view.skipsSafely, isCurrent {
        anchor(record, latitude, longitude, probe, UnsafeBufferPointer(hits), clearance: found.clearance, view)
      }
      record.pointee.accept(time, latitude, longitude)
    }
    if isFoundLate { self.hits.count = found.start }
  }

  /// Judges a sample by every check of rule R3. Returns the policies in use that accept it; where there is none, or
  /// another reason to refuse it, records the rejection and returns 0.
  @inline(never)
  private func examine(
    _ row: Int, _ record: UnsafeMutablePointer<DeviceRecord>, _ batch: BatchView, _ view: EngineView,
    into evaluation: inout Evaluation
  ) -> UInt16 {
    let flags = record.pointee.flags
    let received = batch.received.map { $0[row] } ?? .nan
    let last = LastAccepted(
      time: record.pointee.lastTime, latitude: record.pointee.lastLatitude, longitude: record.pointee.lastLongitude)
    var reasons = Admission.placeAndTimeReasons(
      time: batch.times[row], latitude: batch.latitudes[row], longitude: batch.longitudes[row], received: received,
      last: flags.contains(.hasLast) ? last : nil, maxAgeSeconds: policies.maxAgeSeconds,
      maxFutureSeconds: policies.maxFutureSeconds)
    if flags.contains(.isRevoked) { reasons.insert(.unauthorized) }
    if view.hasAgeLimits, !received.isFinite, batch.times[row].isFinite { evaluation.unjudgedAgeCount += 1 }
    var accepting: UInt16 = 0
    var refusals: RejectionReasons = []
    for index in 0..<view.policyCount where view.inUse & 1 << UInt16(index) != 0 {
      let reason = Admission.accuracyReason(batch.accuracies[row], under: policies.policies[index])
      if reason.isEmpty { accepting |= 1 << UInt16(index) } else { refusals.formUnion(reason) }
    }
    // What some policy accepts is no reason to refuse.
    if accepting == 0 { reasons.formUnion(refusals) }
    if reasons.isEmpty { return accepting }
    evaluation.rejections.append(SampleRejection(row: UInt32(truncatingIfNeeded: row), reasons: reasons))
    return 0
  }
}
