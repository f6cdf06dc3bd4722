import CommandLineSupport
import GeoPolicy

/// `cordon-bench plan`: how many cores and how much memory a load takes, measured on the user's own fences and machine.
struct PlanCommand {
  private let options: PlanOptions

  init(_ options: PlanOptions) { self.options = options }

  /// Measures for about half a minute, and prints the plan.
  func run() throws {
    let machine = Machine()
    if case .made(let count) = options.fences, !PlanBounds.canHold(fences: count, memoryBytes: machine.memoryBytes) {
      throw UsageError("--fences \(count) needs more memory than this machine can spare; plan it on a larger one")
    }
    let json = try options.json.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    if !machine.isOptimized {
      Diagnostics.print("cordon-bench: this is a debug build; its times mean nothing, build with -c release")
    }
    let policies = try WorkSet.policies(options.policy)
    let fences = try PlanFences.load(options.fences, policies)
    guard PlanBounds.canHold(fences: fences.count, memoryBytes: machine.memoryBytes) else {
      throw CommandEnd.failure(
        .badData, "\(fences.count) fences need more memory than this machine can spare; plan them on a larger one")
    }
    try show("\(title(fences))\n\(machine.summary)\n\(Self.legend)\n")
    let findings = try PlanMeasurement(
      options: options, fences: fences, policies: policies, processors: machine.processorCount,
      memoryBytes: machine.memoryBytes
    ).run()
    let report = PlanReport(findings: findings)
    var tables = report.tables
    if options.isChecked { tables.append(try PlanCheck(options: options, findings: findings).table()) }
    try show(report.summary)
    for table in tables { try show(table.text) }
    try json?.write(header(machine, fences) + tables.flatMap(\.lines))
    try json?.finish()
    try json?.publish()
    if tables.contains(where: { $0.key == "check" && !$0.notes.isEmpty }) {
      throw CommandEnd.failure(
        .internalError, "the plan and a process that does it differ by more than they may; run again on a quiet machine"
      )
    }
  }

  private static let legend =
    "Numbers are m measured in this run, c computed from such and from what was given, a assumed."

  private func title(_ fences: [Fence]) -> String {
    var name = "made-up stores"
    if case .file(let path) = options.fences { name = path }
    return "Plan for \(fences.count) fences (\(name)), \(Quantity(options.devices, .count, .computed).text) devices, "
      + "a report every \(ResultTable.trimmed(options.intervalSeconds)) s"
  }

  private func header(_ machine: Machine, _ fences: [Fence]) -> [UInt8] {
    var object = JSONObject()
    object.add("cordonPlan", integer: 1)
    object.add("date", text: machine.date)
    object.add("machine", text: machine.processor)
    object.add("processors", integer: machine.processorCount)
    object.add("memoryBytes", integer: machine.memoryBytes)
    object.add("system", text: machine.system)
    object.add("toolchain", text: machine.toolchain)
    object.add("optimized", bool: machine.isOptimized)
    object.add("fences", integer: fences.count)
    object.add("devices", number: options.devices)
    object.add("intervalSeconds", number: options.intervalSeconds)
    object.add("peak", number: options.peak)
    object.add("headroom", number: options.headroom)
    object.add("targetP99Milliseconds", number: options.targetMilliseconds)
    object.add("input", text: options.input.rawValue)
    return object.line()
  }

  private func show(_ text: String) throws(CommandEnd) {
    if options.json == standardStreamPath { Diagnostics.write(text) } else { try writeToStandardOutput(text) }
  }
}
