import CommandLineSupport

/// A comparison as lines of JSON: a header, a line for each case, a line for each count, and the verdict last.
enum ComparisonLines {
  /// The version of the form, in the header.
  static let formatVersion = 1

  /// All lines.
  static func bytes(of results: [CaseResult], _ verdict: ComparisonVerdict, _ context: ReportContext) -> [UInt8] {
    var header = JSONObject()
    header.add("cordonBenchCompare", integer: formatVersion)
    header.add(context.machine)
    header.add("commit", text: Commit.current)
    header.add("seed", integer: Int(clamping: context.options.seed))
    header.add("instructions", bool: context.isCountingInstructions)
    var bytes = header.line()
    for result in results {
      bytes += line(of: result)
      for gate in result.gates { bytes += line(of: gate, result.name) }
    }
    var end = JSONObject()
    end.add("verdict", text: verdict.word)
    end.add("exitCode", integer: Int(verdict.exitCode?.rawValue ?? 0))
    return bytes + end.line()
  }

  private static func line(of result: CaseResult) -> [UInt8] {
    let times = result.times
    var object = JSONObject()
    object.add("case", text: result.name)
    object.add("times", text: times?.verdict.rawValue ?? result.coarse?.rawValue)
    object.add("change", number: (times?.change.median).map(RatioInterval.share))
    object.add("changeLow", number: (times?.change.low).map(RatioInterval.share))
    object.add("changeHigh", number: (times?.change.high).map(RatioInterval.share))
    object.add("control", number: (times?.control.median).map(RatioInterval.share))
    object.add("controlLow", number: (times?.control.low).map(RatioInterval.share))
    object.add("controlHigh", number: (times?.control.high).map(RatioInterval.share))
    object.add("pairs", integer: times?.pairs)
    object.add("launches", integer: times?.launches)
    object.add("baseNsPerBlock", number: times?.baseNanoseconds)
    object.add("missing", text: result.missing)
    return object.line()
  }

  private static func line(of gate: CountGate, _ name: String) -> [UInt8] {
    var object = JSONObject()
    object.add("case", text: name)
    object.add("count", text: gate.metric.rawValue)
    object.add("base", integer: gate.base)
    object.add("new", integer: gate.new)
    object.add("verdict", text: gate.verdict.rawValue)
    return object.line()
  }
}

/// The commit that is checked out where the command runs.
enum Commit {
  /// Its name, with a `+` where files differ from it; `nil` where there is none, or no git.
  static var current: String? {
    guard let git = Subprocess.find("git"),
      let head = try? Subprocess(git, ["rev-parse", "HEAD"]).output(withinSeconds: 10), head.exitCode == 0,
      let name = head.lines.first
    else { return nil }
    let status = try? Subprocess(git, ["status", "--porcelain", "--untracked-files=no"]).output(withinSeconds: 10)
    return name + (status?.lines.isEmpty ?? true ? "" : "+")
  }
}
