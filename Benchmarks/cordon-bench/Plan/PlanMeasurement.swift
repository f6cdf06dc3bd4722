import CommandLineSupport
import GeoPolicy
import MultiFence

/// Measures all that a plan rests on, one thing after the other.
struct PlanMeasurement {
  let options: PlanOptions
  let fences: [Fence]
  let policies: PolicySet
  let processors: Int
  let memoryBytes: Int

  private static let scalingSeconds = 1.2
  private static let placesSeconds = 3.0
  /// Devices of the process whose memory is measured, at most.
  private static let mostProbeDevices = 300_000

  func run() throws -> PlanFindings {
    let demand = Demand(
      devices: options.devices, intervalSeconds: options.intervalSeconds, peak: options.peak,
      headroom: options.headroom)
    let pilot = try Pilot.run(
      fences, policies, devices: options.devices, intervalSeconds: options.intervalSeconds, form: options.input)
    let bounds = PlanBounds(
      fences: fences.count, devices: options.devices, processors: processors, memoryBytes: memoryBytes, pilot: pilot)
    Diagnostics.progress("stages")
    var source = makeFleet(bounds.devices)
    let stages = try StageMeasurement(
      fences: fences, policies: policies, names: PlanNames.make(bounds.devices), block: bounds.batchRows
    ).run(&source)

    Diagnostics.progress("cores")
    // A worker has the devices that one of the plan would have.
    let wanted = options.devices / max(1, demand.cores(perCore: 1e9 / stages.total(options.input)).rounded(.up))
    let workerDevices = max(1, min(Int(min(wanted, 1e9)), bounds.devices))
    var workers: [PlanWorker] = []
    for _ in 0..<bounds.workers { workers.append(try makeWorker(fences, devices: workerDevices, bounds)) }
    var scaling: [ScalingStep] = []
    for count in Self.steps(to: bounds.workers) {
      scaling.append(try ScalingStep.measure(workers, count: count, seconds: Self.scalingSeconds))
    }
    let first = workers[0]
    workers.removeAll()

    var findings = PlanFindings(
      demand: demand, input: options.input, isPeakGiven: options.isPeakGiven,
      isHeadroomGiven: options.isHeadroomGiven, targetMilliseconds: options.targetMilliseconds,
      isTargetGiven: options.isTargetGiven, processors: processors, machineBytes: Double(memoryBytes),
      fenceCount: fences.count, bounds: bounds, workerDevices: workerDevices, stages: stages, scaling: scaling,
      latency: LatencyPlan(), probe: MemoryProbe(""), probeDevices: 1, grown: nil, places: CrowdedPlaces())

    Diagnostics.progress("latency")
    findings.latency = try LatencyPlan.measure(
      first,
      rates: [
        ("mean", findings.rateOfWorker / options.peak), ("peak", findings.rateOfWorker),
        ("80 % of a core", 0.8 * findings.workerRate),
      ], capacity: findings.workerRate, targetMilliseconds: options.targetMilliseconds)

    Diagnostics.progress("memory")
    findings.probeDevices = Self.probeDevices(
      for: options.devices / findings.nodes / Double(findings.workersPerNode),
      most: min(Self.mostProbeDevices, pilot.affordableDevices(seconds: 2, bytes: bounds.deviceBytes)))
    findings.probe = try MemoryProbe.run(
      MemoryProbe.Request(
        fences: options.fences, policy: options.policy, devices: findings.probeDevices, workers: 1,
        intervalSeconds: options.intervalSeconds, form: options.input, swaps: true))

    Diagnostics.progress("growth")
    findings.grown = try measureGrown(devices: workerDevices, bounds)

    Diagnostics.progress("overlaps")
    let end = Clock.wall.now() + Self.placesSeconds * 1e9
    findings.places = try CrowdedPlaces.find(fences, policies) { Clock.wall.now() > end }
    return findings
  }

  /// So many devices that a worker's tables, which grow by doubling, are as full as with `devices` of them, yet no more than
  /// `most`.
  static func probeDevices(for devices: Double, most: Int) -> Int {
    var count = max(devices, 1)
    while count > Double(most) { count /= 2 }
    return Int(count.rounded(.up))
  }

  /// 1, 2, 4 … and the last.
  static func steps(to last: Int) -> [Int] {
    var steps: [Int] = []
    var step = 1
    while step < last {
      steps.append(step)
      step *= 2
    }
    return steps + [max(last, 1)]
  }

  private func makeFleet(_ devices: Int, _ other: [Fence]? = nil) -> FleetSource {
    FleetSource(
      fences: other ?? fences, deviceCount: devices, intervalSeconds: options.intervalSeconds, seed: Scenario.seed)
  }

  private func makeWorker(_ fences: [Fence], devices: Int, _ bounds: PlanBounds) throws -> PlanWorker {
    var source = makeFleet(devices, fences)
    return try PlanWorker(
      fences: fences, policies: policies, names: PlanNames.make(devices), &source,
      rounds: max(2, min(64, bounds.rounds * bounds.devices / devices)), form: options.input,
      batchRows: bounds.batchRows)
  }

  private func measureGrown(devices: Int, _ bounds: PlanBounds) throws -> PlanFindings.GrownSet? {
    guard bounds.grownFences > fences.count else { return nil }
    let grown = try PlanFences.grown(fences, to: bounds.grownFences, policies)
    let bytes = try PlanEngines.make(grown, policies).memory.total
    let pilot = try Pilot.run(
      grown, policies, devices: options.devices, intervalSeconds: options.intervalSeconds, form: options.input)
    var grownBounds = bounds
    grownBounds.batchRows = pilot.batchRows
    let fewer = min(
      devices, pilot.affordableDevices(seconds: PlanBounds.warmUpSeconds, bytes: bounds.deviceBytes))
    let worker = try makeWorker(grown, devices: fewer, grownBounds)
    let step = try ScalingStep.measure([worker], count: 1, seconds: Self.scalingSeconds)
    let held = worker.pipeline.engine.memory.total
    return PlanFindings.GrownSet(
      fences: grown.count, rate: step.rate, engineBytes: Double(bytes),
      deviceBytes: Double(max(held - bytes, 0)) / Double(fewer))
  }
}
