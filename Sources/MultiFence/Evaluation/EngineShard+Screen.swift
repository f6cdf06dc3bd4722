import GeoPolicy

/// The safe skip: samples that provably change nothing are let pass without a look at any fence.
///
/// A sample that all policies in use accept may give its device an anchor, its place, and a slack: fewer meters than it would
/// take from there before any fence could change its state; none while a run is in progress. While the device's accepted
/// samples stay strictly within the slack of the anchor, under an unchanged set of fences and the same policies, every
/// fence's answer is known to be what it was, and only the last accepted time and place change.
extension EngineShard {
  /// Lets those samples of a stage pass that provably change nothing, and returns their number; the others become active.
  @inline(never)
  func screen(
    _ rowNumbers: UnsafePointer<UInt32>, _ batch: BatchView, _ view: EngineView
  ) -> Int {
    let active = self.active.base, records = self.records.base, count = self.records.count
    let times = batch.times, latitudes = batch.latitudes, longitudes = batch.longitudes, accuracies = batch.accuracies
    let version = view.version, inUse = view.inUse, cosines = view.cosines
    let strictest = view.strictestAccuracy, coarsest = view.coarsestAccuracy, hasAgeLimits = view.hasAgeLimits
    var activeCount = 0, probedCount = 0
    for index in 0..<count {
      let record = records[index], rowNumber = rowNumbers[index]
      let row = Int(rowNumber)
      let time = times[row], latitude = latitudes[row], longitude = longitudes[row], accuracy = accuracies[row]
      let isPlaced = latitude.magnitude <= 90 && longitude.magnitude <= 180 && time.magnitude < .infinity
      let isTimely = !hasAgeLimits || view.isTimely(time, received: batch.received, row)
      let flags = record.pointee.flags
      // A device with an anchor is authorized and has a last sample. One whose earlier sample is still active has to
      // wait for that.
      if isPlaced, isTimely, accuracy > 0, accuracy <= strictest,
        flags.intersection([.hasAnchor, .isActive]) == .hasAnchor, time > record.pointee.lastTime,
        record.pointee.version == version, record.pointee.staysNear(latitude, longitude, cosines: cosines)
      {
        record.pointee.pass(time, latitude, longitude)
        continue
      }
      let isRefused =
        !isPlaced || accuracy < 0 || accuracy > coarsest || flags.contains(.isRevoked)
        || flags.contains(.hasLast) && time < record.pointee.lastTime
      let accepting =
        isRefused || !isTimely || !(accuracy > 0) ? 0 : accuracy <= strictest ? inUse : view.accepting(accuracy)
      record.pointee.flags.insert(.isActive)
      active[activeCount] = ActiveSample(
        record: record, row: rowNumber, accepting: accepting, probe: UInt8(truncatingIfNeeded: probedCount),
        kind: isRefused ? .refused : flags.contains(.isActive) ? .further : .first)
      activeCount &+= 1
      if !isRefused { probedCount &+= 1 }
    }
    self.active.count = activeCount
    self.probedCount = probedCount
    work.skips &+= count &- activeCount
    work.probes &+= probedCount &* view.levelCount
    return count &- activeCount
  }

  /// Gives a device an anchor after a transition, if its fences are settled now.
  @inline(__always)
  func anchor(
    _ record: UnsafeMutablePointer<DeviceRecord>, _ latitude: Double, _ longitude: Double, _ probe: Int,
    _ hits: UnsafeBufferPointer<Hit>, clearance: Float, _ view: EngineView
  ) {
    let leastSquared = leastSlackSquared(record, latitude, longitude, view)
    let least = leastSquared.squareRoot()
    guard clearance > least, let gap = settledGap(record, hits, above: least) else { return }
    anchor(record, probe, slack: min(gap, clearance), leastSquared: leastSquared, view)
  }

  /// The square of the slack that is worth an anchor: half of what the device moved last.
  @inline(__always)
  func leastSlackSquared(
    _ record: UnsafeMutablePointer<DeviceRecord>, _ latitude: Double, _ longitude: Double, _ view: EngineView
  ) -> Float {
    record.pointee.squaredMetersMoved(latitude, longitude, view.cosines) * 0.25
  }

  /// Gives a device whose fences are settled an anchor at its place, if the slack is longer than the least.
  @inline(__always)
  func anchor(
    _ record: UnsafeMutablePointer<DeviceRecord>, _ probe: Int, slack: Float, leastSquared: Float, _ view: EngineView
  ) {
    guard slack > 0, slack * slack > leastSquared, view.levelCount > 0 else { return }
    var slack = slack
    for level in 0..<view.levelCount {
      slack = min(slack, probes.base[level &* Self.stageSize &+ probe].clearMeters(view.levels[level]))
    }
    guard slack > 0, slack * slack > leastSquared else { return }
    record.pointee.setAnchor(slackMeters: slack - 0.001)
  }
}

extension CellProbe {
  /// Meters, or fewer, to the exit circle of any fence that is not a candidate of the cell: to the edge of the cell, where
  /// there is a planar bound of that, and the margin.
  @inline(__always)
  fileprivate func clearMeters(_ level: LevelView) -> Float {
    guard slope < 1 else { return level.margin }
    let reach = min(0.5 * width - abs(x), 0.5 * level.height - abs(y))
    return max(0, (reach * (1 - slope) - 1) * level.quantum) + level.margin
  }
}
