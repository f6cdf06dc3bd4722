internal import CellKernel
import GeoPolicy

extension EngineShard {
  /// Applies rules R4 to R6 to an accepted sample whose hits are found.
  ///
  /// - Parameter isCurrent: Whether all policies in use accept it, and the device has seen the fence set as it is.
  @inline(never)
  func transition(
    _ sample: AcceptedSample, _ record: UnsafeMutablePointer<DeviceRecord>, _ hits: UnsafeMutableBufferPointer<Hit>,
    isCurrent: Bool, _ view: EngineView, into evaluation: inout Evaluation
  ) {
    let firstDecision = evaluation.decisions.count
    loadExceptions(record)
    if exceptions.count > 16, hits.count > 16 { Self.order(hits) }
    var changed = false
    if isCurrent {
      changed = match(sample, UnsafeBufferPointer(hits), view, into: &evaluation) { _ in true }
    } else {
      if record.pointee.version != view.version, exceptions.count > 0 {
        changed = dropGoneFences(sample, seen: record.pointee.version, view, into: &evaluation)
      }
      let versions = versions(of: sample.device, record)
      let isAnyNew = match(sample, UnsafeBufferPointer(hits), view, into: &evaluation) { word in
        let seen = versions[FenceWord.policy(word)]
        return seen == view.version || seen >= view.fence(word).pointee.birth
      }
      if isAnyNew { changed = true }
      updateVersions(sample, record, versions, view)
    }
    if changed { storeExceptions(record) }
    if evaluation.decisions.count &- firstDecision > 1 {
      evaluation.decisions.withUnsafeMutableBufferPointer { decisions in
        UnsafeMutableBufferPointer(rebasing: decisions[firstDecision...]).sort(byRising: {
          view.fences.record($0.fence.rawValue).pointee.birth
        })
      }
    }
  }

  /// Brings many hits into the order of their fence words.
  @inline(never)
  private static func order(_ hits: UnsafeMutableBufferPointer<Hit>) {
    for index in 1..<hits.count where hits[index].word < hits[index - 1].word {
      var hits = hits
      return hits.sort { $0.word < $1.word }
    }
  }

  // MARK: Exceptions

  private func loadExceptions(_ record: UnsafeMutablePointer<DeviceRecord>) {
    exceptions.count = 0
    record.pointee.forEachInline { exceptions.append($0) }
    if record.pointee.overflow != 0 { arena.forEach(record.pointee.overflow) { exceptions.append($0) } }
  }

  private func storeExceptions(_ record: UnsafeMutablePointer<DeviceRecord>) {
    let inlineCount = min(exceptions.count, 2)
    record.pointee.storeInline(UnsafeBufferPointer(start: exceptions.base, count: inlineCount))
    if exceptions.count > 2 || record.pointee.overflow != 0 {
      let further = UnsafeBufferPointer(start: exceptions.base + inlineCount, count: exceptions.count - inlineCount)
      record.pointee.overflow = arena.store(further, in: record.pointee.overflow)
    }
  }

  /// Drops exceptions of fences that were removed, or whose slot was given to another fence, since the device's last
  /// accepted sample; those it was inside owe a `removed` event. Returns whether there were any.
  private func dropGoneFences(
    _ sample: AcceptedSample, seen: UInt64, _ view: EngineView, into evaluation: inout Evaluation
  ) -> Bool {
    let before = exceptions.count
    exceptions.filter { exception in
      let fence = view.fence(exception.word)
      if fence.pointee.isAlive && fence.pointee.birth <= seen { return true }
      if exception.state.hysteresis.state == .inside {
        let policy = policies.policies[FenceWord.policy(exception.word)]
        prefetchFence(FenceWord.slot(exception.word), view)
        evaluation.events.append(
          FenceEvent(
            row: sample.row, device: sample.device,
            fence: FenceHandle(rawValue: FenceWord.slot(exception.word)), kind: .removed, from: .inside,
            to: .unknown, time: sample.time,
            accuracyMeters: Admission.assumedAccuracy(sample.accuracy, under: policy), distanceMeters: .nan,
            durationSeconds: sample.time - exception.enterTime))
      }
      return false
    }
    return exceptions.count != before
  }

  // MARK: Versions

  private func versions(of device: UInt32, _ record: UnsafeMutablePointer<DeviceRecord>) -> SIMD16<UInt64> {
    if record.pointee.flags.contains(.hasSpilledVersions), let versions = spilledVersions[device] { return versions }
    return SIMD16(repeating: record.pointee.version)
  }

  /// Notes that the accepting policies have seen the fence set as it is.
  private func updateVersions(
    _ sample: AcceptedSample, _ record: UnsafeMutablePointer<DeviceRecord>, _ versions: SIMD16<UInt64>,
    _ view: EngineView
  ) {
    record.pointee.version = view.version
    var versions = versions
    var agree = true
    for index in 0..<view.policyCount {
      let bit = 1 << UInt16(index) as UInt16
      if sample.accepting & bit != 0 { versions[index] = view.version }
      // A policy that no fence names may have any version: the next fence of it will be newer.
      if view.inUse & bit != 0, versions[index] != view.version { agree = false }
    }
    if !agree {
      record.pointee.flags.insert(.hasSpilledVersions)
      spilledVersions[sample.device] = versions
    } else if record.pointee.flags.contains(.hasSpilledVersions) {
      record.pointee.flags.remove(.hasSpilledVersions)
      spilledVersions[sample.device] = nil
    }
  }

  // MARK: Matching

  /// Brings hits and exceptions together: what each fence's state becomes. Returns whether any exception changed.
  ///
  /// Exceptions stand in the order of their fence words before and after, and hits do so mostly: then each is found right
  /// behind the last.
  ///
  /// - Parameter isKnown: Whether a fence without exception is outside, or else unknown.
  @inline(__always)
  private func match(
    _ sample: AcceptedSample, _ hits: UnsafeBufferPointer<Hit>, _ view: EngineView, into evaluation: inout Evaluation,
    isKnown: (UInt32) -> Bool
  ) -> Bool {
    let count = exceptions.count
    exceptions.reserve(hits.count)
    matched.reserve(count)
    let exceptions = self.exceptions.base, matched = self.matched.base
    matched.update(repeating: false, count: count)
    var changed = false
    var end = count
    var next = 0
    var lastWord: UInt32 = 0
    for index in 0..<hits.count {
      let hit = hits[index]
      if hit.word < lastWord { next = 0 }
      lastWord = hit.word
      while next < count, exceptions[next].word < hit.word { next &+= 1 }
      if next < count, exceptions[next].word == hit.word {
        matched[next] = true
        // Most change nothing: still inside.
        if exceptions[next].state == .inside, hit.zone != .beyond, !view.recordsDecisions { continue }
        if advance(&exceptions[next], hit.radiusZone, hit.distance, sample, view, into: &evaluation) { changed = true }
      } else {
        // Or still outside.
        if hit.zone != .within, isKnown(hit.word), !view.recordsDecisions { continue }
        var exception = StateException(word: hit.word, state: isKnown(hit.word) ? .outside : .unknown, enterTime: 0)
        _ = advance(&exception, hit.radiusZone, hit.distance, sample, view, into: &evaluation)
        if exception.state != .outside {
          exceptions[end] = exception
          end &+= 1
        }
      }
    }
    for index in 0..<count where !matched[index] {
      guard sample.accepting & 1 &<< UInt16(FenceWord.policy(exceptions[index].word)) != 0 else { continue }
      // A fence that is no hit lies at or beyond its exit radius: that is what a hit means.
      if advance(&exceptions[index], .beyond, .nan, sample, view, into: &evaluation) { changed = true }
    }
    self.exceptions.count = end
    guard changed || end > count else { return false }
    self.exceptions.filter { $0.state != .outside }
    if end > count { self.exceptions.sort { $0.word } }
    return true
  }

  /// Takes the sample at one fence. Returns whether the state or its run changed.
  @inline(__always)
  private func advance(
    _ exception: inout StateException, _ zone: RadiusZone, _ distance: Double, _ sample: AcceptedSample,
    _ view: EngineView, into evaluation: inout Evaluation
  ) -> Bool {
    let policy = view.compiledPolicies[FenceWord.policy(exception.word)]
    let before = exception.state.hysteresis
    var after = before
    after.accept(zone, enterConfirmations: policy.enterConfirmations, exitConfirmations: policy.exitConfirmations)
    if view.recordsDecisions || (before.state == .inside) != (after.state == .inside) {
      conclude(&exception, before, after, distance, sample, view, into: &evaluation)
    }
    exception.state = PackedState(after)
    return before != after
  }

  /// Reports what happened at a fence. The distance of an event that was not measured before is when it is completed.
  @inline(never)
  private func conclude(
    _ exception: inout StateException, _ before: Hysteresis, _ after: Hysteresis, _ distance: Double,
    _ sample: AcceptedSample, _ view: EngineView, into evaluation: inout Evaluation
  ) {
    let accuracy =
      sample.accuracy > 0
      ? sample.accuracy
      : Admission.assumedAccuracy(sample.accuracy, under: policies.policies[FenceWord.policy(exception.word)])
    let slot = FenceWord.slot(exception.word)
    let handle = FenceHandle(rawValue: slot)
    var distance = distance
    if view.recordsDecisions, distance.isNaN {
      distance = view.fences.record(slot).pointee.place.meters(
        to: MeasuredPlace(latitude: sample.latitude, longitude: sample.longitude))
    }
    let crossed = (before.state == .inside) != (after.state == .inside)
    if crossed {
      prefetchFence(slot, view)
      let enters = after.state == .inside
      evaluation.events.append(
        FenceEvent(
          row: sample.row, device: sample.device, fence: handle, kind: enters ? .enter : .exit, from: before.state,
          to: after.state, time: sample.time, accuracyMeters: accuracy, distanceMeters: distance,
          durationSeconds: enters ? .nan : sample.time - exception.enterTime))
      if enters { exception.enterTime = sample.time }
    }
    if view.recordsDecisions, crossed || after.run > 0 || distance <= view.radii(exception.word).pointee.exit {
      evaluation.decisions.append(
        FenceDecision(
          row: sample.row, device: sample.device, fence: handle, from: before.state, to: after.state, run: after.run,
          accuracyMeters: accuracy, distanceMeters: distance))
    }
  }

  /// Asks for what the completion of an event will need.
  @inline(__always)
  private func prefetchFence(_ slot: UInt32, _ view: EngineView) {
    cordon_prefetch(view.fences.record(slot))
    cordon_prefetch(view.fences.insideCount(slot))
  }
}
