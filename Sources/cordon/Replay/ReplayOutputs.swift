import CommandLineSupport
import FenceData
import FenceReplay

/// The outputs of one replay: all complete, or none in its place.
struct ReplayOutputs {
  private var files: [(kind: ReplayOutput, file: OutputFile)] = []
  private var summary: OutputFile?

  /// Opens all that the options ask for.
  init(_ options: ReplayOptions) throws(CommandEnd) {
    let paths: [(ReplayOutput, String?)] = [
      (.events, options.events), (.rejections, options.rejections), (.decisions, options.decisions),
      (.states, options.states),
    ]
    for case (let kind, let path?) in paths { files.append((kind, try OutputFile(path: path))) }
    if let path = options.summary { summary = try OutputFile(path: path) }
  }

  /// Writes the lines that wait, and empties them.
  func write(_ lines: inout ReplayLines) throws(CommandEnd) {
    for (kind, file) in files {
      try file.write(lines[kind].bytes)
      lines[kind].removeAll()
    }
  }

  /// Writes the summary, makes sure of all outputs, and only then gives the files their names.
  func complete(_ replaySummary: ReplaySummary) throws(CommandEnd) {
    try summary?.write(replaySummary.json)
    let all = files.map(\.file) + (summary.map { [$0] } ?? [])
    for file in all { try file.finish() }
    try withSignalsHeld { () throws(CommandEnd) in
      for file in all { try file.publish() }
    }
  }
}
