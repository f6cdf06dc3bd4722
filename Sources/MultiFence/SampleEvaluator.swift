import GeoPolicy

/// What a probe needs of a grid level.
struct LevelProbe {
  let index: Int
  let rowsPerDegree: Double
  let height: Float
  let rows: [GridRow]

  init(_ level: GridLevel) {
    index = level.index
    rowsPerDegree = level.rowsPerDegree
    height = level.height
    rows = level.rows
  }
}

/// The evaluation of samples, one after another, for the devices of one shard.
///
/// Lives for one batch. Its pointers belong to the engine, which changes nothing that they point to meanwhile, except the
/// records of this shard's devices through this evaluator.
struct SampleEvaluator {
  let policies: PolicySet
  /// One bit for each policy in use.
  let inUse: UInt16
  let version: UInt64
  let recordsDecisions: Bool
  let levels: [LevelProbe]
  let hasGlobeFences: Bool
  let cells: UnsafeMutablePointer<SegmentedTable.Segment>
  let blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  let fences: UnsafeMutablePointer<UnsafeMutablePointer<FenceRecord>>
  let devices: UnsafeMutablePointer<UnsafeMutablePointer<DeviceRecord>?>
  let shard: EngineShard

  /// The sample at hand.
  struct Current {
    var row: UInt32
    var device: UInt32
    var time: Double
    var latitude: Double
    var longitude: Double
    var accuracy: Double
    /// One bit for each policy that accepts it.
    var accepting: UInt16 = 0
  }

  mutating func evaluate(_ row: Int, of samples: SampleColumns, into evaluation: inout Evaluation) {
    let device = samples.devices[row]
    guard let record = DeviceTable.record(device, in: devices) else { return }
    var sample = Current(
      row: UInt32(truncatingIfNeeded: row), device: device, time: samples.times[row],
      latitude: samples.latitudes[row], longitude: samples.longitudes[row], accuracy: samples.accuracies[row])
    let received = samples.received.isEmpty ? Double.nan : samples.received[row]
    let reasons = admit(&sample, received: received, record, into: &evaluation)
    guard reasons.isEmpty else {
      evaluation.rejections.append(SampleRejection(row: sample.row, reasons: reasons))
      return
    }
    evaluation.acceptedCount += 1
    if sample.accepting != inUse { evaluation.partialRefusalCount += 1 }
    transition(sample, record)
    record.pointee.lastTime = sample.time
    record.pointee.lastLatitude = sample.latitude
    record.pointee.lastLongitude = sample.longitude
    record.pointee.flags.insert(.hasLast)
    flush(into: &evaluation)
  }

  /// Judges a sample by rule R3; returns no reasons where at least one policy in use accepts it.
  private func admit(
    _ sample: inout Current, received: Double, _ record: UnsafeMutablePointer<DeviceRecord>,
    into evaluation: inout Evaluation
  ) -> RejectionReasons {
    let flags = record.pointee.flags
    let last =
      flags.contains(.hasLast)
      ? LastAccepted(
        time: record.pointee.lastTime, latitude: record.pointee.lastLatitude, longitude: record.pointee.lastLongitude)
      : nil
    var common = Admission.placeAndTimeReasons(
      time: sample.time, latitude: sample.latitude, longitude: sample.longitude, received: received, last: last,
      maxAgeSeconds: policies.maxAgeSeconds, maxFutureSeconds: policies.maxFutureSeconds)
    if flags.contains(.isRevoked) { common.insert(.unauthorized) }
    if !received.isFinite, sample.time.isFinite, policies.maxAgeSeconds != nil || policies.maxFutureSeconds != nil {
      evaluation.unjudgedAgeCount += 1
    }
    var refusals: RejectionReasons = []
    for index in policies.policies.indices where inUse & 1 << UInt16(index) != 0 {
      let reason = Admission.accuracyReason(sample.accuracy, under: policies.policies[index])
      if reason.isEmpty { sample.accepting |= 1 << UInt16(index) } else { refusals.formUnion(reason) }
    }
    return common.isEmpty && sample.accepting != 0 ? [] : common.union(refusals)
  }

  // MARK: Hits

  private func record(of word: UInt32) -> UnsafeMutablePointer<FenceRecord> {
    FenceTable.record(FenceWord.slot(word), in: fences)
  }

  private func distance(_ sample: Current, to word: UInt32) -> Double {
    let fence = record(of: word)
    return metersBetweenValid(
      fence.pointee.latitude, fence.pointee.longitude, sample.latitude, sample.longitude)
  }

  /// Fills the shard's hits with the fences of accepting policies that do not lie beyond their exit radius; where
  /// decisions are recorded, also with those exactly on it.
  private func findHits(_ sample: Current) {
    shard.hits.removeAll(keepingCapacity: true)
    for level in levels {
      let up = GridLevel.rowCoordinate(sample.latitude, rowsPerDegree: level.rowsPerDegree)
      let row = min(max(Int(up), 0), level.rows.count - 1)
      let gridRow = level.rows[row]
      let across = GridLevel.columnCoordinate(sample.longitude, columns: gridRow.columns)
      let column = min(max(Int(across), 0), Int(gridRow.columns) - 1)
      let key = CellEntry.key(GridCell(level: level.index, row: row, column: column))
      guard let slot = SegmentedTable.find(key, in: cells) else { continue }
      let entry = CellEntry(packed: slot.pointee.value)
      let block = CandidateBlock(CandidateArena.block(entry.start, in: blocks), stride: entry.stride)
      if gridRow.isExactOnly || recordsDecisions {
        for index in 0..<entry.count { measure(block.word(index), sample) }
      } else {
        let x = Float(across - Double(column) - 0.5) * gridRow.width
        let y = Float(up - Double(row) - 0.5) * level.height
        filter(block, count: entry.count, x: x, y: y, slope: gridRow.slope, sample)
      }
    }
    if hasGlobeFences, let slot = SegmentedTable.find(FenceGrid.globeKey, in: cells) {
      let entry = CellEntry(packed: slot.pointee.value)
      let block = CandidateBlock(CandidateArena.block(entry.start, in: blocks), stride: entry.stride)
      for index in 0..<entry.count { measure(block.word(index), sample) }
    }
  }

  private func filter(_ block: CandidateBlock, count: Int, x: Float, y: Float, slope: Float, _ sample: Current) {
    for index in 0..<count {
      let dx = Float(block.x[index]) - x, dy = Float(block.y[index]) - y
      let verdict = CellFilter.verdict(
        squaredDistance: dx * dx + dy * dy, enter: Float(block.enter[index]), exit: Float(block.exit[index]),
        slope: slope)
      switch verdict {
      case .certain(.beyond): continue
      case .certain(let zone):
        let word = block.word(index)
        if sample.accepting & 1 << UInt16(FenceWord.policy(word)) != 0 {
          shard.hits.append(Hit(word: word, zone: zone, distance: .nan))
        }
      case .ambiguous: measure(block.word(index), sample)
      }
    }
  }

  /// Decides one candidate by the reference.
  private func measure(_ word: UInt32, _ sample: Current) {
    guard sample.accepting & 1 << UInt16(FenceWord.policy(word)) != 0 else { return }
    let fence = record(of: word)
    let distance = distance(sample, to: word)
    guard
      let zone = RadiusZone(
        distanceMeters: distance, enterRadiusMeters: fence.pointee.enterRadius,
        exitRadiusMeters: fence.pointee.exitRadius)
    else { return }
    if zone != .beyond || recordsDecisions && distance <= fence.pointee.exitRadius {
      shard.hits.append(Hit(word: word, zone: zone, distance: distance))
    }
  }

  // MARK: Transitions

  /// Applies rules R4 to R6 to an accepted sample; events and decisions gather in the shard.
  private func transition(_ sample: Current, _ record: UnsafeMutablePointer<DeviceRecord>) {
    findHits(sample)
    loadExceptions(record)
    var changed = false
    if record.pointee.version != version, !shard.exceptions.isEmpty { changed = dropGoneFences(sample, record) }
    let versions = policyVersions(record, sample.device)
    if match(sample, versions) { changed = true }
    if changed { storeExceptions(record) }
    updateVersions(sample, record, versions)
  }

  private func loadExceptions(_ record: UnsafeMutablePointer<DeviceRecord>) {
    shard.exceptions.removeAll(keepingCapacity: true)
    let count = record.pointee.inlineCount
    if count > 0 {
      shard.exceptions.append(
        StateException(
          word: record.pointee.word0, state: record.pointee.state0, enterTime: record.pointee.enterTime0))
    }
    if count > 1 {
      shard.exceptions.append(
        StateException(
          word: record.pointee.word1, state: record.pointee.state1, enterTime: record.pointee.enterTime1))
    }
    if record.pointee.overflow != 0 {
      shard.arena.forEach(record.pointee.overflow) { shard.exceptions.append($0) }
    }
  }

  private func storeExceptions(_ record: UnsafeMutablePointer<DeviceRecord>) {
    let exceptions = shard.exceptions
    record.pointee.inlineCount = min(exceptions.count, 2)
    if exceptions.count > 0 {
      record.pointee.word0 = exceptions[0].word
      record.pointee.state0 = exceptions[0].state
      record.pointee.enterTime0 = exceptions[0].enterTime
    }
    if exceptions.count > 1 {
      record.pointee.word1 = exceptions[1].word
      record.pointee.state1 = exceptions[1].state
      record.pointee.enterTime1 = exceptions[1].enterTime
    }
    if exceptions.count > 2 || record.pointee.overflow != 0 {
      exceptions.withUnsafeBufferPointer {
        record.pointee.overflow = shard.arena.store(
          UnsafeBufferPointer(rebasing: $0[min(2, $0.count)...]), in: record.pointee.overflow)
      }
    }
  }

  /// Drops exceptions of fences that were removed, or whose slot was given to another fence, since the device's last
  /// accepted sample; those it was inside owe a `removed` event.
  private func dropGoneFences(_ sample: Current, _ record: UnsafeMutablePointer<DeviceRecord>) -> Bool {
    let seen = record.pointee.version
    let before = shard.exceptions.count
    for exception in shard.exceptions {
      let fence = self.record(of: exception.word)
      if fence.pointee.isAlive && fence.pointee.birth <= seen { continue }
      guard exception.state.hysteresis.state == .inside else { continue }
      let policy = policies.policies[FenceWord.policy(exception.word)]
      report(
        sample, exception.word, .removed, from: .inside, to: .unknown,
        accuracy: Admission.assumedAccuracy(sample.accuracy, under: policy), distance: .nan,
        duration: sample.time - exception.enterTime)
    }
    shard.exceptions.removeAll {
      let fence = self.record(of: $0.word)
      return !(fence.pointee.isAlive && fence.pointee.birth <= seen)
    }
    return shard.exceptions.count != before
  }

  private func policyVersions(_ record: UnsafeMutablePointer<DeviceRecord>, _ device: UInt32) -> SIMD16<UInt64> {
    if record.pointee.flags.contains(.hasSpilledVersions), let versions = shard.spilledVersions[device] {
      return versions
    }
    return SIMD16(repeating: record.pointee.version)
  }

  private func updateVersions(
    _ sample: Current, _ record: UnsafeMutablePointer<DeviceRecord>, _ versions: SIMD16<UInt64>
  ) {
    var versions = versions
    var agree = true
    for index in policies.policies.indices {
      let bit = 1 << UInt16(index) as UInt16
      if sample.accepting & bit != 0 {
        versions[index] = version
      } else if inUse & bit != 0, versions[index] != version {
        agree = false
      }
    }
    record.pointee.version = version
    if agree {
      if record.pointee.flags.contains(.hasSpilledVersions) {
        record.pointee.flags.remove(.hasSpilledVersions)
        shard.spilledVersions[sample.device] = nil
      }
    } else {
      record.pointee.flags.insert(.hasSpilledVersions)
      shard.spilledVersions[sample.device] = versions
    }
  }

  /// Brings hits and exceptions together: what each fence's state becomes. Returns whether any exception changed.
  private func match(_ sample: Current, _ versions: SIMD16<UInt64>) -> Bool {
    var changed = false
    let count = shard.exceptions.count
    shard.matched.removeAll(keepingCapacity: true)
    shard.matched.append(contentsOf: repeatElement(false, count: count))
    let usesTable = count > 16
    if usesTable {
      shard.places.reset(count: count)
      for index in 0..<count { shard.places.insert(shard.exceptions[index].word, index: index) }
    }
    for hit in shard.hits {
      let index =
        usesTable
        ? shard.places.index(of: hit.word) : shard.exceptions[..<count].firstIndex { $0.word == hit.word }
      if let index {
        shard.matched[index] = true
        if advance(&shard.exceptions[index], hit.zone, hit.distance, sample) { changed = true }
      } else {
        let isKnown =
          versions[FenceWord.policy(hit.word)] == version
          || versions[FenceWord.policy(hit.word)] >= record(of: hit.word).pointee.birth
        var exception = StateException(
          word: hit.word, state: isKnown ? .outside : .unknown, enterTime: 0)
        _ = advance(&exception, hit.zone, hit.distance, sample)
        if isException(exception.state) {
          shard.exceptions.append(exception)
          changed = true
        }
      }
    }
    for index in 0..<count where !shard.matched[index] {
      let word = shard.exceptions[index].word
      guard sample.accepting & 1 << UInt16(FenceWord.policy(word)) != 0 else { continue }
      // A fence that is no hit lies beyond its exit radius: that is what a hit means.
      if advance(&shard.exceptions[index], .beyond, .nan, sample) { changed = true }
    }
    if changed { shard.exceptions.removeAll { !isException($0.state) } }
    return changed
  }

  private func isException(_ state: PackedState) -> Bool {
    // Outside without a run is what every fence is that has no exception.
    state != .outside
  }

  /// Takes the sample at one fence. Returns whether the state or its run changed.
  private func advance(
    _ exception: inout StateException, _ zone: RadiusZone, _ distance: Double, _ sample: Current
  ) -> Bool {
    let policy = policies.policies[FenceWord.policy(exception.word)]
    let before = exception.state.hysteresis
    var after = before
    after.accept(
      zone, enterConfirmations: policy.enterConfirmations, exitConfirmations: policy.exitConfirmations)
    let crossed = (before.state == .inside) != (after.state == .inside)
    if crossed || recordsDecisions {
      conclude(&exception, before, after, distance, sample)
    }
    exception.state = PackedState(after)
    return before != after
  }

  /// Reports what an event or a decision needs, with the distance by the reference.
  private func conclude(
    _ exception: inout StateException, _ before: Hysteresis, _ after: Hysteresis, _ distance: Double,
    _ sample: Current
  ) {
    let fence = record(of: exception.word)
    let distance = distance.isNaN ? self.distance(sample, to: exception.word) : distance
    let accuracy = Admission.assumedAccuracy(
      sample.accuracy, under: policies.policies[FenceWord.policy(exception.word)])
    let crossed = (before.state == .inside) != (after.state == .inside)
    if crossed, after.state == .inside {
      exception.enterTime = sample.time
      report(
        sample, exception.word, .enter, from: before.state, to: .inside, accuracy: accuracy, distance: distance,
        duration: .nan)
    } else if crossed {
      report(
        sample, exception.word, .exit, from: .inside, to: after.state, accuracy: accuracy, distance: distance,
        duration: sample.time - exception.enterTime)
    }
    if recordsDecisions, crossed || after.run > 0 || distance <= fence.pointee.exitRadius {
      let decision = FenceDecision(
        row: sample.row, device: sample.device, fence: FenceHandle(rawValue: FenceWord.slot(exception.word)),
        from: before.state, to: after.state, run: after.run, accuracyMeters: accuracy, distanceMeters: distance)
      shard.decisions.append((fence.pointee.birth, decision))
    }
  }

  private func report(
    _ sample: Current, _ word: UInt32, _ kind: EventKind, from: FenceState, to: FenceState, accuracy: Double,
    distance: Double, duration: Double
  ) {
    let event = FenceEvent(
      row: sample.row, device: sample.device, fence: FenceHandle(rawValue: FenceWord.slot(word)), kind: kind,
      from: from, to: to, time: sample.time, accuracyMeters: accuracy, distanceMeters: distance,
      durationSeconds: duration)
    shard.events.append((UInt64(kind.rawValue) << 60 | record(of: word).pointee.birth, event))
  }

  /// Appends the events and decisions of a sample in their order: by kind, then in fence order.
  private func flush(into evaluation: inout Evaluation) {
    if !shard.events.isEmpty {
      if shard.events.count > 1 { shard.events.sort { $0.order < $1.order } }
      for event in shard.events { evaluation.events.append(event.event) }
      shard.events.removeAll(keepingCapacity: true)
    }
    if !shard.decisions.isEmpty {
      if shard.decisions.count > 1 { shard.decisions.sort { $0.order < $1.order } }
      for decision in shard.decisions { evaluation.decisions.append(decision.decision) }
      shard.decisions.removeAll(keepingCapacity: true)
    }
  }
}
