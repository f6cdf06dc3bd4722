import CommandLineSupport
import FenceData

/// The options of `cordon verify`.
struct VerifyOptions: Equatable {
  /// Who accepts what is there, and why.
  struct Acceptance: Equatable {
    /// The reviewer's name.
    var reviewer: String
    /// The reason.
    var why: String
    /// The zone to assume from now on; `nil` leaves what was reviewed.
    var zone: Zone?
  }

  /// What to assume for times without offset.
  enum Zone: Equatable {
    /// Nothing: such times are invalid.
    case none
    /// Seconds east of Greenwich.
    case offset(Int)
  }

  /// The folders, or trees of folders.
  var folders: [String]
  /// Whether ``folders`` is what is taken where none is named.
  var isDefaultFolder = false
  /// Where the report goes as JUnit XML, if anywhere.
  var junit: String?
  /// Where the report goes as JSON, if anywhere.
  var json: String?
  /// The record of validations in which the run is kept, if any.
  var record: String?
  /// The acceptance, if what is there shall become the expectation.
  var acceptance: Acceptance?
  /// Whether the readable report is muted.
  var isQuiet = false

  /// The folder that is taken where none is named.
  static let defaultFolder = "data"

  /// The outputs that are asked for, with the options that name them.
  var outputs: [(option: String, path: String)] {
    [("--junit", junit), ("--json", json), ("--record", record)].compactMap { option, path in
      path.map { (option, $0) }
    }
  }

  /// Understands the arguments that follow `verify`.
  init(_ arguments: [String]) throws(UsageError) {
    var given = Given()
    try given.read(arguments)
    isDefaultFolder = given.folders.isEmpty
    folders = given.folders.isEmpty ? [Self.defaultFolder] : given.folders
    junit = given.junit
    json = given.json
    record = given.record
    isQuiet = given.isQuiet
    acceptance = try given.acceptance()
    if acceptance != nil, let output = outputs.first {
      throw UsageError("\(output.option) does not go with --accept; accept, then verify with \(output.option)")
    }
    if record == standardStreamPath { throw UsageError("--record needs a file, for it keeps what the file holds") }
    if junit == standardStreamPath && json == standardStreamPath {
      throw UsageError("--junit and --json both write standard output; give one of them a file")
    }
  }

  private struct Given {
    var folders: [String] = []
    var junit, json, record, reviewer, why, zone: String?
    var isAccepting = false
    var isQuiet = false

    static let names = [
      "--junit", "--json", "--record", "--accept", "--reviewer", "--why", "--tz", "--quiet", "--help",
    ]

    mutating func read(_ arguments: [String]) throws(UsageError) {
      var cursor = ArgumentCursor(arguments)
      while let argument = try cursor.next() {
        switch argument {
        case .option("--junit"): try cursor.take(into: &junit)
        case .option("--json"): try cursor.take(into: &json)
        case .option("--record"): try cursor.take(into: &record)
        case .option("--reviewer"): try cursor.take(into: &reviewer)
        case .option("--why"): try cursor.take(into: &why)
        case .option("--tz"): try cursor.take(into: &zone)
        case .option("--accept"): isAccepting = true
        case .option("--quiet"): isQuiet = true
        case .option(let name):
          throw UsageError(
            "unknown option \(name)\(suggestion(for: name, among: Self.names)); cordon help verify lists all")
        case .operand(let folder):
          guard !folder.isEmpty, folder != standardStreamPath else {
            throw UsageError("\"\(folder)\" is no folder; name one, or a tree of them")
          }
          folders.append(folder)
        }
      }
    }

    func acceptance() throws(UsageError) -> Acceptance? {
      guard isAccepting else {
        for (name, value) in [("--reviewer", reviewer), ("--why", why), ("--tz", zone)] where value != nil {
          throw UsageError("\(name) goes with --accept alone")
        }
        return nil
      }
      guard let reviewer else { throw UsageError("--accept needs --reviewer NAME: who has looked at the difference") }
      guard let why else { throw UsageError("--accept needs --why TEXT: why what is there now is right") }
      var acceptance = Acceptance(
        reviewer: try checkedName(reviewer, of: "--reviewer"), why: try checkedText(why, of: "--why"))
      if let zone {
        if zone == "none" {
          acceptance.zone = Zone.none
        } else if let seconds = parseZoneOffset(zone) {
          acceptance.zone = .offset(seconds)
        } else {
          throw UsageError("--tz \(zone) is no offset; write UTC, hours and minutes as in +02:00, or none")
        }
      }
      return acceptance
    }
  }
}

/// A text that goes into a record: not blank, and short enough to be read.
func checkedText(_ text: String, of option: String) throws(UsageError) -> String {
  guard text.contains(where: { !$0.isWhitespace }) else { throw UsageError("\(option) must not be blank") }
  guard text.utf8.count <= 4096 else { throw UsageError("\(option) has more than 4096 bytes; say it shorter") }
  return text
}

/// A text that goes into a record and has one line.
func checkedName(_ text: String, of option: String) throws(UsageError) -> String {
  guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
    throw UsageError("\(option) must be one line, without control characters")
  }
  return try checkedText(text, of: option)
}
