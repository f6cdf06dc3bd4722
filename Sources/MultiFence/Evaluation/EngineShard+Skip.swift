import GeoPolicy

/// The safe skip: samples that provably change nothing are let pass without a look at any fence.
///
/// After a settled sample the device gets an anchor, its place, and a slack: fewer meters than it would take from there
/// before any fence could change its state. While the device's accepted samples stay strictly within the slack of the
/// anchor, under an unchanged set of fences and the same policies, every fence's answer is known to be what it was, and only
/// the last accepted time and place change.
extension EngineShard {
  /// Lets those samples of a stage pass that provably change nothing; the others become active.
  @inline(__always)
  func screen(
    _ rowNumbers: UnsafePointer<UInt32>, _ count: Int, _ batch: BatchView, _ view: EngineView,
    into evaluation: inout Evaluation
  ) {
    let active = self.active.base
    var activeCount = 0
    var skipped = 0
    // The records of all samples are asked for before the first is needed.
    for index in 0..<count {
      let row = rowNumbers[index]
      let record = DeviceTable.existingRecord(batch.devices[Int(row)], in: view.devices)
      active[index] = ActiveSample(record: record, row: row, accepting: UInt16(record.pointee.flags.rawValue))
    }
    for index in 0..<count {
      var sample = active[index]
      let row = Int(sample.row)
      let time = batch.times[row], latitude = batch.latitudes[row], longitude = batch.longitudes[row]
      let accuracy = batch.accuracies[row]
      let isPlain =
        Point(latitude: latitude, longitude: longitude).valid && time.isFinite && accuracy > 0 && !view.hasAgeLimits
      sample.accepting = isPlain ? accuracy <= view.strictestAccuracy ? view.inUse : view.accepting(accuracy) : 0
      let record = sample.record
      // A device with an anchor is authorized and has a last sample. One whose earlier sample is still active has to
      // wait for that.
      let flags = record.pointee.flags
      if flags.contains(.hasAnchor), !flags.contains(.isActive), sample.accepting == view.inUse,
        time > record.pointee.lastTime, record.pointee.version == view.version,
        record.pointee.staysNear(latitude, longitude, cosines: view.cosines)
      {
        record.pointee.accept(time, latitude, longitude)
        skipped &+= 1
      } else {
        record.pointee.flags.insert(.isActive)
        active[activeCount] = sample
        activeCount &+= 1
      }
    }
    self.active.count = activeCount
    evaluation.acceptedCount &+= skipped
    work.skips &+= skipped
    work.probes &+= activeCount &* view.levelCount
  }

  /// Gives a settled device an anchor at its place, if the slack is worth it: more than half of what it moved last.
  @inline(__always)
  func anchor(
    _ record: UnsafeMutablePointer<DeviceRecord>, _ latitude: Double, _ longitude: Double, _ index: Int,
    slack: Float, _ view: EngineView
  ) {
    let least = record.pointee.metersMoved(latitude, longitude, view.cosines) * 0.5
    guard slack > least, view.levelCount > 0 else { return }
    var slack = slack
    for level in 0..<view.levelCount { slack = min(slack, edgeMeters(level, index, view)) }
    guard slack > least else { return }
    record.pointee.setAnchor(slackMeters: slack - 0.001)
  }

  /// The meters, or fewer, to the edge of a sample's cell; negative where there is no planar bound.
  @inline(__always)
  private func edgeMeters(_ level: Int, _ index: Int, _ view: EngineView) -> Float {
    let probe = probes.base[level &* Self.stageSize &+ index]
    let grid = view.levels[level]
    guard probe.row.pointee.slope < 1 else { return -1 }
    let reach = min(0.5 * probe.row.pointee.width - abs(probe.x), 0.5 * grid.height - abs(probe.y))
    return (reach * (1 - probe.row.pointee.slope) - 1) * grid.quantum
  }
}
