import GeoPolicy
import Workload

/// A made fleet among the plan's fences, or a worker's part of it.
struct FleetSource {
  private var fleet: FenceFleet
  let intervalSeconds: Double

  var deviceCount: Int { fleet.deviceCount }

  init(fences: [Fence], deviceCount: Int, intervalSeconds: Double, seed: UInt64) {
    // Times have ten digits and whole milliseconds; the way of a device in a longer interval has no part in that.
    self.intervalSeconds = min(max(intervalSeconds, 0.001), 100_000)
    fleet = FenceFleet(
      fences: fences, deviceCount: deviceCount, intervalSeconds: self.intervalSeconds, seed: seed)
  }

  mutating func fill(_ columns: inout SampleColumns, count: Int) { fleet.fill(&columns, count: count) }
}

/// How much of a plan is really made: never more than this machine bears.
struct PlanBounds: Equatable {
  /// Devices that are made for the stages and in one worker.
  var devices: Int
  /// Workers that run at a time, at most.
  var workers: Int
  /// Rounds of text for each worker.
  var rounds: Int
  /// Fences of the set that stands for growth.
  var grownFences: Int
  /// Rows that are read at a time.
  var batchRows: Int
  /// Bytes that devices of one run may take.
  var deviceBytes: Double

  /// The most devices in any run: beyond, tables are out of every cache anyway.
  static let mostDevices = 500_000
  private static let mostWorkers = 16
  private static let mostGrownFences = 3_000_000
  /// About what a fence takes while a run has two engines and its list: 64 for the list, 300 for two engines, its id.
  private static let bytesPerFence = 500
  /// About what a device takes: its record twice, its name, its place in the fleet.
  private static let bytesPerDevice = 320
  /// About what a row of text takes.
  private static let bytesPerRow = 150

  /// Seconds that it may take until all devices of a run have come.
  static let warmUpSeconds = 2.0

  /// The bounds for a machine of so much memory, of which a quarter is used.
  init(fences: Int, devices: Double, processors: Int, memoryBytes: Int, pilot: Pilot) {
    let budget = max(memoryBytes / 4, 64 << 20)
    let forDevices = max(budget / 4 / Self.bytesPerDevice, 1)
    self.devices = Int(min(devices, Double(min(Self.mostDevices, forDevices))))
    batchRows = pilot.batchRows
    let perWorker = max(fences * 200, 1)
    workers = max(1, min(processors, Self.mostWorkers, budget / perWorker))
    let rows = min(budget / Self.bytesPerRow / workers, 4_000_000 / workers)
    // At least two rounds, for devices to move.
    deviceBytes = Double(budget / 2 / workers)
    self.devices = max(
      1, min(self.devices, rows / 2, pilot.affordableDevices(seconds: Self.warmUpSeconds, bytes: deviceBytes)))
    rounds = max(2, min(64, rows / 2 / self.devices))
    grownFences = max(fences, min(fences * 10, Self.mostGrownFences, budget / Self.bytesPerFence))
  }

  /// Whether so many fences can be planned for at all on a machine of so much memory.
  static func canHold(fences: Int, memoryBytes: Int) -> Bool { fences * bytesPerFence <= memoryBytes / 10 * 6 }
}
