public import FenceData

/// The files that make the results of a folder its reviewed expectation.
public struct FolderAcceptance: Sendable {
  /// The expected lines that have to be written, by output. Those that agree already stay as they are.
  public private(set) var expected: [ReplayOutput: [UInt8]] = [:]
  /// The record with one entry more.
  public private(set) var record: ReviewRecord

  /// The acceptance of what a report shows.
  ///
  /// - Parameters:
  ///   - results: The results that the report was made of.
  ///   - review: The record that the report was made with.
  /// - Throws: ``UnusableInput`` for a record that was changed by hand: what is added to it would look as if it had
  ///   always been so.
  public init(
    of report: FolderReport, results: FolderRerun.Results, review: ReviewRecord?, reviewer: String, why: String,
    date: UTCTime
  ) throws(UnusableInput) {
    record = review ?? ReviewRecord()
    if let entry = record.firstAlteredEntry {
      throw UnusableInput(
        message: "entry \(entry) was changed by hand; restore the file, as from version control, then accept")
    }
    guard var subject = report.subject else { throw UnusableInput(message: report.problem ?? "nothing to accept") }
    for comparison in report.comparisons {
      let output = comparison.output
      guard !comparison.differences.isEmpty || subject.expected[output] == nil else { continue }
      let found = results.lines[output] ?? []
      let lines = output == .rejections ? Self.withoutMessages(found) : found
      expected[output] = lines
      subject.expected[output] = Fingerprint(of: lines)
    }
    record.accept(subject, reviewer: reviewer, why: why, date: date)
  }

  /// The lines without the free text that tells what is wrong with a row: its wording is no promise.
  private static func withoutMessages(_ lines: [UInt8]) -> [UInt8] {
    var out = OutputBuffer()
    lines.withUnsafeBytes { bytes in
      for slice in bytes.split(separator: UInt8(ascii: "\n")) {
        let line = UnsafeRawBufferPointer(rebasing: slice)
        if let bad = ResultLine(line, of: .rejections), bad.values.isEmpty {
          out.appendCompact(.object(bad.subject))
        } else {
          out.append(raw: line.assumingMemoryBound(to: UInt8.self))
        }
        out.append(literal: "\n")
      }
    }
    return out.bytes
  }
}
