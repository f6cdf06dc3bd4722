import CommandLineSupport
import FenceData
import FenceReplay
import GeoPolicy

/// `cordon check`: reads a fence file, and writes what is wrong with it.
struct CheckCommand {
  private let options: CheckOptions

  init(_ options: CheckOptions) { self.options = options }

  /// Checks, and ends with exit code 1 where something is wrong.
  func run() throws {
    try checkConflicts(inputs: options.inputs, outputs: options.outputs)
    let fenceInput = try InputFile(path: options.fences)
    let policyInput = try options.policy.map { (path) throws(CommandEnd) in try InputFile(path: path) }
    let policies = try policyInput.map { (input) throws(CommandEnd) in try input.policies() } ?? .standard
    let file = try fenceInput.fences(policies)
    let outputs = try ReportOutputs(options.outputs.map(\.path))
    var settings = CheckSettings()
    settings.intervalSeconds = options.intervalSeconds
    if let speed = options.speedMetersPerSecond { settings.speedMetersPerSecond = speed }
    let report = checkFences(file, policies: policies, settings: settings)
    var contents: [[UInt8]] = []
    if options.json != nil { contents.append(report.json) }
    if options.geoJSON != nil { contents.append(report.geoJSON) }
    try outputs.write(contents, text: options.isQuiet ? nil : report.text)
    try end(report, fenceInput.name)
  }

  private func end(_ report: CheckReport, _ name: String) throws(CommandEnd) {
    let failing: Set<FindingSeverity> = options.isStrict ? [.error, .warning] : [.error]
    let failures = report.findings.filter { failing.contains($0.kind.severity) }
    guard !failures.isEmpty else { return }
    let list = failures.map { "\($0.kind.rawValue) \($0.count)" }.joined(separator: ", ")
    throw .failure(.checkFailed, "\(name): \(list); mend them as the report says")
  }
}
