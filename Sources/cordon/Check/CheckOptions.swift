import CommandLineSupport

/// The options of `cordon check`.
struct CheckOptions: Equatable {
  /// The fence file.
  var fences: String
  /// The policy file, if any.
  var policy: String?
  /// Seconds from one report of a device to its next, if they matter.
  var intervalSeconds: Double?
  /// How fast devices are, in meters for each second, if said.
  var speedMetersPerSecond: Double?
  /// Where the report goes as JSON, if anywhere.
  var json: String?
  /// Where the fences concerned go, if anywhere.
  var geoJSON: String?
  /// Whether warnings fail the check as errors do.
  var isStrict = false
  /// Whether the readable report is muted.
  var isQuiet = false

  /// The inputs that are given.
  var inputs: [NamedPath] { [("FENCES", fences)] + (policy.map { [("--policy", $0)] } ?? []) }

  /// The outputs that are asked for.
  var outputs: [NamedPath] {
    [("--json", json), ("--geojson", geoJSON)].compactMap { option, path in path.map { (option, $0) } }
  }

  private static let names = [
    "--policy", "--interval", "--speed", "--json", "--geojson", "--strict", "--quiet", "--help",
  ]

  /// Understands the arguments that follow `check`.
  init(_ arguments: [String]) throws(UsageError) {
    var fences, interval, speed: String?
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--policy"): try cursor.take(into: &policy)
      case .option("--interval"): try cursor.take(into: &interval)
      case .option("--speed"): try cursor.take(into: &speed)
      case .option("--json"): try cursor.take(into: &json)
      case .option("--geojson"): try cursor.take(into: &geoJSON)
      case .option("--strict"): isStrict = true
      case .option("--quiet"): isQuiet = true
      case .option(let name):
        throw UsageError(
          "unknown option \(name)\(suggestion(for: name, among: Self.names)); cordon help check lists all")
      case .operand(let path):
        guard fences == nil else { throw UsageError("unexpected argument \(path); check takes one fence file") }
        fences = path
      }
    }
    guard let fences, !fences.isEmpty else {
      throw UsageError("no fences; name their file, as in cordon check fences.csv")
    }
    self.fences = fences
    if let interval {
      intervalSeconds = try OptionValues.number(interval, of: "--interval", from: 0, isIncluded: false)
    }
    if let speed { speedMetersPerSecond = try OptionValues.number(speed, of: "--speed", from: 0, isIncluded: false) }
    guard speed == nil || interval != nil else {
      throw UsageError("--speed says nothing without the seconds between two reports; give them with --interval")
    }
    try checkStandardStreams(inputs: inputs, outputs: outputs)
  }
}
