public import FenceData
internal import GeoPolicy

/// What was validated: the rules, by a run on fixed samples, and the behavior of devices, by people. One file, two parts;
/// whoever writes one leaves the other as it is, and neither says anything about the other.
public struct ValidationRecord: Sendable {
  /// The form of record that this version writes and understands.
  public static let format = 1

  /// The last verification of the rules, if there was one.
  public private(set) var rules: RulesValidation?
  /// What people attested of devices, the first one first.
  public private(set) var devices: [DeviceAttestation] = []
  private var rulesDocument: JSONValue?
  private var deviceDocuments: [JSONValue] = []

  /// A record of nothing.
  public init() {}

  /// Reads a record.
  ///
  /// - Throws: ``UnusableInput`` for what is no record of this form, to the last key.
  public init(_ bytes: UnsafeRawBufferPointer) throws(UnusableInput) {
    let reader = try RecordReader(
      document: try JSONValue(bytes), format: Self.format, keys: ["rulesValidated", "deviceBehaviorValidated"])
    if !reader.isNull("rulesValidated") {
      rulesDocument = reader.value("rulesValidated")
      rules = try RulesValidation(reader.value("rulesValidated"), at: "rulesValidated")
    }
    deviceDocuments = try reader.elements("deviceBehaviorValidated")
    for (index, document) in deviceDocuments.enumerated() {
      devices.append(try DeviceAttestation(document, at: "deviceBehaviorValidated[\(index + 1)]"))
    }
  }

  /// Whether the part on rules is as it was written, as far as that can be told.
  public var hasIntactRules: Bool { rulesDocument.map { EntryChain.firstBreak(in: [$0]) == nil } ?? true }

  /// The number, from 1, of the first attestation that does not fit to those before it; `nil` where all do.
  public var firstAlteredAttestation: Int? { EntryChain.firstBreak(in: deviceDocuments).map { $0 + 1 } }

  /// Puts a verification of the rules in the place of the one before.
  public mutating func record(_ validation: RulesValidation) {
    rules = validation
    rulesDocument = validation.json
  }

  /// Adds what a person attests.
  public mutating func attest(_ attestation: DeviceAttestation) {
    let previous = deviceDocuments.last?[EntryChain.key]?.string.flatMap { Fingerprint($0) }
    devices.append(attestation)
    deviceDocuments.append(EntryChain.linked(attestation.json, after: previous))
  }

  /// The bytes of the file.
  public var document: [UInt8] {
    JSONValue.object([
      ("format", .number(Self.format)), ("rulesValidated", rulesDocument ?? .null),
      ("deviceBehaviorValidated", .array(deviceDocuments)),
    ]).document
  }
}
