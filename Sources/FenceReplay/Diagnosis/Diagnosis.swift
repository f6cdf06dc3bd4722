public import FenceData
public import GeoPolicy
internal import MultiFence

/// Why did it flap? Replays fixed samples and gives transitions, flaps and the system's region events a cause each.
///
/// Give it the sample file in chunks with ``read(_:)``, each as often as it takes, call ``finish()``, then ``report(_:visit:)``.
/// Opens no file and reads no clock.
///
/// It is made of small pure steps: the engine judges all samples (its word is the truth for states and events); points of
/// interest say which devices matter to which fences, and where; around those a ``FenceTrack`` holds what one fence saw of
/// one device; and each file under `Rules/` tells one cause from the others by a rule that stands at its head.
///
/// - Memory: 46 bytes for each sample, 32 for each event, two engines of all fences, the findings, and one track at a time.
/// - Complexity: the replay, a second look at each longer way and each refused sample, and about 130 samples around each point
///   of interest. Rules are judged again only around flaps, some hundred times at most.
public struct Diagnosis {
  /// Rows of samples that could not be read; the caller empties them.
  public var badRows: [RowProblem] = []
  /// What has been counted so far.
  public private(set) var summary = DiagnosisSummary()

  private let fences: [Fence]
  private let policies: PolicySet
  private let options: DiagnosisOptions
  private let onlyFence: Int?
  private let engine: FenceEngine
  private var reader: SampleReader
  private var batch = SampleBatch()
  private var devices = IdentifierTable()
  private var evaluation = Evaluation()
  private var recording = Recording()

  private static let batchRows = 4096

  /// A diagnosis over these fences, before the first sample.
  ///
  /// - Throws: ``ReplayFailure`` where the fences do not fit together, or the fence that the options name is not among them.
  public init(
    fences file: FenceFile, policies: PolicySet = .standard, options: DiagnosisOptions = DiagnosisOptions()
  ) throws(ReplayFailure) {
    fences = file.fences
    self.policies = policies
    self.options = options
    if let name = options.fence {
      guard let index = file.fences.firstIndex(where: { $0.id == name }) else {
        throw ReplayFailure(input: .fences, line: nil, message: "no usable fence has the id that --fence names")
      }
      onlyFence = index
    } else {
      onlyFence = nil
    }
    do {
      engine = try FenceEngine(fences: file.fences, policies: policies)
    } catch {
      throw ReplayFailure(input: .fences, line: nil, message: error.description)
    }
    reader = SampleReader(offsetSeconds: options.offsetSeconds)
    summary.fenceCount = file.fences.count
    summary.skippedFenceCount = file.problems.count
  }

  /// Takes bytes from the front of `chunk`, at most one batch of rows, and returns how many it took.
  ///
  /// - Throws: ``ReplayFailure`` for an unusable input, or more rows than 2³¹.
  public mutating func read(_ chunk: UnsafeRawBufferPointer) throws(ReplayFailure) -> Int {
    let consumed: Int
    do {
      consumed = try reader.read(chunk, into: &batch, devices: &devices, limit: Self.batchRows)
    } catch {
      throw ReplayFailure(input: .samples, line: error.line, message: error.message)
    }
    try judgeBatch()
    return consumed
  }

  /// Takes the end of the samples: a last line may lack its newline.
  ///
  /// - Throws: ``ReplayFailure`` for an unusable input, or where the device that the options name has no sample.
  public mutating func finish() throws(ReplayFailure) {
    do {
      try reader.finish(into: &batch, devices: &devices)
    } catch {
      throw ReplayFailure(input: .samples, line: error.line, message: error.message)
    }
    try judgeBatch()
    if let name = options.device, devices.find(name) == nil {
      throw ReplayFailure(input: .samples, line: nil, message: "no sample is of the device that --device names")
    }
    summary.deviceCount = devices.count
  }

  private mutating func judgeBatch() throws(ReplayFailure) {
    guard recording.count + batch.columns.count < Int(Int32.max) else {
      throw ReplayFailure(input: .samples, line: nil, message: "more than 2147483647 rows; cut the file into parts")
    }
    engine.evaluate(batch.columns, into: &evaluation)
    recording.append(batch, evaluation)
    badRows.append(contentsOf: batch.malformed.lazy.map(\.problem))
    summary.sampleCount += batch.columns.count + batch.malformed.count
    summary.acceptedCount += evaluation.acceptedCount
    summary.rejectedCount += evaluation.rejections.count
    summary.malformedCount += batch.malformed.count
    summary.timesWithoutOffset += batch.timesWithoutOffset
    evaluation.removeAll()
    batch.removeAll()
  }

  // MARK: Report

  /// What was found in all samples that were read.
  ///
  /// - Parameters:
  ///   - regionEvents: What the system told, if that is known.
  ///   - visit: Called for each device at each fence that was looked at closely, with its findings and what a page shows of
  ///     it, which is made only if asked for.
  public func report(
    _ regionEvents: RegionEventFile? = nil, visit: ([DiagnosisFinding], () -> FenceTimeline) -> Void = { _, _ in }
  ) -> DiagnosisReport {
    var report = DiagnosisReport()
    report.devices = devices
    report.fences = fences
    report.summary = summary
    let names = RegionEventNames(
      regionEvents?.events ?? [], fences: fences, devices: devices, isDeviceChosen: options.device != nil)
    if let regionEvents { report.summary.add(regionEvents, names) }
    let rows = DeviceRows(recording, deviceCount: devices.count)
    let onlyDevice = options.device.flatMap { devices.find($0) }
    let points = points(rows, names, onlyDevice: onlyDevice)
    var events: [UInt64: [RegionEvent]] = [:]
    for event in names.resolved {
      events[PointOfInterest.pair(event.device, event.fenceIndex), default: []].append(event.event)
    }
    var start = 0
    while start < points.count {
      let pair = points[start].pair
      let end = points[start...].firstIndex { $0.pair != pair } ?? points.count
      let fence = Int(truncatingIfNeeded: pair & 0xFFFF_FFFF)
      let diagnosis = PairDiagnosis(
        track(points[start..<end], rows), recording, systemEvents: events[pair] ?? [],
        isWatched: names.watchedFences.contains(fence), options)
      let findings = diagnosis.findings()
      report.findings += findings
      report.summary.add(findings)
      report.summary.pairCount += 1
      visit(findings) { diagnosis.timeline(findings, device: devices[diagnosis.track.device]) }
      start = end
    }
    return report
  }

  private func points(_ rows: DeviceRows, _ names: RegionEventNames, onlyDevice: UInt32?) -> [PointOfInterest] {
    var finder = PointFinder(
      fences, policiesInUse, engine: engine, recording, rows, onlyFence: onlyFence, options)
    finder.takeEvents()
    finder.take(names.resolved)
    finder.takeWaysAndRefusals()
    var points = finder.points
    if let onlyDevice { points.removeAll { UInt32(truncatingIfNeeded: $0.pair >> 32) != onlyDevice } }
    points.sort(by: PointOfInterest.comesBefore)
    return points
  }

  private var policiesInUse: [FencePolicy] {
    let used = Set(fences.map(\.policyIndex))
    return policies.policies.indices.filter { used.contains($0) }.map { policies.policies[$0] }
  }

  /// What one fence saw of one device, around these points.
  private func track(_ points: ArraySlice<PointOfInterest>, _ rows: DeviceRows) -> FenceTrack {
    let pair = points.first?.pair ?? 0
    let device = UInt32(truncatingIfNeeded: pair >> 32)
    let index = Int(truncatingIfNeeded: pair & 0xFFFF_FFFF)
    let policy = policies.policies[fences[index].policyIndex]
    var track = FenceTrack(device: device, fenceIndex: index, fence: fences[index], policy: policy)
    let ofDevice = rows[device]
    func row(_ position: Int) -> Int32 { ofDevice[ofDevice.startIndex + position] }
    let stretches = Stretches(confirmations: max(policy.enterConfirmations, policy.exitConfirmations))
      .around(points.lazy.map { Int($0.position) }, count: ofDevice.count) {
        recording.reasons(Int(row($0)), under: policy).isEmpty
      }
    let events = points.filter { $0.event != nil }
    var next = 0
    for stretch in stretches {
      while next < events.count, Int(events[next].position) < stretch.lowerBound { next += 1 }
      let before = next > 0 ? events[next - 1].event : nil
      let after = next < events.count ? events[next].event : nil
      let state =
        before.map { $0.kind == .enter ? FenceState.inside : .outside }
        ?? after?.from ?? stateWithoutEvents(before: stretch.lowerBound, fences[index], policy, row)
      track.append(stretch.map(row), of: recording, from: stretch.lowerBound == 0 ? .unknown : state)
    }
    track.reachesEnd = stretches.last?.upperBound == ofDevice.count
    return track
  }

  /// The state of a device that never made an event at a fence: the last accepted samples tell whether it is known.
  private func stateWithoutEvents(
    before position: Int, _ fence: Fence, _ policy: FencePolicy, _ row: (Int) -> Int32
  ) -> FenceState {
    for at in stride(from: position - 1, through: max(0, position - 256), by: -1) {
      let row = Int(row(at))
      guard recording.reasons(row, under: policy).isEmpty else { continue }
      let distance = meters(fence.center, recording.place(row))
      if let distance, distance >= fence.exitRadiusMeters { return .outside }
    }
    return .unknown
  }
}

extension DiagnosisSummary {
  fileprivate mutating func add(_ file: RegionEventFile, _ names: RegionEventNames) {
    hasRegionEvents = true
    regionEventCount = file.events.count
    skippedRegionEventCount = file.problems.count
    otherMessageCount = file.otherMessageCount
    unknownDeviceCount = names.unknownDeviceCount
    unknownFenceCount = names.unknownFenceCount
  }
}
