import CommandLineSupport
import Workload

/// What is run against what.
struct Contestants {
  var base: String
  var new: String
  /// Percent of extra work that the new one does, to find out whether that is noticed.
  var extraPercent = 0
  /// The processor on which all of them run, where the system can.
  var processor: Int?
}

/// Runs two builds in turn, block by block, in processes that stay alive.
struct PairedRun {
  /// How much is run.
  struct Effort: Equatable {
    /// Rounds of three blocks: base, new and control.
    var pairs = 250
    /// Times that the processes are started anew, among which the rounds are divided.
    var launches = 5
  }

  /// The nanoseconds that a block should take: long beside what reading a clock and waking a process cost, short beside
  /// what happens to a machine.
  static let blockNanoseconds = 4e6
  private static let warmUpRounds = 4

  let caseName: String
  let contestants: Contestants
  private var random: SplitMix64

  init(_ caseName: String, _ contestants: Contestants, seed: UInt64) {
    self.caseName = caseName
    self.contestants = contestants
    random = SplitMix64(seed: seed)
  }

  /// Why no times came of it.
  enum Failure: Error, Equatable {
    /// The base cannot do this work, for the reason given.
    case noBaseline(String)
    /// The worker of this name failed.
    case worker(String, Worker.Failure)
  }

  /// Runs, and returns the times of each launch.
  mutating func run(_ effort: Effort) throws(Failure) -> [BlockTimes] {
    var launches: [BlockTimes] = []
    for launch in 0..<effort.launches {
      let pairs = effort.pairs * (launch + 1) / effort.launches - effort.pairs * launch / effort.launches
      if pairs > 0 { launches.append(try runLaunch(pairs: pairs)) }
    }
    return launches
  }

  private enum Role: Int, CaseIterable {
    case base, new, control
    var name: String { self == .base ? "base" : self == .new ? "new" : "control" }
  }

  private mutating func runLaunch(pairs: Int) throws(Failure) -> BlockTimes {
    // Which process is started first, too, is left to chance.
    var order = Role.allCases
    random.shuffle(&order)
    var workers: [Role: Worker] = [:]
    for role in order { workers[role] = try start(role) }
    defer { for worker in workers.values { worker.end() } }
    for role in Role.allCases { try check(role, workers) }
    let blocks = try blocksPerRound(workers)
    var times = BlockTimes(blocks: blocks)
    for round in 0..<pairs + Self.warmUpRounds {
      random.shuffle(&order)
      var taken = [0.0, 0.0, 0.0]
      for role in order { taken[role.rawValue] = try run(role, workers, blocks: blocks) }
      guard round >= Self.warmUpRounds else { continue }
      times.base.append(taken[Role.base.rawValue])
      times.new.append(taken[Role.new.rawValue])
      times.control.append(taken[Role.control.rawValue])
    }
    return times
  }

  private func start(_ role: Role) throws(Failure) -> Worker {
    var arguments = [caseName]
    if let processor = contestants.processor { arguments += ["--processor", String(processor)] }
    if role == .new, contestants.extraPercent > 0 { arguments += ["--extra", String(contestants.extraPercent)] }
    do {
      return try Worker(role == .new ? contestants.new : contestants.base, arguments)
    } catch {
      throw .worker(role.name, error)
    }
  }

  /// Waits for a worker, and makes sure that it works on the same as the base.
  private func check(_ role: Role, _ workers: [Role: Worker]) throws(Failure) {
    guard let worker = workers[role], let base = workers[.base] else { return }
    do {
      try worker.waitUntilReady()
    } catch {
      if role == .base, error == .otherLanguage {
        throw .noBaseline("the base knows no workers that this build can talk to")
      }
      if role == .base, error == .noSuchCase { throw .noBaseline("the base does not know this case") }
      throw .worker(role.name, error)
    }
    if worker.hello.fields["optimized"] == "0" {
      Diagnostics.print(
        "cordon-bench: the \(role.name) is a debug build; its times mean nothing, build with -c release")
    }
    if role == .new, contestants.extraPercent == 0, worker.hello.fields["data"] != base.hello.fields["data"] {
      throw .noBaseline("the base works on other data")
    }
  }

  /// As many blocks at a time as make the base busy for long enough.
  private func blocksPerRound(_ workers: [Role: Worker]) throws(Failure) -> Int {
    var times: [Double] = []
    for _ in 0..<7 { for role in Role.allCases { times.append(try run(role, workers, blocks: 1)) } }
    let usual = middle(of: &times)
    return min(max(1, Int((Self.blockNanoseconds / usual).rounded(.up))), 64)
  }

  private func run(_ role: Role, _ workers: [Role: Worker], blocks: Int) throws(Failure) -> Double {
    guard let worker = workers[role] else { return .nan }
    do {
      return try worker.run(blocks: blocks)
    } catch {
      throw .worker(role.name, error)
    }
  }
}
