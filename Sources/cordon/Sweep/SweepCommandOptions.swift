import CommandLineSupport
import FenceData
import FenceReplay
import GeoPolicy

/// The options of `cordon sweep`.
struct SweepCommandOptions: Equatable {
  /// The fence file.
  var fences: String
  /// The sample file.
  var samples: String
  /// The policy file, if any.
  var policy: String?
  /// The values to try.
  var lists = SweepLists()
  /// What the sweep is asked for besides.
  var sweep = SweepOptions()
  /// Where the results go as JSON, if anywhere.
  var json: String?
  /// Where the results go as CSV, if anywhere.
  var csv: String?
  /// The most settings to try at a time; `nil` is one for each processor.
  var threads: Int?
  /// Whether the readable report and the progress are muted.
  var isQuiet = false

  /// The inputs that are given.
  var inputs: [NamedPath] {
    [("--fences", fences), ("--samples", samples)] + (policy.map { [("--policy", $0)] } ?? [])
  }

  /// The outputs that are asked for.
  var outputs: [NamedPath] {
    [("--json", json), ("--csv", csv)].compactMap { option, path in path.map { (option, $0) } }
  }

  /// Understands the arguments that follow `sweep`.
  init(_ arguments: [String]) throws(UsageError) {
    var given = Given()
    try given.read(arguments)
    fences = try OptionValues.fences(given.fences)
    samples = try OptionValues.samples(given.samples)
    policy = given.policy
    json = given.json
    csv = given.csv
    isQuiet = given.isQuiet
    guard given.enter != nil || given.exit != nil || given.confirm != nil || given.accuracy != nil else {
      throw UsageError("nothing to try; give lists, as in --enter 60,80,100 --exit 100,120,160 --confirm 1,2")
    }
    if let list = given.enter {
      lists.enterRadiiMeters = try OptionValues.numbers(list, of: "--enter", from: 0, isIncluded: false)
    }
    if let list = given.exit {
      lists.exitRadiiMeters = try OptionValues.numbers(list, of: "--exit", from: 0, isIncluded: false)
    }
    if let list = given.confirm {
      lists.confirmations = try OptionValues.wholeNumbers(list, of: "--confirm", in: 1...100)
    }
    if let list = given.accuracy {
      lists.maxAccuraciesMeters = try OptionValues.numbers(list, of: "--accuracy", from: 0)
    }
    if let name = given.policyName { sweep.policy = Identifier(name) }
    sweep.overridesAllFences = given.overridesAllFences
    if let window = given.flapWindow {
      sweep.flapWindowSeconds = try OptionValues.number(window, of: "--flap-window", from: 0)
    }
    if let zone = given.zone { sweep.offsetSeconds = try OptionValues.zoneOffset(zone) }
    if let count = given.threads {
      threads = try OptionValues.wholeNumber(count, of: "--threads", in: OptionValues.threadCounts)
    }
    try checkStandardStreams(inputs: inputs, outputs: outputs)
  }

  /// What the arguments say, before it is checked.
  private struct Given {
    var fences, samples, policy, zone, enter, exit, confirm, accuracy, policyName, flapWindow: String?
    var json, csv, threads: String?
    var overridesAllFences = false
    var isQuiet = false

    static let names = [
      "--fences", "--samples", "--policy", "--tz", "--enter", "--exit", "--confirm", "--accuracy", "--policy-name",
      "--all-fences", "--flap-window", "--json", "--csv", "--threads", "--quiet", "--help",
    ]

    mutating func read(_ arguments: [String]) throws(UsageError) {
      var cursor = ArgumentCursor(arguments)
      while let argument = try cursor.next() {
        switch argument {
        case .option("--fences"): try cursor.take(into: &fences)
        case .option("--samples"): try cursor.take(into: &samples)
        case .option("--policy"): try cursor.take(into: &policy)
        case .option("--tz"): try cursor.take(into: &zone)
        case .option("--enter"): try cursor.take(into: &enter)
        case .option("--exit"): try cursor.take(into: &exit)
        case .option("--confirm"): try cursor.take(into: &confirm)
        case .option("--accuracy"): try cursor.take(into: &accuracy)
        case .option("--policy-name"): try cursor.take(into: &policyName)
        case .option("--flap-window"): try cursor.take(into: &flapWindow)
        case .option("--json"): try cursor.take(into: &json)
        case .option("--csv"): try cursor.take(into: &csv)
        case .option("--threads"): try cursor.take(into: &threads)
        case .option("--all-fences"): overridesAllFences = true
        case .option("--quiet"): isQuiet = true
        case .option(let name):
          throw UsageError(
            "unknown option \(name)\(suggestion(for: name, among: Self.names)); cordon help sweep lists all")
        case .operand(let text):
          throw UsageError("unexpected argument \(text); files are named by options, as in --samples \(text)")
        }
      }
    }
  }
}
