internal import FenceData
public import GeoPolicy

/// What a record of validations is worth today: each part compared, on its own, with what is there now.
public struct ValidationStatus: Sendable {
  /// What one part is worth.
  public enum Standing: String, Sendable {
    /// Passed, and for what is there now.
    case current
    /// Nobody recorded anything.
    case missing
    /// It failed.
    case failed
    /// Passed, but for something else than what is there now.
    case outOfDate = "out of date"
    /// Passed, but nothing was given to compare it with.
    case notCompared = "not compared"
    /// The record was changed by hand.
    case altered = "changed by hand"
  }

  /// One part: its standing, and why.
  public struct Part: Sendable {
    /// What it is worth.
    public var standing: Standing
    /// The reasons, one line each.
    public var details: [String]
  }

  /// A policy file that is in use now, with the name that messages call it.
  public typealias NamedPolicies = (name: String, policies: PolicySet)

  /// What the run on fixed samples is worth.
  public let rules: Part
  /// What people attested of devices is worth.
  public let device: Part

  /// Compares a record with what is there now.
  ///
  /// - Parameters:
  ///   - policies: The policies in use, each of which both parts must be about.
  ///   - folders: The folders of fixed samples as they are, or `nil` where there are none to compare.
  public init(of record: ValidationRecord, policies: [NamedPolicies], folders: [RulesValidation.Folder]?) {
    rules = Self.rules(record, policies, folders)
    device = Self.device(record, policies)
  }

  /// Both parts, to be read by people.
  public var text: String {
    let parts = [("rules validated", rules), ("device behavior validated", device)].map { title, part in
      "\(title): \(part.standing.rawValue)\n" + part.details.map { "  \($0)\n" }.joined()
    }
    return parts.joined() + "neither part says anything about the other\n"
  }
}

// MARK: Rules

extension ValidationStatus {
  private static func rules(
    _ record: ValidationRecord, _ policies: [NamedPolicies], _ folders: [RulesValidation.Folder]?
  ) -> Part {
    guard let rules = record.rules else {
      return Part(
        standing: .missing, details: ["nothing was verified; cordon verify --record FILE does, and records it"])
    }
    guard record.hasIntactRules else {
      return Part(standing: .altered, details: ["restore the file, or verify and record again"])
    }
    let outcome = rules.hasPassed ? "passed" : "failed"
    var details = [
      "\(outcome) on \(rules.date) with \(ShownText.harmless(rules.toolchain))",
      "\(counted(rules.folders.count, "folder")), \(counted(rules.sampleCount, "sample")): \(rules.acceptedCount) accepted, "
        + "\(rules.rejectedCount) rejected, \(rules.malformedCount) malformed; \(counted(rules.eventCount, "event"))",
    ]
    guard rules.hasPassed else {
      details += shortened(rules.folders.filter { !$0.hasPassed }.map { "\(ShownText.harmless($0.name)) did not pass" })
      return Part(standing: .failed, details: details)
    }
    var changes = folders.map { Self.changes(from: rules.folders, to: $0) } ?? []
    let known = Set(rules.folders.map(\.policy))
    for (name, policy) in policies where !known.contains(Fingerprint(policy)) {
      changes.append(
        "no folder was verified with the policy of \(ShownText.harmless(name)) (\(Fingerprint(policy).short))")
    }
    if !changes.isEmpty { return Part(standing: .outOfDate, details: details + shortened(changes)) }
    guard folders != nil else {
      return Part(standing: .notCompared, details: details + ["name the folders of fixed samples to compare with"])
    }
    return Part(standing: .current, details: details)
  }

  private static func changes(from old: [RulesValidation.Folder], to new: [RulesValidation.Folder]) -> [String] {
    var changes: [String] = []
    for before in old {
      let name = ShownText.harmless(before.name)
      guard let now = new.first(where: { Identifier($0.name) == Identifier(before.name) }) else {
        changes.append("\(name) is gone")
        continue
      }
      let parts: [(String, Bool)] = [
        ("the policy", before.policy != now.policy), ("the fences", before.fences != now.fences),
        ("the samples", before.samples != now.samples), ("what is expected", before.expected != now.expected),
      ]
      let changed = parts.filter(\.1).map(\.0)
      if !changed.isEmpty { changes.append("\(name): changed since: \(changed.joined(separator: ", "))") }
    }
    for now in new where !old.contains(where: { Identifier($0.name) == Identifier(now.name) }) {
      changes.append("\(ShownText.harmless(now.name)) is new")
    }
    return changes
  }
}

// MARK: Devices

extension ValidationStatus {
  private static func device(_ record: ValidationRecord, _ policies: [NamedPolicies]) -> Part {
    guard let last = record.devices.last else {
      return Part(
        standing: .missing, details: ["nobody attested anything; cordon attest records what a person saw on a device"])
    }
    if let entry = record.firstAlteredAttestation {
      return Part(standing: .altered, details: ["attestation \(entry) does not fit to those before; restore the file"])
    }
    guard !policies.isEmpty else {
      let list = latest(record.devices).map(sentence)
      return Part(
        standing: .notCompared, details: shortened(list) + ["name the policy in use with --policy FILE to compare with"]
      )
    }
    var standing = Standing.current
    var details: [String] = []
    for (name, policy) in policies {
      let shownName = "\(ShownText.harmless(name)) (\(Fingerprint(policy).short))"
      let attested = latest(record.devices.filter { Fingerprint($0.policies) == Fingerprint(policy) })
      guard !attested.isEmpty else {
        if standing == .current { standing = .outOfDate }
        details.append("nothing attested for the policy of \(shownName); since the last attestation, of \(last.date):")
        details += shortened(last.policies.changes(to: policy).map { "  \($0)" })
        continue
      }
      if attested.contains(where: { !$0.hasPassed }) { standing = .failed }
      details.append("for the policy of \(shownName):")
      details += shortened(attested.map { "  " + sentence($0) })
    }
    return Part(standing: standing, details: details)
  }

  /// Of each device and system what was attested last.
  private static func latest(_ attestations: [DeviceAttestation]) -> [DeviceAttestation] {
    var latest: [DeviceAttestation] = []
    for attestation in attestations {
      latest.removeAll { $0.device == attestation.device && $0.system == attestation.system }
      latest.append(attestation)
    }
    return latest
  }

  private static func sentence(_ attestation: DeviceAttestation) -> String {
    let texts = [attestation.device, attestation.system, attestation.by].map { ShownText.clipped(Identifier($0)) }
    let note = attestation.note.isEmpty ? "" : ": " + ShownText.harmless(attestation.note)
    let outcome = attestation.hasPassed ? "passed" : "failed"
    return "\(outcome) on \(texts[0]), \(texts[1]), attested by \(texts[2]) on \(attestation.date)\(note)"
  }

  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= 12 ? lines : lines.prefix(10) + ["and \(lines.count - 10) more"]
  }

  private static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
