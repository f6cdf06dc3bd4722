import CommandLineSupport
import FenceReplay

extension ExitCode {
  /// Everything was done, and what was checked is not as it should be.
  static let checkFailed = ExitCode(rawValue: 1)
}

/// `cordon verify`: judges folders of fixed samples again.
struct VerifyCommand {
  let options: VerifyOptions

  init(_ options: VerifyOptions) { self.options = options }

  /// Verifies, or accepts, every folder, and fails where one did not pass.
  func run() throws {
    let folders = try ExpectationFolders.find(
      in: options.folders, isDefault: options.isDefaultFolder, takesNew: options.acceptance != nil)
    if let acceptance = options.acceptance { return try accept(folders, acceptance) }
    try checkConflicts(inputs: folders.flatMap(\.inputs), outputs: options.outputs)
    // All that is needed at the end is tried before the work: what cannot be written shows at once.
    let junit = try options.junit.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    let json = try options.json.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    let date = try options.record.map { (path) throws -> UTCTime in
      _ = try RecordFile(path: path).read()
      return try recordTime()
    }
    var reader = ReportReader(isQuiet: options.isQuiet, usesErrorStream: [options.junit, options.json].contains("-"))
    var report = VerificationReport([])
    var problems = FolderProblems()
    for folder in folders {
      let found: FolderReport
      do throws(CommandEnd) {
        found = try folder.rerun().report
      } catch {
        found = FolderReport(name: folder.path, problem: try problems.add(error))
      }
      try reader.tell(found.text)
      report.folders.append(found)
    }
    try reader.tell(report.sum + "\n")
    try junit?.write(report.junit)
    try json?.write(report.json)
    try [junit, json].compactMap { $0 }.publishAll()
    if let path = options.record, let date {
      try record(report, folders.map(\.name), in: RecordFile(path: path), date: date)
    }
    try fail(report, problems)
  }

  private func record(
    _ report: VerificationReport, _ names: [String], in file: RecordFile, date: UTCTime
  ) throws(CommandEnd) {
    let toolchain = "cordon \(version), \(Toolchain.compiler), \(Toolchain.system) \(Toolchain.architecture)"
    // Where a folder cannot be verified nothing was, neither passed nor failed.
    guard let rules = RulesValidation(report, names: names, toolchain: toolchain, date: date) else { return }
    try file.update { $0.record(rules) }
  }

  private func fail(_ report: VerificationReport, _ problems: FolderProblems) throws(CommandEnd) {
    try problems.end(of: report.folders.count)
    let failed = report.folders.filter { $0.verdict != .passed }.map(\.name)
    guard !failed.isEmpty else { return }
    let shown = failed.prefix(3).joined(separator: ", ") + (failed.count > 3 ? ", …" : "")
    throw .failure(
      .checkFailed,
      "\(failed.count) of \(report.folders.count) did not pass: \(shown); if what is there now is right, "
        + "cordon verify --accept --reviewer NAME --why TEXT FOLDER makes it the expectation")
  }
}

/// The folders that cannot be used: they do not keep others from being judged, but decide how the command ends.
struct FolderProblems {
  private var all: [(code: ExitCode, message: String)] = []

  /// Takes a failure and returns what is wrong; an end of another kind ends the command.
  mutating func add(_ end: CommandEnd) throws(CommandEnd) -> String {
    guard case .failure(let code, let message) = end else { throw end }
    all.append((code, message))
    return message
  }

  /// Ends the command if there is any.
  func end(of folderCount: Int) throws(CommandEnd) {
    guard let first = all.first else { return }
    let others = all.count == 1 ? "" : "; and \(all.count - 1) more of \(folderCount) folders"
    throw .failure(first.code, first.message + others)
  }
}

/// Tells people what is found, as soon as it is. Where nobody reads on, the work and its exit code go on.
struct ReportReader {
  private var isQuiet: Bool
  private let usesErrorStream: Bool

  init(isQuiet: Bool, usesErrorStream: Bool = false) {
    self.isQuiet = isQuiet
    self.usesErrorStream = usesErrorStream
  }

  mutating func tell(_ text: String) throws(CommandEnd) {
    if isQuiet { return }
    if usesErrorStream { return Diagnostics.write(text) }
    do {
      try writeToStandardOutput(text)
    } catch {
      guard error == .outputClosed else { throw error }
      isQuiet = true
    }
  }
}

extension [OutputFile] {
  /// Makes sure of all files, and only then gives them their names, in this order.
  func publishAll() throws(CommandEnd) {
    for file in self { try file.finish() }
    try withSignalsHeld { () throws(CommandEnd) in
      for file in self { try file.publish() }
    }
  }
}
