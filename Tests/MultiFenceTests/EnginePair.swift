import GeoPolicy
import MultiFence
import NaiveScan
import Testing
import Workload

/// The two engines side by side, fed with the same steps and compared after each.
struct EnginePair {
  let world: RandomWorld
  let naive: NaiveEngine
  let indexed: FenceEngine
  let label: String

  init(_ world: RandomWorld, options: EngineOptions) throws {
    self.world = world
    naive = try NaiveEngine(
      fences: world.fences, policies: world.policies, recordsDecisions: options.recordsDecisions)
    indexed = try FenceEngine(fences: world.fences, policies: world.policies, options: options)
    label = "kind \(world.kind) seed \(world.seed) \(options)"
  }

  /// Feeds all steps, samples in batches of at most `batchSize`; stops at the first difference, which it records.
  func run(batchSize: Int) throws {
    for (index, step) in world.steps.enumerated() {
      switch step {
      case .samples(let samples):
        var expected = Evaluation(), actual = Evaluation()
        naive.evaluate(samples, into: &expected)
        var base = 0
        for batch in samples.batches(of: batchSize) {
          let before = (actual.events.count, actual.rejections.count, actual.decisions.count)
          indexed.evaluate(batch, into: &actual)
          for event in before.0..<actual.events.count { actual.events[event].row += UInt32(base) }
          for rejection in before.1..<actual.rejections.count { actual.rejections[rejection].row += UInt32(base) }
          for decision in before.2..<actual.decisions.count { actual.decisions[decision].row += UInt32(base) }
          base += batch.count
        }
        guard compare(expected, actual, step: index) else { return }
      case .changes(let changes):
        try naive.apply(changes)
        try indexed.apply(changes)
      case .revoke(let device):
        naive.revoke(device: device)
        indexed.revoke(device: device)
      case .grant(let device):
        naive.grant(device: device)
        indexed.grant(device: device)
      case .forget(let device):
        naive.forget(device: device)
        indexed.forget(device: device)
      }
      guard compareStates(step: index) else { return }
      let broken = indexed.brokenInvariants()
      guard broken.isEmpty else {
        Issue.record("\(label) step \(index): \(broken)")
        return
      }
    }
  }

  private func compare(_ expected: Evaluation, _ actual: Evaluation, step: Int) -> Bool {
    let place = "\(label) step \(step)"
    let expectedEvents = expected.events.map { EventText($0, naive.id(of: $0.fence)).text }
    let actualEvents = actual.events.map { EventText($0, indexed.id(of: $0.fence)).text }
    if let difference = firstDifference(expectedEvents, actualEvents) {
      Issue.record("\(place): \(difference)")
      return false
    }
    let expectedDecisions = expected.decisions.map { DecisionText($0, naive.id(of: $0.fence)).text }
    let actualDecisions = actual.decisions.map { DecisionText($0, indexed.id(of: $0.fence)).text }
    if let difference = firstDifference(expectedDecisions, actualDecisions) {
      Issue.record("\(place): \(difference)")
      return false
    }
    guard expected.rejections == actual.rejections else {
      Issue.record("\(place): rejections differ")
      return false
    }
    let expectedCounts = [expected.acceptedCount, expected.partialRefusalCount, expected.unjudgedAgeCount]
    let actualCounts = [actual.acceptedCount, actual.partialRefusalCount, actual.unjudgedAgeCount]
    guard expectedCounts == actualCounts else {
      Issue.record("\(place): counts \(expectedCounts) against \(actualCounts)")
      return false
    }
    return true
  }

  private func compareStates(step: Int) -> Bool {
    for device in 0..<UInt32(world.deviceCount) {
      let expected = SummaryText(naive.summary(of: device)) { naive.id(of: $0) }.text
      let actual = SummaryText(indexed.summary(of: device)) { indexed.id(of: $0) }.text
      guard expected == actual else {
        Issue.record("\(label) step \(step) device \(device): expected \(expected), got \(actual)")
        return false
      }
    }
    for fence in world.fences.prefix(5) {
      guard naive.devicesInside(fence.id) == indexed.devicesInside(fence.id) else {
        Issue.record("\(label) step \(step): devices inside \(fence.id) differ")
        return false
      }
      guard naive.state(of: 0, at: fence.id) == indexed.state(of: 0, at: fence.id) else {
        Issue.record("\(label) step \(step): state of device 0 at \(fence.id) differs")
        return false
      }
    }
    return true
  }
}

private func firstDifference(_ expected: [String], _ actual: [String]) -> String? {
  for (index, pair) in zip(expected, actual).enumerated() where pair.0 != pair.1 {
    return "line \(index): expected \(pair.0), got \(pair.1)"
  }
  if expected.count == actual.count { return nil }
  let extra = expected.count > actual.count ? expected[actual.count] : actual[expected.count]
  return "\(expected.count) lines expected, got \(actual.count); the first beyond: \(extra)"
}

/// An event with the fence's name in place of its handle, every bit of the numbers shown.
private struct EventText {
  let text: String
  init(_ event: FenceEvent, _ id: Identifier) {
    text =
      "row \(event.row) device \(event.device) \(event.kind) \(id) \(event.from)→\(event.to) t \(event.time) "
      + "a \(event.accuracyMeters) d \(event.distanceMeters) for \(event.durationSeconds)"
  }
}

private struct DecisionText {
  let text: String
  init(_ decision: FenceDecision, _ id: Identifier) {
    text =
      "row \(decision.row) device \(decision.device) decision \(id) \(decision.from)→\(decision.to) "
      + "run \(decision.run) a \(decision.accuracyMeters) d \(decision.distanceMeters)"
  }
}

private struct SummaryText {
  let text: String
  init(_ summary: DeviceSummary, _ id: (FenceHandle) -> Identifier) {
    let unknown = summary.unknown.map { "\($0.map(id))" } ?? "all"
    text =
      "authorized \(summary.isAuthorized) determined \(summary.determinedCount) "
      + "inside \(summary.inside.map(id)) unknown \(unknown)"
  }
}

extension SampleColumns {
  /// The rows in order, in batches of at most `size`.
  func batches(of size: Int) -> [SampleColumns] {
    stride(from: 0, to: count, by: size).map { start in
      let rows = start..<Swift.min(start + size, count)
      var batch = SampleColumns()
      batch.devices = Array(devices[rows])
      batch.times = Array(times[rows])
      batch.latitudes = Array(latitudes[rows])
      batch.longitudes = Array(longitudes[rows])
      batch.accuracies = Array(accuracies[rows])
      batch.received = received.isEmpty ? [] : Array(received[rows])
      return batch
    }
  }
}
