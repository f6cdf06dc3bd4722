import CommandLineSupport
import FenceData
import FenceReplay

extension VerifyCommand {
  /// Shows what is different in each folder and makes what is there the reviewed expectation.
  func accept(_ folders: [ExpectationFolder], _ acceptance: VerifyOptions.Acceptance) throws {
    let date = try recordTime()
    var reader = ReportReader(isQuiet: options.isQuiet)
    var problems = FolderProblems()
    for folder in folders {
      do throws(CommandEnd) {
        try accept(folder, acceptance, date, &reader)
      } catch {
        try reader.tell(FolderReport(name: folder.path, problem: try problems.add(error)).text)
      }
    }
    try problems.end(of: folders.count)
  }

  private func accept(
    _ folder: ExpectationFolder, _ acceptance: VerifyOptions.Acceptance, _ date: UTCTime, _ reader: inout ReportReader
  ) throws(CommandEnd) {
    let lock = try FolderLock(folder: folder.path)
    defer { withExtendedLifetime(lock) {} }
    let rerun = try folder.rerun(zone: acceptance.zone)
    let isSameZone = rerun.review?.entries.last?.subject.offsetSeconds == rerun.results.subject.offsetSeconds
    guard rerun.report.verdict != .passed || !isSameZone else {
      return try reader.tell("\(rerun.report.text)  nothing to accept\n")
    }
    try reader.tell(rerun.report.text)
    let accepted: FolderAcceptance
    do {
      accepted = try FolderAcceptance(
        of: rerun.report, results: rerun.results, review: rerun.review, reviewer: acceptance.reviewer,
        why: acceptance.why, date: date)
    } catch {
      throw .failure(.badData, "\(folder.path(of: ReviewRecord.file)): \(error.message)")
    }
    // The record comes last: an acceptance that is cut off in between leaves the folder out of review.
    var files: [(name: String, bytes: [UInt8])] = ReplayOutput.expectable.compactMap { output in
      accepted.expected[output].map { (output.expectationFile, $0) }
    }
    files.append((ReviewRecord.file, accepted.record.document))
    var outputs: [OutputFile] = []
    for (name, bytes) in files {
      let output = try OutputFile(path: folder.path(of: name))
      try output.write(bytes)
      outputs.append(output)
    }
    try outputs.publishAll()
    try reader.tell("  accepted: wrote \(files.map(\.name).joined(separator: ", "))\n")
  }
}
