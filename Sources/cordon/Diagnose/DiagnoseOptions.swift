import CommandLineSupport
import FenceData
import FenceReplay
import GeoPolicy

/// The options of `cordon diagnose`.
struct DiagnoseOptions: Equatable {
  /// The fence file.
  var fences: String
  /// The sample file.
  var samples: String
  /// The policy file, if any.
  var policy: String?
  /// The file of the system's region events, if any.
  var regionEvents: String?
  /// Where the findings go as lines of JSON, if anywhere; the readable report then stays out of standard output.
  var json: String?
  /// Where the page goes, if anywhere.
  var html: String?
  /// Whether the page numbers devices and fences instead of naming them.
  var isPrivate = false
  /// Whether the readable report and the progress are muted.
  var isQuiet = false
  /// What to look at.
  var diagnosis = DiagnosisOptions()

  /// The inputs that are given, with the options that name them.
  var inputs: [NamedPath] {
    [("--fences", fences), ("--samples", samples), ("--policy", policy), ("--region-events", regionEvents)]
      .compactMap { option, path in path.map { (option, $0) } }
  }

  /// The outputs that are asked for, with the options that name them.
  var outputs: [NamedPath] {
    [("--json", json), ("--html", html)].compactMap { option, path in path.map { (option, $0) } }
  }

  /// Understands the arguments that follow `diagnose`.
  init(_ arguments: [String]) throws(UsageError) {
    var given = Given()
    try given.read(arguments)
    fences = try OptionValues.fences(given.fences)
    samples = try OptionValues.samples(given.samples)
    policy = given.policy
    regionEvents = given.regionEvents
    json = given.json
    html = given.html
    isPrivate = given.isPrivate
    isQuiet = given.isQuiet
    if isPrivate && html == nil { throw UsageError("--private is for a page; ask for one with --html FILE") }
    diagnosis.fence = given.fence.map { Identifier($0) }
    diagnosis.device = given.device.map { Identifier($0) }
    if let zone = given.zone { diagnosis.offsetSeconds = try OptionValues.zoneOffset(zone) }
    if let text = given.flapWindow {
      guard let seconds = parseDuration(text) else {
        throw UsageError("--flap-window \(text) is no span of time; write seconds, or as in 90s, 10min, 1h")
      }
      diagnosis.flapWindowSeconds = seconds
    }
    try checkStandardStreams(inputs: inputs, outputs: outputs)
  }

  /// What the arguments say, before it is checked.
  private struct Given {
    var fences, samples, policy, regionEvents, json, html, fence, device, zone, flapWindow: String?
    var isPrivate = false
    var isQuiet = false

    static let names = [
      "--fences", "--samples", "--policy", "--region-events", "--json", "--html", "--private", "--fence", "--device",
      "--tz", "--flap-window", "--quiet", "--help",
    ]

    mutating func read(_ arguments: [String]) throws(UsageError) {
      var cursor = ArgumentCursor(arguments)
      while let argument = try cursor.next() {
        switch argument {
        case .option("--fences"): try cursor.take(into: &fences)
        case .option("--samples"): try cursor.take(into: &samples)
        case .option("--policy"): try cursor.take(into: &policy)
        case .option("--region-events"): try cursor.take(into: &regionEvents)
        case .option("--json"): try cursor.take(into: &json)
        case .option("--html"): try cursor.take(into: &html)
        case .option("--fence"): try cursor.take(into: &fence)
        case .option("--device"): try cursor.take(into: &device)
        case .option("--tz"): try cursor.take(into: &zone)
        case .option("--flap-window"): try cursor.take(into: &flapWindow)
        case .option("--private"): isPrivate = true
        case .option("--quiet"): isQuiet = true
        case .option(let name):
          throw UsageError(
            "unknown option \(name)\(suggestion(for: name, among: Self.names)); cordon help diagnose lists all")
        case .operand(let text):
          throw UsageError("unexpected argument \(text); files are named by options, as in --samples \(text)")
        }
      }
    }
  }
}

/// The seconds of a span such as `90`, `90s`, `10min`, `1.5h`; `nil` for any other text and for what is not above 0.
func parseDuration(_ text: String) -> Double? {
  let units: [(String, Double)] = [("min", 60), ("h", 3600), ("s", 1), ("", 1)]
  for (unit, seconds) in units where text.hasSuffix(unit) {
    let number = text.dropLast(unit.count)
    guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(number) else { continue }
    let span = value * seconds
    return span > 0 && span.isFinite ? span : nil
  }
  return nil
}
