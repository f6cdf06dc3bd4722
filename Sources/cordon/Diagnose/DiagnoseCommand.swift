import CommandLineSupport
import FenceData
import FenceReplay
import GeoPolicy

/// `cordon diagnose`: connects files and streams to a diagnosis.
struct DiagnoseCommand {
  private let options: DiagnoseOptions

  init(_ options: DiagnoseOptions) { self.options = options }

  /// Diagnoses, and ends with all outputs in place or none of them.
  func run() throws {
    try checkConflicts(inputs: options.inputs, outputs: options.outputs)
    // All inputs are opened before any is read: what is missing shows at once.
    let fenceInput = try InputFile(path: options.fences)
    let policyInput = try options.policy.map { (path) throws(CommandEnd) in try InputFile(path: path) }
    let eventInput = try options.regionEvents.map { (path) throws(CommandEnd) in try InputFile(path: path) }
    let sampleInput = try InputFile(path: options.samples)
    let policies = try policyInput.map { (input) throws(CommandEnd) in try input.policies() } ?? .standard
    let events = try eventInput.map { (input) throws(CommandEnd) in try regionEvents(from: input) }
    var diagnosis = try makeDiagnosis(fenceInput, policies)
    let json = try options.json.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    let html = try options.html.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    try sampleInput.feed(&diagnosis, isQuiet: options.isQuiet)
    var selection = TimelineSelection()
    let report = diagnosis.report(events) { findings, timeline in
      if html != nil { selection.take(findings, timeline) }
    }
    if let json { try write(report, to: json) }
    if let html { try html.write(page(of: report, &selection)) }
    let outputs = [json, html].compactMap { $0 }
    for output in outputs { try output.finish() }
    try withSignalsHeld { () throws(CommandEnd) in
      for output in outputs { try output.publish() }
    }
    if !options.isQuiet { try tell(report) }
  }

  private func page(of report: DiagnosisReport, _ selection: inout TimelineSelection) -> [UInt8] {
    let timelines = selection.timelines()
    var notes = report.summaryText.split(separator: "\n").map(String.init)
    let leftOut = selection.leftOutCount
    if leftOut > 0 { notes.append("not on this page: \(leftOut) more devices at fences with findings; see --json") }
    return FencePage.page(
      of: TimelineReport(
        title: "Why did it flap?", timelines: timelines, notes: notes, isPrivate: options.isPrivate))
  }

  private func regionEvents(from input: InputFile) throws(CommandEnd) -> RegionEventFile {
    let file = try input.regionEvents(offsetSeconds: options.diagnosis.offsetSeconds)
    BadRowReport.tell(file.problems, of: input.name)
    return file
  }

  private func makeDiagnosis(_ input: InputFile, _ policies: PolicySet) throws(CommandEnd) -> Diagnosis {
    let file = try input.fences(policies)
    do throws(ReplayFailure) {
      let diagnosis = try Diagnosis(fences: file, policies: policies, options: options.diagnosis)
      BadRowReport.tell(file.problems, of: input.name)
      return diagnosis
    } catch {
      throw input.unusable(error.line, error.message)
    }
  }

  private func write(_ report: DiagnosisReport, to file: OutputFile) throws(CommandEnd) {
    var lines = OutputBuffer()
    for finding in report.findings {
      report.appendLine(of: finding, to: &lines)
      if lines.count > 1 << 16 {
        try file.write(lines.bytes)
        lines.removeAll()
      }
    }
    report.appendSummaryLine(to: &lines)
    try file.write(lines.bytes)
  }

  /// Prints the report to read where no other output is.
  private func tell(_ report: DiagnosisReport) throws(CommandEnd) {
    if options.outputs.contains(where: { $0.path == standardStreamPath }) {
      Diagnostics.write(report.text)
    } else {
      try writeToStandardOutput(report.text)
    }
  }
}

extension Diagnosis: SampleConsumer {
  var sampleCount: Int { summary.sampleCount }
  mutating func take(_ chunk: UnsafeRawBufferPointer) throws(ReplayFailure) -> Int { try read(chunk) }
}
