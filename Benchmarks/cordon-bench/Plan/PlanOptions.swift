import CommandLineSupport

/// The options of `cordon-bench plan`.
struct PlanOptions: Equatable {
  /// Where the fences come from.
  enum Fences: Equatable {
    /// The user's own.
    case file(String)
    /// So many stores of a seeded world.
    case made(Int)
  }

  /// The form in which samples arrive.
  enum Input: String, CaseIterable {
    case ndjson, csv
  }

  /// The most stores that may be made up.
  static let fenceCounts = 1...10_000_000
  /// Devices, reports and shares beyond these are mistakes.
  static let deviceCounts = 1.0...1e15
  static let intervals = 0.001...1e7
  static let peaks = 1.0...1000
  static let targets = 0.001...1e6

  var fences: Fences
  /// A whole number; only computed with, never allocated.
  var devices: Double
  /// Seconds from a report of a device to its next.
  var intervalSeconds: Double
  /// How many times the mean rate the highest is.
  var peak = 2.0
  /// Whether that was given.
  var isPeakGiven = false
  /// Milliseconds within which 99 % of the samples shall have become events.
  var targetMilliseconds = 50.0
  var isTargetGiven = false
  /// The share of a core that the peak may take.
  var headroom = 0.6
  var isHeadroomGiven = false
  /// What is read in the runs.
  var input = Input.ndjson
  var policy: String?
  /// Where the numbers go as JSON, if anywhere; `-` is standard output, and the text then goes to standard error.
  var json: String?
  /// Whether to compare what the plan says with another process that does it.
  var isChecked = false

  /// Understands the arguments that follow `plan`.
  init(_ arguments: [String]) throws(UsageError) {
    var fences, devices, interval, peak, target, headroom, input: String?
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--fences"): try cursor.take(into: &fences)
      case .option("--devices"): try cursor.take(into: &devices)
      case .option("--interval"): try cursor.take(into: &interval)
      case .option("--peak"): try cursor.take(into: &peak)
      case .option("--target-p99"): try cursor.take(into: &target)
      case .option("--headroom"): try cursor.take(into: &headroom)
      case .option("--input"): try cursor.take(into: &input)
      case .option("--policy"): try cursor.take(into: &policy)
      case .option("--json"): try cursor.take(into: &json)
      case .option("--check"): isChecked = true
      case .option(let name):
        let near = nearestName(to: name, among: Self.names).map { ", did you mean \($0)?" } ?? ""
        throw UsageError("unknown option \(name)\(near); cordon-bench --help lists all")
      case .operand(let text):
        throw UsageError("unexpected argument \(text); fences are named by an option, as in --fences \(text)")
      }
    }
    guard let fences else { throw UsageError("plan needs fences: --fences FILE, or a number of made-up stores") }
    guard let devices else { throw UsageError("plan needs to know how many devices there are: --devices D") }
    guard let interval else { throw UsageError("plan needs the seconds between two reports of a device: --interval S") }
    self.fences = try Self.fences(fences)
    self.devices = try Self.number("--devices", devices, Self.deviceCounts)
    guard self.devices == self.devices.rounded() else { throw UsageError("--devices \(devices) is no whole number") }
    intervalSeconds = try Self.number("--interval", interval, Self.intervals)
    if let peak {
      self.peak = try Self.number("--peak", peak, Self.peaks)
      isPeakGiven = true
    }
    if let target {
      targetMilliseconds = try Self.number("--target-p99", target, Self.targets)
      isTargetGiven = true
    }
    if let headroom {
      self.headroom = try Self.number("--headroom", headroom, 0.01...1)
      isHeadroomGiven = true
    }
    if let input {
      guard let form = Input(rawValue: input) else { throw UsageError("--input \(input) is neither ndjson nor csv") }
      self.input = form
    }
  }

  private static let names = [
    "--fences", "--devices", "--interval", "--peak", "--target-p99", "--headroom", "--input", "--policy", "--json",
    "--check", "--help",
  ]

  private static func fences(_ text: String) throws(UsageError) -> Fences {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return .file(text) }
    guard let count = Int(text), fenceCounts.contains(count) else {
      throw UsageError(
        "--fences \(text) is no number of fences from \(fenceCounts.lowerBound) to \(fenceCounts.upperBound); "
          + "for a file of that name give ./\(text)")
    }
    return .made(count)
  }

  private static func number(
    _ name: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    // Hexadecimal would be read too, and is a mistake here.
    guard let value = Double(text), !text.lowercased().contains("x"), range.contains(value) else {
      throw UsageError("\(name) \(text) is no number from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
    }
    return value
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() && value < 1e9 ? String(Int(value)) : String(value)
  }
}
