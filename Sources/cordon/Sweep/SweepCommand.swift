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
    try feed(&sweep, from: sampleInput)
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

  private func feed(_ sweep: inout Sweep, from input: InputFile) throws(CommandEnd) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { chunk.deallocate() }
    var report = BadRowReport(file: input.name)
    var progress = Progress(isMuted: options.isQuiet, totalBytes: input.size)
    defer { progress.clear() }
    var byteCount: Int64 = 0
    while true {
      let count = try input.read(into: chunk)
      do throws(UnusableInput) {
        if count == 0 {
          try sweep.finish()
        } else {
          try sweep.read(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk)[..<count]))
        }
      } catch {
        throw input.unusable(error.line, error.message)
      }
      if !sweep.badRows.isEmpty {
        progress.clear()
        for problem in sweep.badRows { report.add(line: problem.line, message: problem.message) }
        sweep.badRows.removeAll()
      }
      if count == 0 { break }
      byteCount += Int64(count)
      progress.update(bytes: byteCount, samples: sweep.sampleCount)
    }
    progress.clear()
    report.finish()
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
