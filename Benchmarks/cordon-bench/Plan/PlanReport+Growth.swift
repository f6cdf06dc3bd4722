// What ends growth first, and what other loads would take.
extension PlanReport {
  /// What a network card that nobody asked about carries: 1 Gbit/s.
  static let assumedBytesPerSecond = 125e6
  /// The share of a machine's memory that a process may have.
  static let usableMemory = 0.9

  /// Limits in the order in which growing load meets them.
  var growthLimits: [GrowthLimit] {
    let demand = findings.demand
    let node = findings.nodeRate
    var limits = [
      GrowthLimit(
        name: "cpu", factor: findings.nodes * node.rate / demand.peakRate,
        basis: Basis.of(findings.demandBasis, node.basis), explanation: "all cores of the planned machines busy"),
      GrowthLimit(
        name: "bandwidth in",
        factor: findings.nodes * Self.assumedBytesPerSecond
          / (demand.peakRate * findings.stages.rowBytes(findings.input)),
        basis: .assumed, explanation: "1 Gbit/s for each machine"),
    ]
    if let highest = findings.latency.highest, !findings.latency.isVoid {
      limits.append(
        GrowthLimit(
          name: "latency",
          factor: highest / findings.rateOfWorker * Double(findings.processors)
            / Double(findings.workersPerNode), basis: .assumed,
          explanation: "p99 over the target, if workers side by side are as one alone"))
    }
    if let model = findings.memory {
      let room = findings.machineBytes * Self.usableMemory
      let workers = Double(findings.workersPerNode)
      let fixed = model.duringSwap(workers: workers, devices: 0)
      let devices = demand.devices / findings.nodes
      limits.append(
        GrowthLimit(
          name: "memory", factor: max(0, room - fixed) / (devices * max(model.deviceBytes, 1)), basis: .assumed,
          explanation: "more devices, until a swap fills \(percent(Self.usableMemory)) of the memory"))
    }
    return GrowthLimit.inOrder(limits)
  }

  var limits: PlanTable {
    let limits = growthLimits
    var table = PlanTable(key: "limits", title: "what breaks first, as the load on the planned machines grows")
    table.rows = limits.map { .init($0.name, Quantity($0.factor, .factor, $0.basis), note: $0.explanation) }
    if let first = limits.first {
      table.notes = ["first: \(first.name), at \(ResultTable.short(first.factor)) times the planned peak"]
    }
    if findings.latency.isVoid {
      table.notes.append("latency is not among them: others used this machine while it was measured")
    } else if findings.latency.highest == nil {
      table.notes.append("latency is broken from the start: no rate that was tried keeps p99 within the target")
    }
    return table
  }

  var whatIf: PlanTable {
    var table = PlanTable(
      key: "whatIf", title: "what if", columns: ["peak", "cores", "machines", "use of cores", "memory each"])
    table.rows = [
      row("as planned", findings.demand),
      row("2 x devices", changed { $0.devices *= 2 }),
      row("half the interval", changed { $0.intervalSeconds /= 2 }),
    ]
    if let grown = findings.grown {
      let isTen = grown.fences == findings.fenceCount * 10
      let slower = grown.rate / findings.workerRate
      table.rows.append(
        row(
          "10 x fences", findings.demand, rateFactor: slower, memory: findings.grownMemory,
          basis: isTen ? .computed : .assumed,
          note: "\(ResultTable.short(1 / slower)) times the time for a sample with "
            + "\(Quantity(Double(grown.fences), .count, .measured).text) fences, nine beside each of yours"))
      if !isTen {
        table.notes.append(
          "only \(grown.fences) fences were made of \(findings.fenceCount * 10), for the memory and time that they take"
        )
      }
    }
    table.rows.append(nodeLost)
    table.notes.append("use of cores is at the peak; 100 % is all that the machines do, and leaves no room")
    return table
  }

  private func changed(_ change: (inout Demand) -> Void) -> Demand {
    var demand = findings.demand
    change(&demand)
    return demand
  }

  private func row(
    _ label: String, _ demand: Demand, rateFactor: Double = 1, memory model: MemoryModel? = nil,
    basis: Basis = .computed,
    note: String? = nil
  ) -> PlanTable.Row {
    let rate = findings.nodeRate.rate * rateFactor
    let nodes = demand.nodes(perNode: rate)
    let basis = Basis.of(findings.sizingBasis, findings.nodeRate.basis, basis)
    return PlanTable.Row(
      label, Quantity(demand.peakRate, .perSecond, findings.demandBasis),
      Quantity(demand.cores(perCore: findings.coreRate * rateFactor), .cores, basis), Quantity(nodes, .count, basis),
      demand.use(ofNodes: nodes, perNode: rate).map { Quantity($0, .share, basis) },
      memory(demand, nodes: nodes, rateFactor: rateFactor, of: model).map { Quantity($0, .bytes, basis) },
      note: note)
  }

  /// The machines of the plan, less one, carry it all.
  private var nodeLost: PlanTable.Row {
    let demand = findings.demand
    let left = findings.nodes - 1
    let basis = Basis.of(findings.sizingBasis, findings.nodeRate.basis)
    let use = demand.use(ofNodes: left, perNode: findings.nodeRate.rate)
    let note: String
    switch use {
    case nil: note = "nothing is left: it takes 2 machines to lose one"
    case .some(let use) where use > 1: note = "they fall behind: plan \(ResultTable.decimals(findings.nodes + 1, 0))"
    default: note = "they carry it"
    }
    return PlanTable.Row(
      "one machine lost", Quantity(demand.peakRate, .perSecond, findings.demandBasis),
      Quantity(demand.cores(perCore: findings.coreRate), .cores, basis), Quantity(left, .count, basis),
      use.map { Quantity($0, .share, basis) },
      left >= 1 ? memory(demand, nodes: left).map { Quantity($0, .bytes, basis) } : nil, note: note)
  }

  private func memory(
    _ demand: Demand, nodes: Double, rateFactor: Double = 1, of model: MemoryModel? = nil
  ) -> Double? {
    guard let model = model ?? findings.memory else { return nil }
    let workers = demand.workers(
      perCore: findings.coreRate * rateFactor, nodes: nodes, cores: findings.processors)
    return model.now(workers: Double(workers), devices: demand.devices / nodes)
  }
}
