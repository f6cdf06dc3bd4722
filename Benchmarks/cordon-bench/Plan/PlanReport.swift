import GeoPolicy

/// The statements of a plan, from what was found.
struct PlanReport {
  let findings: PlanFindings

  var tables: [PlanTable] {
    var tables = [load, stages, cores]
    tables.append(memory)
    tables += [latency, limits, whatIf, places]
    return tables
  }

  private var demand: Demand { findings.demand }

  private var workerCount: String {
    findings.workersPerNode == 1 ? "1 worker" : "\(findings.workersPerNode) workers"
  }

  /// The plan in a few lines.
  var summary: String {
    let node = findings.nodeRate
    let basis = Basis.of(findings.sizingBasis, node.basis)
    func text(_ value: Double, _ unit: QuantityUnit, _ basis: Basis) -> String {
      "\(Quantity(value, unit, basis).text) [\(basis.letter)]"
    }
    let machines = "\(text(findings.nodes, .count, basis)) machine\(findings.nodes == 1 ? "" : "s") like this"
    let use = demand.use(ofNodes: findings.nodes, perNode: node.rate) ?? 0
    var summary =
      "\nIn short: \(machines) for a peak of \(text(demand.peakRate, .perSecond, findings.demandBasis)), which takes "
    summary += "\(text(use, .share, basis)) of \(findings.nodes == 1 ? "its" : "their") cores"
    if let model = findings.memory {
      let workers = Double(findings.workersPerNode)
      let devices = demand.devices / findings.nodes
      summary += ", and \(text(model.now(workers: workers, devices: devices), .bytes, .computed)) of memory"
      summary +=
        " (\(text(model.duringSwap(workers: workers, devices: devices), .bytes, .computed)) while fences are swapped)"
    }
    summary += ".\n"
    if let first = growthLimits.first {
      let factor = text(first.factor, .factor, first.basis)
      summary +=
        first.factor < 1
        ? "\(first.name) breaks before the planned peak is reached, at \(factor) of it.\n"
        : "As the load grows, \(first.name) breaks first, at \(factor) the planned peak.\n"
    }
    return summary
  }

  private var load: PlanTable {
    var table = PlanTable(key: "load", title: "load")
    let given = findings.isPeakGiven ? "" : " (assumed, no --peak was given)"
    table.rows = [
      .init("samples, mean", Quantity(demand.meanRate, .perSecond, .computed), note: "devices / interval"),
      .init(
        "samples, peak", Quantity(demand.peakRate, .perSecond, findings.demandBasis),
        note: "\(ResultTable.trimmed(demand.peak)) times the mean\(given)"),
      .init(
        "bytes in, peak",
        Quantity(
          demand.peakRate * findings.stages.rowBytes(findings.input), .bytesPerSecond, findings.demandBasis),
        note: "rows of \(ResultTable.decimals(findings.stages.rowBytes(findings.input), 0)) bytes, "
          + "\(findings.input.rawValue), names of 14 bytes"),
      .init(
        "events, peak",
        Quantity(demand.peakRate * findings.stages.eventsPerSample, .perSecond, .assumed),
        note: "\(ResultTable.decimals(findings.stages.eventsPerSample, 4)) a sample of the made fleet; yours differs"),
    ]
    return table
  }

  private var stages: PlanTable {
    let costs = findings.stages
    var table = PlanTable(
      key: "stages", title: "cost of a sample in one thread", columns: ["NDJSON", "CSV"])
    func both(_ value: Double, _ basis: Basis) -> (Quantity, Quantity) {
      (Quantity(value, .nanoseconds, basis), Quantity(value, .nanoseconds, basis))
    }
    func row(_ label: String, _ value: Double, _ basis: Basis, _ note: String? = nil) -> PlanTable.Row {
      let (a, b) = both(value, basis)
      return PlanTable.Row(label, a, b, note: note)
    }
    table.rows = [
      .init(
        "read the row", Quantity(costs.readNDJSON - costs.names, .nanoseconds, .computed),
        Quantity(costs.readCSV - costs.names, .nanoseconds, .computed), note: "reading less names"),
      row("find the device's name", costs.names, .measured),
      row("admission", costs.admission, .measured, "all samples refused; to fetch the device's record is in it"),
      row("match", costs.match, .computed, "samples that repeat, less admission"),
      row("state", costs.state, .computed, "samples of the fleet, less those that repeat"),
      row("safe skip", costs.skip, .computed, "with less without; below 0 it saves"),
      row("write events", costs.write, .measured),
      .init(
        "all", Quantity(costs.total(.ndjson), .nanoseconds, .computed),
        Quantity(costs.total(.csv), .nanoseconds, .computed), note: "the sum"),
    ]
    table.notes = [
      "fleet: \(ResultTable.rate(Double(findings.bounds.devices))) made devices walk and drive among your fences; "
        + "\(percent(costs.acceptedShare)) of samples accepted, \(percent(costs.skipShare)) skipped, "
        + "\(ResultTable.short(costs.candidatesPerSample)) candidates a sample",
      "differences of less than \(Quantity(0.03 * costs.moving, .nanoseconds, .computed).text), 3 % of what they are taken "
        + "from, may be noise",
      "not in it: receiving from a network, decompression, storing or sending the events",
    ]
    if Double(findings.bounds.devices) < demand.devices {
      table.notes.append(
        "\(findings.bounds.devices) devices in place of \(Quantity(demand.devices, .count, .computed).text): more would "
          + "cost more for names and records, which then are in no cache")
    }
    return table
  }

  private var cores: PlanTable {
    var table = PlanTable(key: "cores", title: "cores", columns: ["processor time", "clock"])
    table.rows = findings.scaling.map { step in
      PlanTable.Row(
        step.workers == 1 ? "1 worker" : "\(step.workers) workers side by side",
        Quantity(step.rate, .perSecond, .measured), Quantity(step.wallRate, .perSecond, .measured),
        note: step.workers == 1
          ? "\(ResultTable.short(1e9 / step.rate)) ns a sample, read to written"
          : "\(ResultTable.short(step.rate / findings.workerRate)) times one")
    }
    let node = findings.nodeRate
    if node.basis == .assumed {
      table.rows.append(
        .init(
          "\(findings.processors) workers side by side", Quantity(node.rate, .perSecond, .assumed), nil,
          note: "by the share of the most that ran"))
    }
    let headroom = findings.isHeadroomGiven ? "" : " (assumed, no --headroom was given)"
    table.rows += [
      .init(
        "cores for the peak",
        Quantity(demand.cores(perCore: findings.coreRate), .cores, Basis.of(findings.sizingBasis, node.basis)), nil,
        note: "at \(percent(demand.headroom)) of each core\(headroom)"),
      .init(
        "machines like this", Quantity(findings.nodes, .count, Basis.of(findings.sizingBasis, node.basis)), nil,
        note: "\(findings.processors) cores each, on each \(workerCount)"),
    ]
    table.notes = [
      "a worker reads, judges and writes for devices of its own, with an engine of its own; it ran with "
        + "\(findings.workerDevices) devices",
      "beyond \(findings.scaling.last?.workers ?? 1) cores, and from one machine to several, it is assumed that workers do "
        + "not slow each other down",
    ]
    for step in findings.scaling where (step.othersShare ?? 0) > OthersLoad.limit {
      table.notes.append(
        "others used \(percent(step.othersShare ?? 0)) of this machine while \(step.workers) of them ran: the column of the "
          + "clock is void, the other is what counts")
    }
    return table
  }

  private var memory: PlanTable {
    var table = PlanTable(key: "memory", title: "memory of a process, one on each machine")
    guard let model = findings.memory else {
      table.notes = ["this system does not tell what a process holds"]
      return table
    }
    let workers = Double(findings.workersPerNode)
    let devices = demand.devices / findings.nodes
    let growthBasis: Basis = findings.grown.map { $0.fences == findings.fenceCount * 10 } == true ? .computed : .assumed
    table.rows = [
      .init("program", Quantity(model.baseBytes, .bytes, .measured)),
      .init(
        "fences of one worker", Quantity(model.fenceSetBytes, .bytes, .measured),
        note: engineNote(findings.probe.values["engine"])),
      .init(
        "a device", Quantity(model.deviceBytes, .bytes, .measured),
        note: "record, name and tables, from \(findings.probeDevices) devices: tables as full as those of the plan"),
      .init(
        "now", Quantity(model.now(workers: workers, devices: devices), .bytes, .computed),
        note: "\(workerCount), \(Quantity(devices, .count, .computed).text) devices"),
      .init(
        "while fences are swapped",
        Quantity(model.duringSwap(workers: workers, devices: devices), .bytes, .computed),
        note: "next engines beside the old, all at a time"),
      .init(
        "grown: 2 x devices, 10 x fences",
        Quantity(
          (findings.grownMemory ?? model).now(workers: workers, devices: 2 * devices), .bytes, growthBasis),
        note: "workers as now"),
    ]
    if let swap = findings.probe.values["swap"] {
      table.rows.insert(
        .init(
          "really swapped", Quantity(swap, .bytes, .measured),
          note: "one worker, \(findings.probeDevices) devices, both engines there; computed "
            + Quantity(model.duringSwap(workers: 1, devices: Double(findings.probeDevices)), .bytes, .computed).text),
        at: 5)
    }
    table.notes = [
      "a new engine knows no device: each has to report once. Changes by apply() keep what is known, and take no second engine"
    ]
    return table
  }

  private func engineNote(_ bytes: Double?) -> String? {
    bytes.map {
      "the engine counts \(Quantity($0, .bytes, .measured).text) itself, "
        + "\(ResultTable.decimals($0 / Double(max(findings.fenceCount, 1)), 0)) B a fence"
    }
  }

  private var latency: PlanTable {
    var table = PlanTable(
      key: "latency", title: "from arrival to event, one worker", columns: ["samples", "p50", "p99", "p99.9"])
    table.rows = findings.latency.points.map { point in
      PlanTable.Row(
        point.name, Quantity(point.rate, .perSecond, .computed), Quantity(point.median, .milliseconds, .measured),
        Quantity(point.p99, .milliseconds, .measured), Quantity(point.p999, .milliseconds, .measured),
        note: note(on: point))
    }
    let target =
      "p99 within \(ResultTable.trimmed(findings.targetMilliseconds)) ms"
      + (findings.isTargetGiven ? "" : " (assumed, no --target-p99)")
    if let highest = findings.latency.highest {
      table.rows.append(
        .init(
          "\(target), up to", Quantity(highest, .perSecond, .measured),
          note: findings.latency.failed.map { "fails at \(Quantity($0, .perSecond, .measured).text)" }
            ?? "the most that a worker does when it never waits"))
    } else {
      table.notes.append("\(target): not even at \(Quantity(findings.latency.failed ?? 0, .perSecond, .measured).text)")
    }
    table.notes += [
      "arrivals on a fixed schedule that does not wait; batches form from what has arrived; a sample's time goes from its "
        + "arrival on the schedule to the end of its batch"
    ]
    if findings.latency.isVoid {
      let most = findings.latency.points.compactMap(\.othersShare).max() ?? 0
      table.notes.append(
        "void: others used up to \(percent(most)) of this machine meanwhile; run again when it is quiet")
    }
    return table
  }

  private func note(on point: LatencyPlan.Point) -> String {
    let tries = point.isSecondTry ? ", the better of two tries" : ""
    guard point.isSustained else { return "falls behind" + tries }
    let busy = "busy \(percent(point.busy)), batches of \(ResultTable.short(point.batch))"
    return busy + (point.rate == LatencyPlan.leastRate ? ", run faster than asked for" : "") + tries
  }

  private var places: PlanTable {
    let found = findings.places
    var table = PlanTable(key: "overlap", title: "where the most fences lie over each other")
    table.rows = found.places.map { place in
      let others = place.others.map(\.text).joined(separator: ", ")
      return PlanTable.Row(
        place.fence.text, Quantity(Double(place.count), .count, .measured),
        note: others.isEmpty ? nil : "with \(others)\(place.count > place.others.count + 1 ? ", …" : "")")
    }
    table.notes = [
      "fences whose exit radius holds the center of the one named, itself among them; "
        + "\(ResultTable.short(found.mean)) in the mean over \(found.examined) of \(found.total) centers"
    ]
    if found.examined < found.total {
      table.notes.append("the others were not looked at, for the time that it takes: there may be worse places")
    }
    return table
  }

  func percent(_ share: Double) -> String { Quantity(share, .share, .computed).text }
}
