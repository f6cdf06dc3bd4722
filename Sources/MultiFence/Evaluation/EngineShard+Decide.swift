import GeoPolicy

extension EngineShard {
  /// Takes an active sample: admission, then the shorter of two ways that its outcome allows.
  ///
  /// - *Settled*: every fence near it keeps its state; only the last time and place change.
  /// - *Transition*: everything else.
  @inline(__always)
  func decide(_ index: Int, _ batch: BatchView, _ view: EngineView, into evaluation: inout Evaluation) {
    let sample = active.base[index]
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

    // All versions are the engine's own, so that no fence is new to the device, gone or reborn.
    let isCurrent =
      record.pointee.version == view.version && !flags.contains(.hasSpilledVersions) && accepting == view.inUse
    record.pointee.flags.remove(.hasAnchor)
    var found = self.found.base[index]
    if found.count < 0 { found = findHits(index, latitude, longitude, accepting, view) }
    let hits = UnsafeBufferPointer(start: self.hits.base + found.start, count: found.count)
    if isCurrent, !view.recordsDecisions, let gap = settledGap(record, hits) {
      if view.skipsSafely { anchor(record, latitude, longitude, index, slack: min(gap, found.clearance), view) }
    } else {
      let sample = AcceptedSample(
        row: sample.row, device: batch.devices[row], time: time, latitude: latitude, longitude: longitude,
        accuracy: batch.accuracies[row], accepting: accepting)
      transition(sample, record, hits, isCurrent: isCurrent, view, into: &evaluation)
    }
    if self.found.base[index].count < 0 { self.hits.count = found.start }
    record.pointee.accept(time, latitude, longitude)
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

  // MARK: Settled samples

  /// Asks for the records of the fences that will probably have an event, so that the misses of a stage overlap.
  @inline(__always)
  func foresee(_ view: EngineView) {
    var touched: UInt64 = 0
    for index in 0..<active.count where found.base[index].count >= 0 {
      let record = active.base[index].record
      let hits = UnsafeBufferPointer(start: self.hits.base + found.base[index].start, count: found.base[index].count)
      guard settledGap(record, hits) == nil else { continue }
      let inlineCount = record.pointee.inlineCount
      for hit in hits where hit.zone == .within && state(of: hit.word, record, inlineCount) == .outside {
        touched &+= view.fence(hit.word).pointee.birth
      }
      if inlineCount > 0 { touched &+= view.fence(record.pointee.word0).pointee.birth }
      if inlineCount > 1 { touched &+= view.fence(record.pointee.word1).pointee.birth }
    }
    touch = touched
  }

  /// Where no fence changes its state and no run is in progress, for a device that has seen the fence set as it is: the
  /// meters, or fewer, that the device can move before one of the hits changes its state. Otherwise `nil`.
  ///
  /// Fences that are no hits are outside; those that have an exception all the same would lose it, so every exception
  /// must be a hit.
  @inline(__always)
  private func settledGap(
    _ record: UnsafeMutablePointer<DeviceRecord>, _ hits: UnsafeBufferPointer<Hit>
  ) -> Float? {
    let inlineCount = record.pointee.inlineCount
    if hits.count == 0 { return inlineCount == 0 ? .infinity : nil }
    let overflow = record.pointee.overflow
    let overflowCount = overflow == 0 ? 0 : arena.count(overflow)
    guard overflowCount <= 14 else { return nil }
    var gap = Float.infinity
    var matches = 0
    for index in 0..<hits.count {
      let hit = hits[index]
      guard hit.zone != .beyond else { return nil }
      let state = self.state(of: hit.word, record, inlineCount)
      if state == .inside {
        gap = min(gap, hit.exitGap)
        matches &+= 1
      } else if hit.zone == .within {
        return nil
      } else if state == .outside {
        gap = min(gap, hit.enterGap)
      } else if state == .unknown {
        gap = min(gap, hit.enterGap, hit.exitGap)
        matches &+= 1
      } else {
        return nil
      }
    }
    return matches == inlineCount &+ overflowCount ? gap : nil
  }

  @inline(__always)
  private func state(
    of word: UInt32, _ record: UnsafeMutablePointer<DeviceRecord>, _ inlineCount: Int
  ) -> PackedState {
    if inlineCount > 0, record.pointee.word0 == word { return record.pointee.state0 }
    if inlineCount > 1, record.pointee.word1 == word { return record.pointee.state1 }
    return record.pointee.overflow == 0 ? .outside : arena.state(of: word, in: record.pointee.overflow) ?? .outside
  }
}
