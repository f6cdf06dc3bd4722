import CommandLineSupport
import Foundation
import GeoPolicy
import MultiFence

/// The memory of a process that does nothing but the plan's work: this program, started anew for it.
///
/// The process that makes a plan holds much besides. So another is started with `plan-process`, becomes a server step by
/// step, and tells after each what the system says that it holds.
struct MemoryProbe: Equatable {
  /// What the process is to hold.
  struct Request: Equatable {
    var fences: PlanOptions.Fences
    var policy: String?
    var devices: Int
    var workers: Int
    var intervalSeconds: Double
    var form: PlanOptions.Input
    /// Whether it makes a second set of engines at the end.
    var swaps: Bool
    /// Seconds for which it runs its workers at the end.
    var runSeconds = 0.0
    /// The most rows that are read at a time.
    var batchRows = Pipeline.batchRows

    var arguments: [String] {
      var fenceText = ""
      switch fences {
      case .file(let path): fenceText = path
      case .made(let count): fenceText = String(count)
      }
      var arguments = [
        "plan-process", "--fences", fenceText, "--devices", String(devices), "--workers", String(workers), "--interval",
        String(intervalSeconds), "--input", form.rawValue, "--seconds", String(runSeconds), "--batch",
        String(batchRows),
      ]
      if swaps { arguments.append("--swap") }
      if let policy { arguments += ["--policy", policy] }
      return arguments
    }
  }

  /// Bytes by the name of the step: `base`, `list`, `engines`, `devices`, `swap`, by the system's account; `engine` and
  /// `engineDevices` by the engines' own; `rate`, samples per second of one worker, where it ran.
  var values: [String: Double] = [:]

  /// Starts the process and reads what it tells.
  static func run(_ request: Request) throws(CommandEnd) -> MemoryProbe {
    let process = Process()
    let pipe = Pipe()
    guard let path = Bundle.main.executablePath else {
      throw .failure(.internalError, "the path of this program is not known; start it by its path")
    }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = request.arguments
    process.standardOutput = pipe
    // What it has to say of the file was said.
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw CommandEnd.failure(
          .internalError,
          "the process that holds the plan's fences and devices ended with code \(process.terminationStatus); "
            + "there may be too little memory for it")
      }
      return MemoryProbe(String(decoding: data, as: UTF8.self))
    } catch let end as CommandEnd {
      throw end
    } catch {
      throw .failure(.internalError, "\(path): cannot be started again: \(error.localizedDescription)")
    }
  }

  /// Reads lines of a name and a number.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let value = Double(words[1]) { values[String(words[0])] = value }
    }
  }
}

/// What `plan-process` does: becomes a server, step by step.
struct PlanProcess {
  var request: MemoryProbe.Request

  /// Understands the arguments that ``MemoryProbe/Request/arguments`` gives.
  init(_ arguments: [String]) throws(UsageError) {
    var values: [String: String] = [:]
    var swaps = false
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      guard case .option(let name) = argument else { throw UsageError("plan-process is started by plan alone") }
      if name == "--swap" { swaps = true } else { values[name] = try cursor.value() }
    }
    guard let fences = values["--fences"], let devices = values["--devices"].flatMap({ Int($0) }), devices >= 1,
      let workers = values["--workers"].flatMap({ Int($0) }), workers >= 1, devices >= workers,
      let interval = values["--interval"].flatMap({ Double($0) }), interval > 0,
      let form = values["--input"].flatMap({ PlanOptions.Input(rawValue: $0) }),
      let seconds = values["--seconds"].flatMap({ Double($0) }),
      let batchRows = values["--batch"].flatMap({ Int($0) }), batchRows >= 1
    else { throw UsageError("plan-process is started by plan alone") }
    request = MemoryProbe.Request(
      fences: fences.allSatisfy { $0.isASCII && $0.isNumber } ? .made(Int(fences) ?? 1) : .file(fences),
      policy: values["--policy"], devices: devices, workers: workers, intervalSeconds: interval, form: form,
      swaps: swaps, runSeconds: seconds, batchRows: batchRows)
  }

  func run() throws {
    try tell("base", ResidentMemory.bytes())
    let policies = try WorkSet.policies(request.policy)
    var pipelines: [Pipeline] = []
    do {
      let fences = try PlanFences.load(request.fences, policies)
      try tell("list", ResidentMemory.bytes())
      for _ in 0..<request.workers { pipelines.append(try makePipeline(fences, policies)) }
    }
    try tell("engines", ResidentMemory.bytes())
    try tell("engine", pipelines.reduce(0) { $0 + $1.engine.memory.total })
    try bringDevices(pipelines, policies)
    try tell("devices", ResidentMemory.bytes())
    try tell("engineDevices", pipelines.reduce(0) { $0 + $1.engine.memory.total })
    if request.runSeconds > 0 { try runWorker(policies) }
    if request.swaps {
      let fences = try PlanFences.load(request.fences, policies)
      var next: [FenceEngine] = []
      for _ in 0..<request.workers { next.append(try PlanEngines.make(fences, policies)) }
      try tell("swap", ResidentMemory.bytes())
      // Both are there until here.
      guard next.count == pipelines.count, fences.count == pipelines[0].engine.fenceCount else {
        throw CommandEnd.failure(.internalError, "a second engine has other fences than the first; please report it")
      }
    }
  }

  private func makePipeline(_ fences: [Fence], _ policies: PolicySet) throws -> Pipeline {
    try Pipeline(engine: PlanEngines.make(fences, policies), names: IdentifierTable(), form: request.form)
  }

  /// Lets every device report twice, in pieces of some thousand rows, as they would arrive.
  private func bringDevices(_ pipelines: [Pipeline], _ policies: PolicySet) throws {
    // The fleet goes when it is done, and its memory goes back.
    let fences = try PlanFences.load(request.fences, policies)
    for (index, pipeline) in pipelines.enumerated() {
      let count = request.devices / pipelines.count + (index < request.devices % pipelines.count ? 1 : 0)
      let names = PlanNames.make(count)
      var source = FleetSource(
        fences: fences, deviceCount: count, intervalSeconds: request.intervalSeconds, seed: Scenario.seed)
      var columns = SampleColumns()
      var text = RowText(request.form)
      var left = 2 * count
      while left > 0 {
        let size = min(left, Pipeline.batchRows)
        source.fill(&columns, count: size)
        text.removeAll()
        text.append(columns, names: names)
        try pipeline.take(text.bytes)
        left -= size
      }
    }
  }

  /// Runs one worker with its share of the devices.
  private func runWorker(_ policies: PolicySet) throws {
    let fences = try PlanFences.load(request.fences, policies)
    let count = min(request.devices / request.workers, PlanBounds.mostDevices)
    var source = FleetSource(
      fences: fences, deviceCount: count, intervalSeconds: request.intervalSeconds, seed: Scenario.seed)
    let worker = try PlanWorker(
      fences: fences, policies: policies, names: PlanNames.make(count), &source,
      rounds: max(2, min(16, 500_000 / count)), form: request.form, batchRows: request.batchRows)
    let done = try worker.serve(seconds: request.runSeconds)
    try tell("rate", Int(Double(done.rows) / done.wallNanoseconds * 1e9))
    try tell("threadRate", Int(Double(done.rows) / done.threadNanoseconds * 1e9))
  }

  private func tell(_ name: String, _ value: Int?) throws(CommandEnd) {
    if let value { try writeToStandardOutput("\(name) \(value)\n") }
  }
}

/// Names of devices.
enum PlanNames {
  /// So many names of 14 bytes.
  static func make(_ count: Int) -> IdentifierTable { NameLookup.madeUpNames(count: count) }
}
