import CommandLineSupport

/// The outputs of a command that makes reports: a readable one, and files for machines. All files are complete, or none
/// is in its place.
struct ReportOutputs {
  private let files: [OutputFile]
  private let isOutputTaken: Bool

  /// Opens the files.
  init(_ paths: [String]) throws(CommandEnd) {
    var files: [OutputFile] = []
    for path in paths { files.append(try OutputFile(path: path)) }
    self.files = files
    isOutputTaken = paths.contains(standardStreamPath)
  }

  /// Writes the contents, one for each file, and then the text: to standard output or, where a file goes there, to
  /// standard error.
  func write(_ contents: [[UInt8]], text: String?) throws(CommandEnd) {
    for (file, bytes) in zip(files, contents) { try file.write(bytes) }
    for file in files { try file.finish() }
    try withSignalsHeld { () throws(CommandEnd) in
      for file in files { try file.publish() }
    }
    guard let text else { return }
    if isOutputTaken { Diagnostics.write(text) } else { try writeToStandardOutput(text) }
  }
}
