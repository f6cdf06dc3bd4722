import CommandLineSupport
import FenceReplay

/// The options of `cordon attest`.
struct AttestOptions: Equatable {
  /// The record.
  var record: String
  /// The file of the policies that were in use on the device.
  var policy: String
  /// The device.
  var device: String
  /// Its system.
  var system: String
  /// The person who saw it.
  var by: String
  /// Whether the device behaved as it should.
  var hasPassed: Bool
  /// What was done and seen.
  var note: String

  /// Understands the arguments that follow `attest`.
  init(_ arguments: [String]) throws(UsageError) {
    var record, policy, device, system, by, result, note: String?
    let names = ["--policy", "--device", "--system", "--by", "--result", "--note", "--help"]
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--policy"): try cursor.take(into: &policy)
      case .option("--device"): try cursor.take(into: &device)
      case .option("--system"): try cursor.take(into: &system)
      case .option("--by"): try cursor.take(into: &by)
      case .option("--result"): try cursor.take(into: &result)
      case .option("--note"): try cursor.take(into: &note)
      case .option(let name):
        throw UsageError("unknown option \(name)\(suggestion(for: name, among: names)); cordon help attest lists all")
      case .operand(let text):
        guard record == nil else { throw UsageError("unexpected argument \(text); attest takes one file") }
        record = text
      }
    }
    self.record = try Self.needed(record, "attest needs the file of the record, as in cordon attest validation.json")
    guard self.record != standardStreamPath, !self.record.isEmpty else {
      throw UsageError("attest needs a file, for it keeps what the file holds")
    }
    self.policy = try Self.needed(policy, "--policy FILE is missing: which policy was in use; {} in it is the default")
    self.device = try checkedName(Self.needed(device, "--device is missing, as in \"iPhone 15\""), of: "--device")
    self.system = try checkedName(Self.needed(system, "--system is missing, as in \"iOS 18.2\""), of: "--system")
    self.by = try checkedName(Self.needed(by, "--by is missing: the person who saw it"), of: "--by")
    switch result {
    case "pass": hasPassed = true
    case "fail": hasPassed = false
    case let other?: throw UsageError("--result \(other) is none; write pass or fail")
    case nil: throw UsageError("--result is missing; write pass or fail")
    }
    self.note = try note.map { (text) throws(UsageError) in try checkedText(text, of: "--note") } ?? ""
    if !hasPassed && self.note.isEmpty { throw UsageError("--result fail needs --note TEXT: what was seen") }
  }

  private static func needed(_ value: String?, _ message: String) throws(UsageError) -> String {
    guard let value else { throw UsageError(message) }
    return value
  }
}

/// `cordon attest`: records what a person saw a real device do.
struct AttestCommand {
  private let options: AttestOptions

  init(_ options: AttestOptions) { self.options = options }

  /// Adds the attestation to the record, and leaves what the record says of the rules as it is.
  func run() throws {
    try checkConflicts(inputs: [("--policy", options.policy)], outputs: [("the record", options.record)])
    let policies = try InputFile(path: options.policy).policies()
    let date = try recordTime()
    let attestation: DeviceAttestation
    do throws(AttestationError) {
      attestation = try DeviceAttestation(
        date: date, device: options.device, system: options.system, by: options.by,
        hasPassed: options.hasPassed, note: options.note, policies: policies)
    } catch {
      throw UsageError(error.description)
    }
    try RecordFile(path: options.record).update { $0.attest(attestation) }
  }
}
