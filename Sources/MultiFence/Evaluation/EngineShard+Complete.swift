internal import CellKernel
import GeoPolicy

/// What events need of their fences' records, which were asked for when the events were made.
extension EngineShard {
  /// Measures the distances of these events, counts the devices inside their fences, and brings the events of each sample
  /// into their order.
  @inline(never)
  func complete(_ range: Range<Int>, _ batch: BatchView, _ view: EngineView, in evaluation: inout Evaluation) {
    guard !range.isEmpty else { return }
    evaluation.events.withUnsafeMutableBufferPointer { events in
      var start = range.lowerBound
      while start < range.upperBound {
        let row = events[start].row
        let place = MeasuredPlace(latitude: batch.latitudes[Int(row)], longitude: batch.longitudes[Int(row)])
        var end = start
        while end < range.upperBound, events[end].row == row {
          complete(&events[end], at: place, view)
          end &+= 1
        }
        if end &- start > 1 {
          UnsafeMutableBufferPointer(rebasing: events[start..<end])
            .sort(byRising: { UInt64($0.kind.rawValue) &<< 60 | view.fences.record($0.fence.rawValue).pointee.birth })
        }
        start = end
      }
    }
  }

  @inline(__always)
  private func complete(_ event: inout FenceEvent, at place: MeasuredPlace, _ view: EngineView) {
    let slot = event.fence.rawValue
    let fence = view.fences.record(slot)
    if event.kind != .removed, event.distanceMeters.isNaN {
      event.distanceMeters = fence.pointee.place.meters(to: place)
    }
    // Other threads count too.
    let left = cordon_add(view.fences.insideCount(slot), event.kind == .enter ? 1 : -1)
    if !fence.pointee.isAlive, left == 0 { releasedSlots.append(slot) }
  }
}
