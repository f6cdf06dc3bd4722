import CommandLineSupport
import FenceData
import Foundation

extension ExitCode {
  /// Something got worse, or answers otherwise.
  static let regression = ExitCode(rawValue: 2)
  /// The machine was too restless to tell.
  static let void = ExitCode(rawValue: 3)
  /// There is nothing to compare with.
  static let noBaseline = ExitCode(rawValue: 4)
}

/// `cordon-bench compare BASE NEW`: is a build slower than another?
struct CompareCommand {
  private let options: CompareOptions
  private let cases: [WorkCase]

  init(_ options: CompareOptions) throws(UsageError) {
    self.options = options
    cases = try options.cases()
  }

  /// Compares, prints each case when it is done, and ends with a verdict in the exit code.
  func run() throws {
    let json = try options.json.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    let timings = try options.timings.map { (path) throws(CommandEnd) in try TimingsFile(path) }
    let out = ReportStream(isJSONOnOutput: options.json == standardStreamPath)
    let opponent = try opponent()
    let machine = Machine()
    let valgrind = options.isWithoutInstructions ? nil : Subprocess.find("valgrind")
    let context = ReportContext(machine: machine, options: options, isCountingInstructions: valgrind != nil)
    try out.show(machine.summary + "\n" + context.introduction)
    if case .file(let baseline) = opponent, !baseline.isOfMachine(machine) {
      try out.show("notice: the baseline was made on another machine or by a debug build; its times are not judged\n\n")
    }
    try out.show(ComparisonTable.header)
    var results: [CaseResult] = []
    for workCase in cases {
      Diagnostics.progress("\(workCase.name): comparing")
      let result = try compare(workCase, opponent, machine, valgrind: valgrind, timings)
      try out.show(ComparisonTable.lines(of: result))
      results.append(result)
    }
    let verdict = ComparisonVerdict(results)
    try out.show(verdict.text)
    try json?.write(ComparisonLines.bytes(of: results, verdict, context))
    try json?.finish()
    try json?.publish()
    try timings?.complete()
    if let code = verdict.exitCode { throw CommandEnd.failure(code, verdict.sentence) }
  }

  private enum Opponent {
    case executable(String)
    case file(Baseline)
  }

  private func opponent() throws -> Opponent {
    guard FileManager.default.isExecutableFile(atPath: options.new) else {
      throw CommandEnd.failure(.noInput, "\(options.new): no executable file; name a built cordon-bench")
    }
    if let base = options.base {
      guard FileManager.default.isExecutableFile(atPath: base) else {
        throw CommandEnd.failure(.noBaseline, "\(base): no executable file, hence nothing to compare with")
      }
      return .executable(base)
    }
    return .file(try Baseline(readingFrom: options.baseline ?? ""))
  }

  private func compare(
    _ workCase: WorkCase, _ opponent: Opponent, _ machine: Machine, valgrind: String?, _ timings: TimingsFile?
  ) throws -> CaseResult {
    var result = CaseResult(name: workCase.name)
    do {
      switch opponent {
      case .executable(let base):
        let comparison = CaseComparison(
          caseName: workCase.name,
          contestants: Contestants(
            base: base, new: options.new, extraPercent: options.extraPercent, processor: System.lastProcessor),
          limits: options.limits, seed: options.seed)
        result.gates = try comparison.gates(valgrind: valgrind)
        if !options.isCountsOnly {
          result.times = try comparison.times { try timings?.add($0, of: workCase.name) }
          result.weighInstructions()
        }
      case .file(let baseline):
        let measured = try BaselineCase(
          measuring: workCase.name, options.new, limits: options.limits, seed: options.seed, valgrind: valgrind,
          isCountsOnly: options.isCountsOnly || !baseline.isOfMachine(machine))
        result = baseline.compare(measured)
      }
    } catch PairedRun.Failure.noBaseline(let reason) {
      result.missing = reason
    } catch PairedRun.Failure.worker(let role, let failure) {
      throw CommandEnd.failure(.internalError, "\(workCase.name): the worker of \(role) \(failure.sentence)")
    }
    return result
  }
}

extension Worker.Failure {
  /// What happened, after the words "the worker of new".
  var sentence: String {
    switch self {
    case .cannotStart(let path): "cannot be started: \(path); name a built cordon-bench"
    case .otherLanguage: "speaks another language; name a cordon-bench of this version or one near it"
    case .noSuchCase: "does not know this case; name a cordon-bench of this version or one near it"
    case .broken(let what): "\(what); run it by hand to see more, as in cordon-bench work CASE --count"
    }
  }
}
