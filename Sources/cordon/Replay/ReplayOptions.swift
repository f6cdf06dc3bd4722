import CommandLineSupport
import FenceData

/// The options of `cordon replay`.
struct ReplayOptions: Equatable {
  /// The fence file.
  var fences: String
  /// The sample file.
  var samples: String
  /// The policy file, if any.
  var policy: String?
  /// Where event lines go.
  var events = standardStreamPath
  /// Where lines of refused and malformed rows go, if anywhere.
  var rejections: String?
  /// Where decision lines go, if anywhere.
  var decisions: String?
  /// Where state lines go, if anywhere.
  var states: String?
  /// Where the summary goes as JSON, if anywhere.
  var summary: String?
  /// Seconds east of Greenwich to assume for times without offset.
  var offsetSeconds: Int?
  /// Whether the first bad row is fatal.
  var isStrict = false
  /// Whether the readable summary and the progress are muted.
  var isQuiet = false
  /// The most threads to judge with.
  var threads = 1

  /// The inputs that are given, with the options that name them.
  var inputs: [NamedPath] {
    [("--fences", fences), ("--samples", samples), ("--policy", policy)].compactMap { option, path in
      path.map { (option, $0) }
    }
  }

  /// The outputs that are asked for, with the options that name them.
  var outputs: [NamedPath] {
    [
      ("--events", events), ("--rejections", rejections), ("--decisions", decisions), ("--states", states),
      ("--summary", summary),
    ].compactMap { option, path in path.map { (option, $0) } }
  }

  /// Understands the arguments that follow `replay`.
  init(_ arguments: [String]) throws(UsageError) {
    var given = Given()
    try given.read(arguments)
    fences = try OptionValues.fences(given.fences)
    samples = try OptionValues.samples(given.samples)
    policy = given.policy
    events = given.events ?? standardStreamPath
    rejections = given.rejections
    decisions = given.decisions
    states = given.states
    summary = given.summary
    if let zone = given.zone { offsetSeconds = try OptionValues.zoneOffset(zone) }
    if let count = given.threads {
      threads = try OptionValues.wholeNumber(count, of: "--threads", in: OptionValues.threadCounts)
    }
    isStrict = given.isStrict
    isQuiet = given.isQuiet
    let mend = given.events != nil ? "give one of them a file" : "send the events elsewhere with --events FILE"
    try checkStandardStreams(inputs: inputs, outputs: outputs, mend: mend)
  }

  /// What the arguments say, before it is checked.
  private struct Given {
    var fences, samples, policy, events, rejections, decisions, states, summary, zone, threads: String?
    var isStrict = false
    var isQuiet = false

    static let names = [
      "--fences", "--samples", "--policy", "--events", "--rejections", "--decisions", "--states", "--summary", "--tz",
      "--strict", "--quiet", "--threads", "--help",
    ]

    mutating func read(_ arguments: [String]) throws(UsageError) {
      var cursor = ArgumentCursor(arguments)
      while let argument = try cursor.next() {
        switch argument {
        case .option("--fences"): try cursor.take(into: &fences)
        case .option("--samples"): try cursor.take(into: &samples)
        case .option("--policy"): try cursor.take(into: &policy)
        case .option("--events"): try cursor.take(into: &events)
        case .option("--rejections"): try cursor.take(into: &rejections)
        case .option("--decisions"): try cursor.take(into: &decisions)
        case .option("--states"): try cursor.take(into: &states)
        case .option("--summary"): try cursor.take(into: &summary)
        case .option("--tz"): try cursor.take(into: &zone)
        case .option("--threads"): try cursor.take(into: &threads)
        case .option("--strict"): isStrict = true
        case .option("--quiet"): isQuiet = true
        case .option(let name):
          throw UsageError(
            "unknown option \(name)\(suggestion(for: name, among: Self.names)); cordon help replay lists all")
        case .operand(let text):
          throw UsageError("unexpected argument \(text); files are named by options, as in --samples \(text)")
        }
      }
    }
  }
}
