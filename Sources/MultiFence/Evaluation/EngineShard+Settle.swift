import GeoPolicy

/// Samples at which no fence changes its state: only the last time and place of the device change. They make no event, so
/// that they need not be taken in order.
extension EngineShard {
  /// Compares the samples of a stage with the candidates of their cells, and is done with those that settle; returns their
  /// number. The others stay active, with their hits found.
  @inline(never)
  func settle(_ batch: BatchView, _ view: EngineView) -> Int {
    let active = self.active.base, count = self.active.count
    var left = 0
    hits.count = 0
    for index in 0..<count {
      let sample = active[index]
      let probe = Int(sample.probe)
      if sample.kind != .refused {
        if sample.accepting == 0 || hits.count > Self.keptHits {
          found.base[probe] = .later
        } else {
          let row = Int(sample.row), record = sample.record
          let latitude = batch.latitudes[row], longitude = batch.longitudes[row], time = batch.times[row]
          let found = findHits(probe, latitude, longitude, sample.accepting, view)
          let hits = UnsafeBufferPointer(start: self.hits.base + found.start, count: found.count)
          if sample.kind == .first, sample.accepting == view.inUse, record.pointee.isSettleable(time, view) {
            if let gap = settledGap(record, hits) {
              record.pointee.flags.remove(.isActive)
              settle(record, time, latitude, longitude, probe, slack: min(gap, found.clearance), view)
              self.hits.count = found.start
              continue
            }
          }
          self.found.base[probe] = found
        }
      }
      active[left] = sample
      left &+= 1
    }
    self.active.count = left
    return count &- left
  }

  /// So many hits of a stage are kept at once, but for those of one sample.
  private static let keptHits = 1 << 14

  /// Notes a settled sample, and how far the device may move before the next has to be looked at.
  @inline(__always)
  func settle(
    _ record: UnsafeMutablePointer<DeviceRecord>, _ time: Double, _ latitude: Double, _ longitude: Double,
    _ probe: Int, slack: Float, _ view: EngineView
  ) {
    record.pointee.flags.remove(.hasAnchor)
    if view.skipsSafely {
      let leastSquared = leastSlackSquared(record, latitude, longitude, view)
      anchor(record, probe, slack: slack, leastSquared: leastSquared, view)
    }
    record.pointee.accept(time, latitude, longitude)
  }

  /// Where no fence changes its state and no run is in progress, for a device that has seen the fence set as it is: the
  /// meters, or fewer, that the device can move before one of the hits changes its state. Otherwise `nil`.
  ///
  /// Fences that are no hits are outside; those that have an exception all the same would lose it, so every exception
  /// must be a hit.
  ///
  /// - Parameter least: No longer distance than this is of any use, so that `nil` may be returned for it.
  @inline(__always)
  func settledGap(
    _ record: UnsafeMutablePointer<DeviceRecord>, _ hits: UnsafeBufferPointer<Hit>, above least: Float? = nil
  ) -> Float? {
    if hits.count == 0 { return record.pointee.inlineCount == 0 ? .infinity : nil }
    var states = StateCursor(record, arena)
    var gap = Float.infinity
    var matches = 0
    for index in 0..<hits.count {
      let hit = hits[index]
      guard hit.zone != .beyond else { return nil }
      let state = states.state(of: hit.word)
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
      if let least, gap <= least { return nil }
    }
    return matches == states.count ? gap : nil
  }
}

extension DeviceRecord {
  /// Whether a sample that all policies in use accept is in order, and all versions are the engine's own, so that no fence
  /// is new to the device, gone or reborn.
  @inline(__always)
  func isSettleable(_ time: Double, _ view: EngineView) -> Bool {
    version == view.version && flags.intersection([.isRevoked, .hasSpilledVersions]).isEmpty
      && !(flags.contains(.hasLast) && time <= lastTime) && !view.recordsDecisions
  }
}
