import FenceData
import GeoPolicy
internal import MultiFence

/// The samples of a diagnosis as they were judged: what the engine said of each, and where the events are.
///
/// - Memory: 46 bytes for each sample, 16 for each event.
struct Recording {
  /// An event of the engine, by the row of the sample that completed it.
  struct Event {
    var row: Int32
    var fence: UInt32
    var kind: EventKind
    var from: FenceState
  }

  private(set) var devices: [UInt32] = []
  private(set) var times: [Double] = []
  private(set) var latitudes: [Double] = []
  private(set) var longitudes: [Double] = []
  private(set) var accuracies: [Double] = []
  private(set) var sequenceNumbers: [Int64] = []
  /// What coordinates, time and order said; accuracy is each policy's own matter.
  private(set) var commonReasons: [RejectionReasons] = []
  private(set) var events: [Event] = []

  var count: Int { devices.count }

  private static let accuracyReasons: RejectionReasons = [
    .accuracyInvalid, .accuracyMissing, .accuracyTooCoarse, .accuracyZero,
  ]

  /// Takes a batch with what the engine made of it.
  mutating func append(_ batch: SampleBatch, _ evaluation: Evaluation) {
    let first = count
    devices += batch.columns.devices
    times += batch.columns.times
    latitudes += batch.columns.latitudes
    longitudes += batch.columns.longitudes
    accuracies += batch.columns.accuracies
    sequenceNumbers += batch.sequenceNumbers
    commonReasons.append(contentsOf: repeatElement([], count: batch.columns.count))
    for rejection in evaluation.rejections {
      // Where the common checks refuse, the engine tells their reasons beside those of accuracy, which are derived anew.
      commonReasons[first + Int(rejection.row)] = rejection.reasons.subtracting(Self.accuracyReasons)
    }
    for event in evaluation.events where event.kind != .removed {
      events.append(
        Event(
          row: Int32(truncatingIfNeeded: first + Int(event.row)), fence: event.fence.rawValue, kind: event.kind,
          from: event.from))
    }
  }

  func place(_ row: Int) -> Point { Point(latitude: latitudes[row], longitude: longitudes[row]) }

  /// Why a policy refuses a sample; empty where it accepts it.
  func reasons(_ row: Int, under policy: FencePolicy) -> RejectionReasons {
    commonReasons[row].union(Admission.accuracyReason(accuracies[row], under: policy))
  }
}

/// The rows of each device, in the order of their arrival.
struct DeviceRows {
  private let starts: [Int]
  private let rows: [Int32]
  /// Where each row stands among those of its device.
  let positions: [Int32]

  init(_ recording: Recording, deviceCount: Int) {
    var counts = [Int](repeating: 0, count: deviceCount + 1)
    var positions = [Int32](repeating: 0, count: recording.count)
    for (row, device) in recording.devices.enumerated() {
      positions[row] = Int32(truncatingIfNeeded: counts[Int(device) + 1])
      counts[Int(device) + 1] += 1
    }
    for device in 0..<deviceCount { counts[device + 1] += counts[device] }
    var rows = [Int32](repeating: 0, count: recording.count)
    for (row, device) in recording.devices.enumerated() {
      rows[counts[Int(device)] + Int(positions[row])] = Int32(truncatingIfNeeded: row)
    }
    starts = counts
    self.rows = rows
    self.positions = positions
  }

  subscript(device: UInt32) -> ArraySlice<Int32> { rows[starts[Int(device)]..<starts[Int(device) + 1]] }
}
