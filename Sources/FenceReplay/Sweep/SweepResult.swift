/// What one setting made of the samples.
public struct SweepResult: Sendable, Hashable {
  /// The setting.
  public var setting: SweepSetting
  /// The fences in use; a setting can make one unusable that gives only an exit radius.
  public var fenceCount = 0
  /// Rows of fences that could not be used.
  public var skippedFenceCount = 0
  /// Samples that at least one policy in use accepted.
  public var acceptedCount = 0
  /// Events of arrival.
  public var enterCount = 0
  /// Events of departure.
  public var exitCount = 0
  /// Enters at a fence that the same device left within the flap window before.
  public var flapCount = 0
  /// Devices with a flap.
  public var flappingDeviceCount = 0
  /// Fences with a flap.
  public var flappingFenceCount = 0
  /// How late enters came.
  public var enterDelay = DelaySummary([])
  /// How late exits came.
  public var exitDelay = DelaySummary([])
  /// How late events of both kinds came.
  public var delay = DelaySummary([])
  /// Visits that the setting did not notice.
  public var missedVisitCount = 0
  /// Whether no other setting is at least as good in flaps, late delay and missed visits and better in one of them.
  public var isBestTradeOff = false

  init(_ setting: SweepSetting) { self.setting = setting }
}

/// Delays of many events, in seconds.
public struct DelaySummary: Sendable, Hashable {
  /// The events that were measured.
  public var count: Int
  /// The delay that half of the events do not exceed; `nil` without events.
  public var medianSeconds: Double?
  /// The delay that nine in ten events do not exceed; `nil` without events.
  public var ninthDecileSeconds: Double?

  /// The summary of these delays in seconds.
  ///
  /// - Complexity: O(n·log n).
  init(_ delays: [Double]) {
    let sorted = delays.sorted()
    count = sorted.count
    // The nearest rank: an actual delay, none between two.
    medianSeconds = sorted.isEmpty ? nil : sorted[(sorted.count + 1) / 2 - 1]
    ninthDecileSeconds = sorted.isEmpty ? nil : sorted[(sorted.count * 9 + 9) / 10 - 1]
  }
}

extension [SweepResult] {
  /// Marks the settings that no other beats: as good in flaps, late delay and missed visits, and better in one.
  ///
  /// A setting without a single event counts as infinitely late.
  ///
  /// - Complexity: O(n²), n at most ``SweepLists/maximumSettings``; O(n·front) where few are best.
  mutating func markBestTradeOffs() {
    func costs(_ result: SweepResult) -> (Int, Int, Double) {
      (result.flapCount, result.missedVisitCount, result.delay.ninthDecileSeconds ?? .infinity)
    }
    // Whatever beats a setting stands before it in this order, and is itself beaten by a best one, or is one.
    let order = indices.sorted { costs(self[$0]) < costs(self[$1]) }
    var front: [(Int, Int, Double)] = []
    for index in order {
      let own = costs(self[index])
      let isBeaten = front.contains { $0.0 <= own.0 && $0.1 <= own.1 && $0.2 <= own.2 && $0 != own }
      self[index].isBestTradeOff = !isBeaten
      if !isBeaten { front.append(own) }
    }
  }
}
