import CommandLineSupport

/// Compares what a plan says with a process that does it: `plan --check`.
///
/// Another process is started that holds the fences and workers of the plan and, as far as this machine bears it, all of
/// its devices, and then reads, judges and writes for some seconds. What it holds must be what the plan computes within
/// 10 %, what a worker does within 20 %.
struct PlanCheck {
  let options: PlanOptions
  let findings: PlanFindings

  static let memoryTolerance = 0.1
  static let rateTolerance = 0.2
  private static let mostDevices = 5_000_000.0
  private static let runSeconds = 5.0

  /// The comparison; its notes say what is off by too much.
  func table() throws(CommandEnd) -> PlanTable {
    var table = PlanTable(
      key: "check", title: "checked against a process that does it", columns: ["plan", "process", "off by"])
    let room = findings.machineBytes / 3
    let perDevice = max(findings.memory?.deviceBytes ?? 100, 1)
    // Two reports of each shall take no longer than a quarter of a minute.
    let timely = (7.5 * findings.workerRate).rounded(.down)
    let devices = max(
      1,
      min((options.devices / findings.nodes).rounded(.up), Self.mostDevices, (room / perDevice).rounded(.down), timely))
    let workers = min(Double(findings.workersPerNode), devices)
    let request = MemoryProbe.Request(
      fences: options.fences, policy: options.policy, devices: Int(devices), workers: Int(workers),
      intervalSeconds: options.intervalSeconds, form: options.input, swaps: true, runSeconds: Self.runSeconds,
      batchRows: findings.bounds.batchRows)
    var probe = try MemoryProbe.run(request)
    var rateNote: String?
    if let first = probe.values["threadRate"], isOff(first) {
      // A machine that others share changes its speed by more than that from one minute to the next.
      let second = try MemoryProbe.run(request)
      if let rate = second.values["threadRate"], !isOff(rate) {
        probe = second
        rateNote = "in a second run; \(Quantity(first, .perSecond, .measured).text) in the first"
      }
    }
    func add(
      _ label: String, _ planned: Double?, _ found: Double?, _ unit: QuantityUnit, _ tolerance: Double,
      note: String? = nil
    ) {
      guard let planned, let found, found > 0 else { return }
      let difference = planned / found - 1
      table.rows.append(
        .init(
          label, Quantity(planned, unit, .computed), Quantity(found, unit, .measured),
          Quantity(difference, .share, .computed), note: note))
      if abs(difference) > tolerance {
        table.notes.append("\(label): more than \(Int(tolerance * 100)) % off")
      }
    }
    let model = findings.memory
    add(
      "memory with \(Quantity(devices, .count, .computed).text) devices",
      model?.now(workers: workers, devices: devices),
      probe.values["devices"], .bytes, Self.memoryTolerance)
    add(
      "the same while fences are swapped", model?.duringSwap(workers: workers, devices: devices),
      probe.values["swap"], .bytes, Self.memoryTolerance)
    add(
      "samples of one worker, processor time", findings.workerRate, probe.values["threadRate"], .perSecond,
      Self.rateTolerance, note: rateNote)
    table.rows.append(
      .init(
        "by the clock", nil, probe.values["rate"].map { Quantity($0, .perSecond, .measured) },
        note: "the same where nobody else needs the processors"))
    return table
  }

  private func isOff(_ rate: Double) -> Bool { abs(findings.workerRate / rate - 1) > Self.rateTolerance }
}
