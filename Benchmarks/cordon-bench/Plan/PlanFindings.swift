/// All that a plan measured, and what it was asked: the numbers from which its statements follow.
struct PlanFindings {
  var demand: Demand
  var input: PlanOptions.Input
  var isPeakGiven: Bool
  var isHeadroomGiven: Bool
  var targetMilliseconds: Double
  var isTargetGiven: Bool
  var processors: Int
  var machineBytes: Double
  var fenceCount: Int
  /// What was really made.
  var bounds: PlanBounds
  /// Devices of each worker that ran.
  var workerDevices: Int
  var stages: StageCosts
  var scaling: [ScalingStep]
  var latency: LatencyPlan
  /// The process of one worker with ``probeDevices`` devices.
  var probe: MemoryProbe
  var probeDevices: Int
  var grown: GrownSet?
  var places: CrowdedPlaces

  /// What a larger set of fences costs.
  struct GrownSet: Equatable {
    var fences: Int
    /// Samples per second of one worker.
    var rate: Double
    /// Bytes of its engine, by the engine's own account, without devices.
    var engineBytes: Double
    /// Bytes of a device, by the engine's own account: where more fences lie over each other it is in more of them.
    var deviceBytes: Double
  }

  // MARK: What follows

  /// Samples per second of one worker alone.
  var workerRate: Double { scaling.first?.rate ?? 1 }

  /// Samples per second of a machine like this with a worker on each core, and where that comes from.
  var nodeRate: (rate: Double, basis: Basis) {
    guard let node = ScalingStep.rate(of: processors, by: scaling) else { return (1, .assumed) }
    return (node.rate, node.isMeasured ? .measured : .assumed)
  }

  /// Samples per second of a core of a machine on which all work.
  var coreRate: Double { nodeRate.rate / Double(processors) }

  var nodes: Double { demand.nodes(perNode: nodeRate.rate) }
  var workersPerNode: Int { demand.workers(perCore: coreRate, nodes: nodes, cores: processors) }

  /// Where a number comes from that rests on the peak and the headroom.
  var demandBasis: Basis { isPeakGiven ? .computed : .assumed }
  var sizingBasis: Basis { isPeakGiven && isHeadroomGiven ? .computed : .assumed }

  /// The memory of a process, taken apart; `nil` where the system does not tell.
  var memory: MemoryModel? {
    let values = probe.values
    guard let base = values["base"], let list = values["list"], let engines = values["engines"],
      let devices = values["devices"]
    else { return nil }
    return MemoryModel(
      baseBytes: base, fenceSetBytes: max(engines - base, 0), fenceListBytes: max(list - base, 0),
      deviceBytes: max(devices - engines, 0) / Double(max(probeDevices, 1)))
  }

  /// Bytes of a device, by the engine's own account.
  var engineDeviceBytes: Double {
    guard let engine = probe.values["engine"], let devices = probe.values["engineDevices"] else { return 0 }
    return max(devices - engine, 0) / Double(max(probeDevices, 1))
  }

  /// The memory with ten times the fences: by as much more as the larger set's engine counts.
  var grownMemory: MemoryModel? {
    guard var model = memory else { return nil }
    guard let grown, let engine = probe.values["engine"], engine > 0 else {
      model.fenceSetBytes *= 10
      return model
    }
    model.fenceSetBytes *= grown.engineBytes / engine * Double(fenceCount * 10) / Double(grown.fences)
    model.deviceBytes += max(0, grown.deviceBytes - engineDeviceBytes)
    return model
  }

  /// Samples per second at the peak that one worker of the plan gets.
  var rateOfWorker: Double { demand.peakRate / nodes / Double(workersPerNode) }
}
