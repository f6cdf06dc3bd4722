import GeoPolicy
import MultiFence

/// What a sample and a device cost at about, found with few of them before many are made.
///
/// Around a shop a sample takes a microsecond and a device a hundred bytes; where ten thousand fences lie over each other
/// both take thousands of times that.
struct Pilot: Equatable {
  /// Nanoseconds to read, judge and write a sample.
  var nanosecondsPerSample: Double
  /// Bytes of a device's record and states.
  var bytesPerDevice: Double

  private static let quick = 5e7

  /// Lets up to 16 devices report three times and, where that was quick, up to 2000.
  static func run(
    _ fences: [Fence], _ policies: PolicySet, devices: Double, intervalSeconds: Double, form: PlanOptions.Input
  ) throws -> Pilot {
    let engine = try PlanEngines.make(fences, policies)
    let withoutDevices = engine.memory.total
    var pilot = Pilot(nanosecondsPerSample: 1000, bytesPerDevice: 200)
    for most in [16.0, 2000] {
      let count = max(1, Int(min(devices, most)))
      let names = PlanNames.make(count)
      let pipeline = try Pipeline(engine: engine, names: names, form: form)
      var source = FleetSource(
        fences: fences, deviceCount: count, intervalSeconds: intervalSeconds, seed: Scenario.seed)
      var columns = SampleColumns()
      source.fill(&columns, count: 3 * count)
      var text = RowText(form)
      text.append(columns, names: names)
      let start = Clock.thread.now()
      try pipeline.take(text.bytes)
      let nanoseconds = Clock.thread.now() - start
      pilot.nanosecondsPerSample = max(nanoseconds / Double(3 * count), 100)
      pilot.bytesPerDevice = max(Double(engine.memory.total - withoutDevices) / Double(count), 200)
      if nanoseconds > quick { break }
    }
    // Records come in pieces of 1024: few devices seem to take more than they do.
    pilot.bytesPerDevice = max(200, pilot.bytesPerDevice - 65_536 / Double(max(1, min(devices, 16))))
    return pilot
  }

  /// So many devices that two reports of each take no longer than this, nor the devices more than these bytes.
  func affordableDevices(seconds: Double, bytes: Double) -> Int {
    max(1, Int(min(seconds * 1e9 / (2 * nanosecondsPerSample), bytes / bytesPerDevice, 1e9)))
  }

  /// Rows that are read at a time: a batch, or less where that would take longer than a fiftieth of a second.
  var batchRows: Int { max(16, min(Pipeline.batchRows, Int(2e7 / nanosecondsPerSample))) }
}
