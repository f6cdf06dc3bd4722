import GeoPolicy

extension EngineShard {
  /// Applies rules R4 to R6 to an accepted sample whose hits are found; events and decisions gather in the shard.
  @inline(never)
  func transition(_ sample: AcceptedSample, _ record: UnsafeMutablePointer<DeviceRecord>, _ view: EngineView) {
    loadExceptions(record)
    var changed = false
    if record.pointee.version != view.version, exceptions.count > 0 {
      changed = dropGoneFences(sample, seen: record.pointee.version, view)
    }
    let versions = versions(of: sample.device, record)
    if match(sample, versions, view) { changed = true }
    if changed { storeExceptions(record) }
    updateVersions(sample, record, versions, view)
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
  private func dropGoneFences(_ sample: AcceptedSample, seen: UInt64, _ view: EngineView) -> Bool {
    let before = exceptions.count
    exceptions.filter { exception in
      let fence = view.fence(exception.word)
      if fence.pointee.isAlive && fence.pointee.birth <= seen { return true }
      if exception.state.hysteresis.state == .inside {
        let policy = policies.policies[FenceWord.policy(exception.word)]
        report(
          sample, exception.word, .removed, from: .inside, to: .unknown,
          accuracy: Admission.assumedAccuracy(sample.accuracy, under: policy), distance: .nan,
          duration: sample.time - exception.enterTime, view)
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
    if sample.accepting == view.inUse {
      if record.pointee.flags.contains(.hasSpilledVersions) {
        record.pointee.flags.remove(.hasSpilledVersions)
        spilledVersions[sample.device] = nil
      }
      return
    }
    var versions = versions
    var agree = true
    for index in 0..<view.policyCount {
      let bit = 1 << UInt16(index) as UInt16
      if sample.accepting & bit != 0 { versions[index] = view.version }
      // A policy that no fence names may have any version: the next fence of it will be newer.
      if view.inUse & bit != 0, versions[index] != view.version { agree = false }
    }
    if agree {
      record.pointee.flags.remove(.hasSpilledVersions)
      spilledVersions[sample.device] = nil
    } else {
      record.pointee.flags.insert(.hasSpilledVersions)
      spilledVersions[sample.device] = versions
    }
  }

  // MARK: Matching

  /// Brings hits and exceptions together: what each fence's state becomes. Returns whether any exception changed.
  private func match(_ sample: AcceptedSample, _ versions: SIMD16<UInt64>, _ view: EngineView) -> Bool {
    var changed = false
    let count = exceptions.count
    matched.count = 0
    for _ in 0..<count { matched.append(false) }
    let usesTable = count > 16
    if usesTable {
      places.reset(count: count)
      for index in 0..<count { places.insert(exceptions.base[index].word, index: index) }
    }
    for index in 0..<hits.count {
      let hit = hits.base[index]
      if let place = usesTable ? places.index(of: hit.word) : indexOfException(hit.word, among: count) {
        matched.base[place] = true
        if advance(&exceptions.base[place], hit.radiusZone, hit.distance, sample, view) { changed = true }
      } else {
        let seen = versions[FenceWord.policy(hit.word)]
        let isKnown = seen == view.version || seen >= view.fence(hit.word).pointee.birth
        var exception = StateException(word: hit.word, state: isKnown ? .outside : .unknown, enterTime: 0)
        _ = advance(&exception, hit.radiusZone, hit.distance, sample, view)
        if exception.state != .outside {
          exceptions.append(exception)
          changed = true
        }
      }
    }
    for index in 0..<count where !matched.base[index] {
      guard sample.accepting & 1 &<< UInt16(FenceWord.policy(exceptions.base[index].word)) != 0 else { continue }
      // A fence that is no hit lies at or beyond its exit radius: that is what a hit means.
      if advance(&exceptions.base[index], .beyond, .nan, sample, view) { changed = true }
    }
    if changed { exceptions.filter { $0.state != .outside } }
    return changed
  }

  private func indexOfException(_ word: UInt32, among count: Int) -> Int? {
    for index in 0..<count where exceptions.base[index].word == word { return index }
    return nil
  }

  /// Takes the sample at one fence. Returns whether the state or its run changed.
  @inline(__always)
  private func advance(
    _ exception: inout StateException, _ zone: RadiusZone, _ distance: Double, _ sample: AcceptedSample,
    _ view: EngineView
  ) -> Bool {
    let policy = view.compiledPolicies[FenceWord.policy(exception.word)]
    let before = exception.state.hysteresis
    var after = before
    after.accept(zone, enterConfirmations: policy.enterConfirmations, exitConfirmations: policy.exitConfirmations)
    if view.recordsDecisions || (before.state == .inside) != (after.state == .inside) {
      conclude(&exception, before, after, distance, sample, view)
    }
    exception.state = PackedState(after)
    return before != after
  }

  // MARK: Reports

  /// Reports what an event or a decision needs, with the distance by the reference.
  private func conclude(
    _ exception: inout StateException, _ before: Hysteresis, _ after: Hysteresis, _ distance: Double,
    _ sample: AcceptedSample, _ view: EngineView
  ) {
    let fence = view.fence(exception.word)
    let distance =
      distance.isNaN
      ? metersBetweenValid(fence.pointee.latitude, fence.pointee.longitude, sample.latitude, sample.longitude)
      : distance
    let accuracy = Admission.assumedAccuracy(
      sample.accuracy, under: policies.policies[FenceWord.policy(exception.word)])
    let crossed = (before.state == .inside) != (after.state == .inside)
    if crossed, after.state == .inside {
      exception.enterTime = sample.time
      report(
        sample, exception.word, .enter, from: before.state, to: .inside, accuracy: accuracy, distance: distance,
        duration: .nan, view)
    } else if crossed {
      report(
        sample, exception.word, .exit, from: .inside, to: after.state, accuracy: accuracy, distance: distance,
        duration: sample.time - exception.enterTime, view)
    }
    if view.recordsDecisions, crossed || after.run > 0 || distance <= fence.pointee.exitRadius {
      let decision = FenceDecision(
        row: sample.row, device: sample.device, fence: FenceHandle(rawValue: FenceWord.slot(exception.word)),
        from: before.state, to: after.state, run: after.run, accuracyMeters: accuracy, distanceMeters: distance)
      decisions.append(OrderedDecision(order: fence.pointee.birth, decision: decision))
    }
  }

  private func report(
    _ sample: AcceptedSample, _ word: UInt32, _ kind: EventKind, from: FenceState, to: FenceState, accuracy: Double,
    distance: Double, duration: Double, _ view: EngineView
  ) {
    let event = FenceEvent(
      row: sample.row, device: sample.device, fence: FenceHandle(rawValue: FenceWord.slot(word)), kind: kind,
      from: from, to: to, time: sample.time, accuracyMeters: accuracy, distanceMeters: distance,
      durationSeconds: duration)
    events.append(OrderedEvent(order: UInt64(kind.rawValue) << 60 | view.fence(word).pointee.birth, event: event))
  }

  /// Appends the events and decisions of a sample in their order: by kind, then in fence order.
  func flush(into evaluation: inout Evaluation) {
    if events.count > 1 { events.sort { $0.order } }
    for index in 0..<events.count { evaluation.events.append(events.base[index].event) }
    events.count = 0
    if decisions.count > 1 { decisions.sort { $0.order } }
    for index in 0..<decisions.count { evaluation.decisions.append(decisions.base[index].decision) }
    decisions.count = 0
  }
}

extension Hit {
  /// The zone, which was decided.
  @inline(__always) var radiusZone: RadiusZone { zone == .within ? .within : zone == .band ? .band : .beyond }
}
