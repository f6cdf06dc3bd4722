import FenceData
import GeoPolicy

/// A region event of a device and a fence that are known.
struct ResolvedRegionEvent {
  var device: UInt32
  var fenceIndex: Int
  var event: RegionEvent
}

/// Brings the names of region events together with those of samples and fences.
struct RegionEventNames {
  /// Those that name a device of the samples and a fence, by device and time.
  private(set) var resolved: [ResolvedRegionEvent] = []
  /// Those that name a device that no sample has.
  private(set) var unknownDeviceCount = 0
  /// Those that name a fence that is not there.
  private(set) var unknownFenceCount = 0
  /// The fences that are named at all: the system watches these.
  private(set) var watchedFences: Set<Int> = []

  init(_ events: [RegionEvent], fences: [Fence], devices: IdentifierTable, isDeviceChosen: Bool) {
    guard !events.isEmpty else { return }
    var indexOfFence: [Identifier: Int] = [:]
    for (index, fence) in fences.enumerated() where indexOfFence[fence.id] == nil { indexOfFence[fence.id] = index }
    for event in events {
      guard let fence = event.fences.lazy.compactMap({ indexOfFence[$0] }).first else {
        unknownFenceCount += 1
        continue
      }
      watchedFences.insert(fence)
      // A recording of one device need not name it.
      let device =
        event.devices.lazy.compactMap { devices.find($0) }.first
        ?? (event.devices.isEmpty && devices.count == 1 ? 0 : nil)
      guard let device else {
        // Where one device was asked for, events of others are not of interest.
        if !isDeviceChosen { unknownDeviceCount += 1 }
        continue
      }
      resolved.append(ResolvedRegionEvent(device: device, fenceIndex: fence, event: event))
    }
    resolved.sort { ($0.device, $0.event.time, $0.event.line) < ($1.device, $1.event.time, $1.event.line) }
  }
}
