import GeoPolicy
internal import MultiFence

/// One setting's way through the samples: counts its events, and compares them with what devices did.
struct SettingRun {
  /// What is known between a device and a fence.
  private struct Pair {
    /// When the device came within the widest enter radius and stayed; NaN while it is not.
    var arrival = Double.nan
    /// When it went beyond the narrowest exit radius and stayed there; NaN while it did not.
    var departure = Double.nan
    /// The last exit; NaN before the first.
    var lastExit = Double.nan
    /// Whether the setting holds the device for inside.
    var isInside = false
    /// Whether the device is within the narrowest enter radius.
    var isVisiting = false
    /// Whether the setting has noticed the visit.
    var isNoticed = false
  }

  /// Reads along one list of edges.
  private struct Cursor {
    let edges: [ReferenceRuns.Edge]
    var next = 0
  }

  private(set) var result: SweepResult
  private let flapWindowSeconds: Double
  private let sharedPairs: SweepPairs
  /// Pairs that no reference has: of samples which only a stricter policy accepts, for it refused a later one.
  private var ownPairs = SweepPairs()
  private var pairs: [Pair]
  private var arrivals, departures, visits: Cursor
  private var enterDelays: [Double] = []
  private var exitDelays: [Double] = []
  private var flappingDevices: Set<UInt32> = []
  private var flappingFences: Set<UInt32> = []

  init(_ setting: SweepSetting, _ references: SweepReferences, flapWindowSeconds: Double) {
    result = SweepResult(setting)
    self.flapWindowSeconds = flapWindowSeconds
    sharedPairs = references.pairs
    pairs = Array(repeating: Pair(), count: references.pairs.count)
    arrivals = Cursor(edges: references.arrivals.edges)
    departures = Cursor(edges: references.departures.edges)
    visits = Cursor(edges: references.visits.edges)
  }

  /// Goes through all samples.
  ///
  /// - Parameter numbers: For every handle of the engine the number of its fence.
  mutating func run(_ engine: FenceEngine, _ samples: SweepSamples, numbers: [UInt32]) {
    var evaluation = Evaluation()
    var firstRow = 0
    for batch in samples.batches {
      engine.evaluate(batch, into: &evaluation)
      result.acceptedCount += evaluation.acceptedCount
      for event in evaluation.events {
        // What the device did by this sample comes before what the setting makes of it.
        followReferences(to: firstRow + Int(event.row))
        take(event, fence: numbers[Int(event.fence.rawValue)])
      }
      evaluation.removeAll()
      firstRow += batch.count
    }
    followReferences(to: .max)
    for pair in pairs where pair.isVisiting && !pair.isNoticed { result.missedVisitCount += 1 }
    result.flappingDeviceCount = flappingDevices.count
    result.flappingFenceCount = flappingFences.count
    result.enterDelay = DelaySummary(enterDelays)
    result.exitDelay = DelaySummary(exitDelays)
    result.delay = DelaySummary(enterDelays + exitDelays)
  }

  private mutating func take(_ event: FenceEvent, fence: UInt32) {
    let index = pairIndex(event.device, fence)
    switch event.kind {
    case .enter:
      result.enterCount += 1
      if event.time - pairs[index].lastExit <= flapWindowSeconds {
        result.flapCount += 1
        flappingDevices.insert(event.device)
        flappingFences.insert(fence)
      }
      // A clock that was set back between two samples, of which the setting refused one, makes no delay.
      if pairs[index].arrival.isFinite { enterDelays.append(max(0, event.time - pairs[index].arrival)) }
      pairs[index].isInside = true
      pairs[index].isNoticed = true
    case .exit:
      result.exitCount += 1
      // An exit before the device is beyond the yardstick's radius is not late at all.
      exitDelays.append(pairs[index].departure.isFinite ? max(0, event.time - pairs[index].departure) : 0)
      pairs[index].lastExit = event.time
      pairs[index].isInside = false
    case .removed: break
    }
  }

  private mutating func pairIndex(_ device: UInt32, _ fence: UInt32) -> Int {
    if let shared = sharedPairs.find(device, fence) { return Int(shared) }
    let index = sharedPairs.count + Int(ownPairs.take(device, fence))
    if index == pairs.count { pairs.append(Pair()) }
    return index
  }

  /// Brings the pairs up to what devices did until a row, that row included.
  private mutating func followReferences(to row: Int) {
    while arrivals.next < arrivals.edges.count, arrivals.edges[arrivals.next].row <= row {
      let edge = arrivals.edges[arrivals.next]
      pairs[Int(edge.pair)].arrival = edge.isWithin ? edge.time : .nan
      arrivals.next += 1
    }
    while departures.next < departures.edges.count, departures.edges[departures.next].row <= row {
      let edge = departures.edges[departures.next]
      pairs[Int(edge.pair)].departure = edge.isWithin ? .nan : edge.time
      departures.next += 1
    }
    while visits.next < visits.edges.count, visits.edges[visits.next].row <= row {
      let edge = visits.edges[visits.next]
      let pair = Int(edge.pair)
      if edge.isWithin {
        pairs[pair].isNoticed = pairs[pair].isInside
      } else if !pairs[pair].isNoticed {
        result.missedVisitCount += 1
      }
      pairs[pair].isVisiting = edge.isWithin
      visits.next += 1
    }
  }
}
