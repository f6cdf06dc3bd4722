import CommandLineSupport

/// The options of `cordon-bench selftest`.
struct SelfTestOptions: Equatable {
  /// The case in which work is added.
  var caseName = "walk-10k"
  /// How often each comparison is made.
  var times = 20
  /// How much each comparison may run.
  var limits = CaseComparison.Limits()
  /// From which random orders and draws follow.
  var seed: UInt64 = 1

  /// Understands the arguments that follow `selftest`.
  init(_ arguments: [String]) throws(UsageError) {
    var name, times, pairs, cap, seed: String?
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--case"): try cursor.take(into: &name)
      case .option("--times"): try cursor.take(into: &times)
      case .option("--pairs"): try cursor.take(into: &pairs)
      case .option("--cap"): try cursor.take(into: &cap)
      case .option("--seed"): try cursor.take(into: &seed)
      case .option(let option):
        let names = ["--case", "--times", "--pairs", "--cap", "--seed", "--help"]
        throw UsageError(
          "unknown option \(option)\(suggestion(for: option, among: names)); cordon-bench --help lists all")
      case .operand(let text): throw UsageError("unexpected argument \(text); selftest compares this build with itself")
      }
    }
    if let name {
      let names = WorkCase.table.map(\.name)
      guard names.contains(name) else {
        throw UsageError("--case \(name) is no case\(suggestion(for: name, among: names)); compare --list names them")
      }
      caseName = name
    }
    if let times { self.times = try wholeNumber(times, "--times", 1...1000) }
    limits = try CaseComparison.Limits(pairs: pairs, cap: cap, launches: nil)
    if let seed { self.seed = UInt64(try wholeNumber(seed, "--seed", 0...Int.max)) }
  }
}

/// `cordon-bench selftest`: does the regression check find what is there, and nothing else, on this machine as it is?
///
/// The build is compared with itself, as it is and with real work added, while the machine is left alone and while
/// processes of this command keep all its processors busy.
struct SelfTestCommand {
  private let options: SelfTestOptions
  private static let extraPercents = [0, 5, 10]

  init(_ options: SelfTestOptions) { self.options = options }

  /// What came of comparisons under one condition.
  struct Tally {
    var isBusy: Bool
    var extraPercent: Int
    var results: [CaseResult.Times] = []

    func count(_ verdict: TimeVerdict) -> Int { results.filter { $0.verdict == verdict }.count }
    /// Whether all came out as they should: added work is found each time, and nothing is found where nothing is.
    var isRight: Bool { extraPercent > 0 ? count(.regression) == results.count : count(.regression) == 0 }
  }

  /// Compares, and prints a table.
  func run() throws {
    let machine = Machine()
    try writeToStandardOutput(
      "\(machine.summary)\n\(options.caseName), each comparison \(options.times) times; seed \(options.seed)\n\n"
        + SelfTestTable.header)
    var tallies: [Tally] = []
    for isBusy in [false, true] {
      var ofLoad = Self.extraPercents.map { Tally(isBusy: isBusy, extraPercent: $0) }
      let load = isBusy ? try BusyProcesses(count: machine.processorCount) : nil
      for time in 0..<options.times {
        for index in ofLoad.indices {
          Diagnostics.progress("\(isBusy ? "busy" : "as it is"), +\(ofLoad[index].extraPercent) %, \(time + 1)")
          ofLoad[index].results.append(try compare(extraPercent: ofLoad[index].extraPercent, time: time))
        }
      }
      load?.end()
      for tally in ofLoad { try writeToStandardOutput(SelfTestTable.line(of: tally)) }
      tallies += ofLoad
    }
    guard tallies.allSatisfy(\.isRight) else {
      throw CommandEnd.failure(
        .void, "the check missed added work, or found some where none was, on this machine as it is")
    }
    try writeToStandardOutput("\nAll added work was found, and nothing else.\n")
  }

  private func compare(extraPercent: Int, time: Int) throws -> CaseResult.Times {
    let itself = Contestants(
      base: Subprocess.ownPath, new: Subprocess.ownPath, extraPercent: extraPercent, processor: System.lastProcessor)
    let seed = options.seed &+ UInt64(time) &* 1000 &+ UInt64(extraPercent)
    do {
      return try CaseComparison(caseName: options.caseName, contestants: itself, limits: options.limits, seed: seed)
        .times()
    } catch PairedRun.Failure.worker(let role, let failure) {
      throw CommandEnd.failure(.internalError, "\(options.caseName): the worker of \(role) \(failure.sentence)")
    }
  }
}

/// Processes that keep processors, caches and memory busy until they are ended.
final class BusyProcesses {
  private var workers: [Worker] = []

  /// Starts so many.
  init(count: Int) throws {
    do throws(Worker.Failure) {
      for _ in 0..<count { workers.append(try Worker(Subprocess.ownPath, ["lookup-100k"])) }
      for worker in workers {
        try worker.waitUntilReady()
        try worker.beBusy()
      }
    } catch {
      throw CommandEnd.failure(.internalError, "a busy process \(error.sentence)")
    }
  }

  func end() { for worker in workers { worker.end() } }
}
