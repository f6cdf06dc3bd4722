internal import FenceData
public import GeoPolicy

/// *Device behavior validated*: that a person saw a real device do, or not do, what it should under these policies. Says
/// nothing about the rules, and no verification of rules ever writes it.
public struct DeviceAttestation: Sendable {
  /// When it was given.
  public var date: UTCTime
  /// The device, as in `iPhone 15`.
  public var device: String
  /// Its system with the version, as in `iOS 18.2`.
  public var system: String
  /// The person who saw it.
  public var by: String
  /// Whether the device behaved as it should.
  public var hasPassed: Bool
  /// What was done and seen.
  public var note: String
  /// The policies that were in use.
  public var policies: PolicySet

  /// An attestation of these values.
  ///
  /// - Throws: ``AttestationError`` for a device or system that is no real one.
  public init(
    date: UTCTime, device: String, system: String, by: String, hasPassed: Bool, note: String, policies: PolicySet
  ) throws(AttestationError) {
    if let word = simulatorWord(device: device, system: system) { throw .simulated(word) }
    self.date = date
    self.device = device
    self.system = system
    self.by = by
    self.hasPassed = hasPassed
    self.note = note
    self.policies = policies
  }
}

/// Why something is no attestation of a device's behavior.
public enum AttestationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device or system is a simulated one, as this word in its name says.
  case simulated(String)

  /// One sentence: what is wrong and how to mend it.
  public var description: String {
    switch self {
    case .simulated(let word):
      "\"\(word)\" is no real device: how a simulator reports regions says nothing about a device; test on one, and name "
        + "its model and system, as in --device \"iPhone 15\" --system \"iOS 18.2\""
    }
  }
}

/// The words that tell that a device or system is a simulated one, or `nil`.
///
/// Looks at names alone: it stops a mistake, not a lie.
func simulatorWord(device: String, system: String) -> String? {
  // `sdk_gphone64_x86_64`, `SDK-gPhone` and `sdk gphone` are one name.
  let words = (device + " " + system).lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  let joined = " " + words.joined(separator: " ") + " "
  let parts = [
    "simulator", "simulated", "simulation", "emulator", "emulated", "emulation", "gphone", "google sdk", "android sdk",
    "sdk built for", "genymotion", "goldfish", "ranchu", "cuttlefish", "bluestacks", "virtual", "qemu", "corellium",
    "vbox",
    "waydroid", "xcode",
  ]
  if let part = parts.first(where: { joined.contains($0) }) { return part }
  if words.contains("avd") { return "avd" }
  // Apple's simulators give the processor of the computer as the model.
  let processors = ["x86 64", "x86", "i386", "i686", "amd64"]
  let isApple = ["iphone", "ipad", "ipod", "ios", "ipados", "watchos", "apple watch"].contains { joined.contains($0) }
  let isGeneric = words.contains("generic")
  guard isApple || isGeneric else { return nil }
  return processors.first { joined.contains(" \($0) ") }
}

extension DeviceAttestation {
  private static let keys = [
    "result", "date", "device", "system", "by", "note", "policy", "effectivePolicy", EntryChain.key,
  ]

  init(_ document: JSONValue, at place: String) throws(UnusableInput) {
    let reader = try RecordReader(document, at: place, keys: Self.keys)
    _ = try reader.fingerprint(EntryChain.key)
    let (date, device, system) = (try reader.time("date"), try reader.text("device"), try reader.text("system"))
    let (by, note) = (try reader.text("by"), try reader.text("note"))
    let (hasPassed, policies) = (try reader.result("result"), try reader.policies())
    do throws(AttestationError) {
      try self.init(
        date: date, device: device, system: system, by: by, hasPassed: hasPassed, note: note, policies: policies)
    } catch {
      throw UnusableInput(message: "\(place): \(error.description)")
    }
  }

  var json: JSONValue {
    .object([
      ("result", .result(hasPassed)), ("date", .string(date.description)), ("device", .string(device)),
      ("system", .string(system)), ("by", .string(by)), ("note", .string(note)),
      ("policy", .string(Fingerprint(policies).description)), ("effectivePolicy", policies.effectiveJSON),
    ])
  }
}
