import FenceData
import GeoPolicy
internal import MultiFence

/// A place among the samples of a device at which something may matter for a fence.
struct PointOfInterest {
  /// The device in the upper half, the fence's index in the lower.
  var pair: UInt64
  /// The place among the device's rows.
  var position: Int32
  /// The event there, if that is why.
  var event: Recording.Event?

  static func pair(_ device: UInt32, _ fence: Int) -> UInt64 { UInt64(device) << 32 | UInt64(fence) }

  /// By device, fence, and place.
  static func comesBefore(_ a: Self, _ b: Self) -> Bool { (a.pair, a.position) < (b.pair, b.position) }
}

/// Finds which fences matter to which devices, and where: never every device times every fence.
///
/// Points are the engine's events; region events; ways between samples that cut a fence; and refused samples that would have
/// asked for a change.
///
/// - Complexity: O(samples) plus, for each way and each refused sample, the fences near it, and for each refused sample the
///   fences that the device is inside.
struct PointFinder {
  private let fences: [Fence]
  private let fenceOfHandle: [UInt32: Int]?
  /// The policies in use.
  private let policies: [FencePolicy]
  private let recording: Recording
  private let rows: DeviceRows
  private let options: DiagnosisOptions
  /// The only fence of interest, if there is one.
  private let onlyFence: Int?
  private(set) var points: [PointOfInterest] = []

  init(
    _ fences: [Fence], _ policies: [FencePolicy], engine: FenceEngine, _ recording: Recording, _ rows: DeviceRows,
    onlyFence: Int?, _ options: DiagnosisOptions
  ) {
    self.fences = fences
    self.policies = policies
    self.recording = recording
    self.rows = rows
    self.onlyFence = onlyFence
    self.options = options
    // A fresh engine numbers its fences in their order; where it ever does not, its names tell.
    let isInOrder = fences.indices.allSatisfy { engine.handle(of: fences[$0].id)?.rawValue == UInt32($0) }
    fenceOfHandle =
      isInOrder
      ? nil
      : Dictionary(
        fences.indices.compactMap { index in engine.handle(of: fences[index].id).map { ($0.rawValue, index) } },
        uniquingKeysWith: { first, _ in first })
  }

  private func index(of handle: UInt32) -> Int { fenceOfHandle.map { $0[handle] ?? 0 } ?? Int(handle) }

  private mutating func add(_ device: UInt32, _ fence: Int, _ position: Int32, _ event: Recording.Event? = nil) {
    if let onlyFence, fence != onlyFence { return }
    points.append(PointOfInterest(pair: PointOfInterest.pair(device, fence), position: position, event: event))
  }

  /// Takes the engine's events.
  mutating func takeEvents() {
    for event in recording.events {
      add(recording.devices[Int(event.row)], index(of: event.fence), rows.positions[Int(event.row)], event)
    }
  }

  /// Takes region events of known devices and fences, sorted by device and time: the sample at or before each.
  mutating func take(_ events: [ResolvedRegionEvent]) {
    var next = 0
    while next < events.count {
      let device = events[next].device
      var position = 0
      // Accepted samples ascend in time, but refused ones lie anywhere: the last accepted one tells.
      for (offset, row) in rows[device].enumerated() where isAccepted(Int(row)) {
        while next < events.count, events[next].device == device, events[next].event.time < recording.times[Int(row)] {
          add(device, events[next].fenceIndex, Int32(truncatingIfNeeded: position))
          next += 1
        }
        position = offset
      }
      while next < events.count, events[next].device == device {
        add(device, events[next].fenceIndex, Int32(truncatingIfNeeded: position))
        next += 1
      }
    }
  }

  /// Takes ways that cut a fence, and refused samples that would have changed something.
  mutating func takeWaysAndRefusals() {
    guard let onlyFence else { return takeWaysAndRefusals(among: fences, firstIndex: 0) }
    takeWaysAndRefusals(among: [fences[onlyFence]], firstIndex: onlyFence)
  }

  private mutating func takeWaysAndRefusals(among fences: [Fence], firstIndex: Int) {
    guard var nearby = NearbyFences(fences) else { return }
    var indexOfName: [Identifier: Int] = [:]
    for (offset, fence) in fences.enumerated() { indexOfName[fence.id] = firstIndex + offset }
    var walker = DeviceWalker(events: recording.events)
    var last: [UInt32: Int32] = [:]
    for row in 0..<recording.count {
      let device = recording.devices[row]
      let place = recording.place(row)
      if isAccepted(row) {
        if let before = last[device], let length = length(ofWayFrom: Int(before), to: row) {
          nearby.probe(from: recording.place(Int(before)), to: place, length: length, tag: Int32(row))
        }
        last[device] = Int32(row)
      }
      if place.valid, recording.times[row].isFinite { refusalsMayMatter(row, walker, &nearby) }
      walker.pass(row, recording)
      answer(&nearby, indexOfName, atEnd: row == recording.count - 1)
    }
  }

  /// Looks at a sample that some policy refuses.
  private mutating func refusalsMayMatter(_ row: Int, _ walker: DeviceWalker, _ nearby: inout NearbyFences) {
    guard policies.contains(where: { !recording.reasons(row, under: $0).isEmpty }),
      !recording.commonReasons[row].contains(.duplicate)
    else { return }
    let device = recording.devices[row]
    nearby.probe(recording.place(row), tag: Int32(row))
    for handle in walker.inside(device) {
      let fence = index(of: handle)
      if let distance = meters(fences[fence].center, recording.place(row)), distance >= fences[fence].exitRadiusMeters {
        add(device, fence, rows.positions[row])
      }
    }
  }

  private func isAccepted(_ row: Int) -> Bool {
    policies.contains { recording.reasons(row, under: $0).isEmpty }
  }

  /// The length of a way between two samples, if it is one that can have cut a fence unseen.
  private func length(ofWayFrom before: Int, to row: Int) -> Double? {
    let seconds = recording.times[row] - recording.times[before]
    guard seconds > 0, seconds <= options.crossingSeconds else { return nil }
    let length = metersBetweenValid(
      recording.latitudes[before], recording.longitudes[before], recording.latitudes[row], recording.longitudes[row])
    // A chord that comes deeper into a circle than an accuracy is longer than twice that.
    let accuracy = max(0, recording.accuracies[before], recording.accuracies[row])
    return length > 2 * accuracy && length > 1 && length <= seconds * options.crossingSpeed ? length : nil
  }

  private mutating func answer(_ nearby: inout NearbyFences, _ indexOfName: [Identifier: Int], atEnd: Bool) {
    for (row, handle) in nearby.answers(atEnd: atEnd) {
      guard let fence = indexOfName[nearby.name(of: handle)] else { continue }
      add(recording.devices[Int(row)], fence, rows.positions[Int(row)])
    }
  }
}

/// Follows all devices through the events and knows which fences each is inside.
private struct DeviceWalker {
  private let events: [Recording.Event]
  private var next = 0
  private var insideOfDevice: [UInt32: [UInt32]] = [:]

  init(events: [Recording.Event]) { self.events = events }

  func inside(_ device: UInt32) -> [UInt32] { insideOfDevice[device] ?? [] }

  mutating func pass(_ row: Int, _ recording: Recording) {
    while next < events.count, Int(events[next].row) <= row {
      let event = events[next]
      let device = recording.devices[Int(event.row)]
      if event.kind == .enter {
        insideOfDevice[device, default: []].append(event.fence)
      } else {
        insideOfDevice[device]?.removeAll { $0 == event.fence }
      }
      next += 1
    }
  }
}
