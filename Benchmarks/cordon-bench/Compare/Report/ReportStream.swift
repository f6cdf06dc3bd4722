import CommandLineSupport

/// Where the words for people go: standard output, unless the JSON takes that.
struct ReportStream {
  let isJSONOnOutput: Bool

  /// Writes text.
  func show(_ text: String) throws(CommandEnd) {
    if isJSONOnOutput { Diagnostics.write(text) } else { try writeToStandardOutput(text) }
  }
}

/// What a comparison was made on and how.
struct ReportContext {
  var machine: Machine
  var options: CompareOptions
  var isCountingInstructions: Bool

  /// The line above a table.
  var introduction: String {
    let instructions =
      isCountingInstructions
      ? "instructions by callgrind" : options.isWithoutInstructions ? "no instructions" : "no valgrind, no instructions"
    let processor = System.lastProcessor.map { ", on processor \($0)" } ?? ""
    return "thread time in blocks of about \(Int(PairedRun.blockNanoseconds / 1e6)) ms\(processor); "
      + "\(instructions); seed \(options.seed)\n\n"
  }
}

/// A file of the times of all blocks: `case,launch,round,base,new,control`, nanoseconds.
final class TimingsFile {
  private let file: OutputFile
  private var launch = 0

  /// Opens it, and writes its header.
  init(_ path: String) throws(CommandEnd) {
    file = try OutputFile(path: path)
    try file.write(Array("case,launch,round,base,new,control\n".utf8))
  }

  /// Adds the rows of some launches.
  func add(_ launches: [BlockTimes], of name: String) throws(CommandEnd) {
    for times in launches {
      var text = ""
      for round in times.base.indices {
        let nanoseconds = [times.base[round], times.new[round], times.control[round]].map { String(Int($0)) }
        text += "\(name),\(launch),\(round),\(nanoseconds.joined(separator: ","))\n"
      }
      launch += 1
      try file.write(Array(text.utf8))
    }
  }

  /// Gives it its name.
  func complete() throws(CommandEnd) {
    try file.finish()
    try file.publish()
  }
}
