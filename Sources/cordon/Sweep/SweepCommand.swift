import CommandLineSupport
import FenceData
import FenceReplay
import GeoPolicy

/// `cordon sweep`: reads fences and samples once, and writes what many settings make of them.
struct SweepCommand {
  private let options: SweepCommandOptions

  init(_ options: SweepCommandOptions) { self.options = options }

  /// Tries all settings, and ends with all outputs in place or none of them.
  func run() throws {
    try checkConflicts(inputs: options.inputs, outputs: options.outputs)
    let fenceInput = try InputFile(path: options.fences)
    let policyInput = try options.policy.map { (path) throws(CommandEnd) in try InputFile(path: path) }
    let sampleInput = try InputFile(path: options.samples)
    let policies = try policyInput.map { (input) throws(CommandEnd) in try input.policies() } ?? .standard
    var sweep = try makeSweep(fenceInput, policies)
    BadRowReport.tell(sweep.fenceProblems, of: fenceInput.name)
    let outputs = try ReportOutputs(options.outputs.map(\.path))
    try sampleInput.feed(&sweep, chunkBytes: 1 << 20, isQuiet: options.isQuiet)
    let report = SweepReport(sweep, results(of: sweep))
    var contents: [[UInt8]] = []
    if options.json != nil { contents.append(report.json) }
    if options.csv != nil { contents.append(report.csv) }
    try outputs.write(contents, text: options.isQuiet ? nil : report.text)
  }

  private func makeSweep(_ input: InputFile, _ policies: PolicySet) throws -> Sweep {
    let bytes = try input.readAll()
    do {
      return try Sweep(fences: bytes, policies: policies, lists: options.lists, options: options.sweep)
    } catch let error as SweepError {
      throw UsageError(error.message)
    } catch let error as UnusableInput {
      throw input.unusable(error.line, error.message)
    }
  }

  private func results(of sweep: Sweep) -> [SweepResult] {
    let threads = options.threads ?? processorCount
    var results: [SweepResult] = []
    var progress = Progress(isMuted: options.isQuiet, totalBytes: nil)
    defer { progress.clear() }
    // In portions, so that it can be told how far it is; each large enough to keep every thread busy.
    while results.count < sweep.settings.count {
      let end = min(results.count + 4 * threads, sweep.settings.count)
      results += sweep.results(of: results.count..<end, threads: threads)
      progress.update("\(results.count) of \(sweep.settings.count) settings")
    }
    return results
  }
}

extension Sweep: SampleConsumer {
  mutating func take(_ chunk: UnsafeRawBufferPointer) throws(UnusableInput) -> Int {
    try read(chunk)
    return chunk.count
  }
}
