import FenceData
import GeoPolicy
import Testing

@testable import FenceReplay

/// The two validations: each is kept and judged on its own.
struct ValidationTests {
  private static let toolchain = "cordon 1, Swift 6"

  private func date() throws -> UTCTime { try #require(FolderProbe.date) }

  private func rules(_ probe: FolderProbe, name: String = "walk") throws -> RulesValidation {
    try #require(
      RulesValidation(
        VerificationReport([try probe.report()]), names: [name], toolchain: Self.toolchain, date: try date()))
  }

  private func attestation(
    device: String = "iPhone 15", passed: Bool = true, policies: PolicySet = .standard, note: String = "six walks"
  ) throws -> DeviceAttestation {
    try DeviceAttestation(
      date: try date(), device: device, system: "iOS 18.2", by: "Ada", hasPassed: passed, note: note, policies: policies
    )
  }

  private func status(
    _ record: ValidationRecord, policies: [PolicySet] = [.standard], folders: [RulesValidation.Folder]? = nil
  ) -> ValidationStatus {
    ValidationStatus(of: record, policies: policies.map { ("policy.json", $0) }, folders: folders)
  }

  private func both() throws -> ValidationRecord {
    var record = ValidationRecord()
    record.record(try rules(.accepted()))
    record.attest(try attestation())
    return record
  }

  private func read(_ record: ValidationRecord) throws -> ValidationRecord {
    try record.document.withUnsafeBytes { try ValidationRecord($0) }
  }

  @Test func aRecordReadsBackAsItWas() throws {
    var record = try both()
    record.attest(try attestation(device: "Pixel 8", passed: false, note: ""))
    let readBack = try read(record)
    #expect(readBack.document == record.document)
    #expect(readBack.hasIntactRules)
    #expect(readBack.firstAlteredAttestation == nil)
    #expect(readBack.devices.map(\.device) == ["iPhone 15", "Pixel 8"])
    #expect(readBack.rules?.folders == record.rules?.folders)
    let counts = try #require(readBack.rules)
    #expect([counts.sampleCount, counts.acceptedCount, counts.rejectedCount, counts.malformedCount] == [6, 4, 1, 1])
    #expect(counts.eventCount == 3)
  }

  @Test func nothingImpliesNothing() throws {
    let nothing = status(ValidationRecord(), folders: [])
    #expect([nothing.rules.standing, nothing.device.standing] == [.missing, .missing])
    var onlyRules = ValidationRecord()
    onlyRules.record(try rules(.accepted()))
    let rulesStatus = status(onlyRules, folders: try rules(.accepted()).folders)
    #expect([rulesStatus.rules.standing, rulesStatus.device.standing] == [.current, .missing])
    var onlyDevice = ValidationRecord()
    onlyDevice.attest(try attestation())
    let deviceStatus = status(onlyDevice, folders: try rules(.accepted()).folders)
    #expect([deviceStatus.rules.standing, deviceStatus.device.standing] == [.missing, .current])
    #expect(deviceStatus.text.contains("rules validated: missing\n"))
    #expect(deviceStatus.text.contains("device behavior validated: current\n"))
  }

  /// Recording the one part leaves every byte of the other.
  @Test func eachPartIsLeftAsItIs() throws {
    let before = try both()
    var again = try read(before)
    again.record(try rules(.accepted(), name: "other"))
    func part(_ record: ValidationRecord, _ key: String) throws -> [UInt8]? {
      try record.document.withUnsafeBytes { try JSONValue($0) }[key]?.compact
    }
    #expect(try part(again, "deviceBehaviorValidated") == part(before, "deviceBehaviorValidated"))
    #expect(try part(again, "rulesValidated") != part(before, "rulesValidated"))
    var attested = try read(before)
    attested.attest(try attestation(device: "Pixel 8"))
    #expect(try part(attested, "rulesValidated") == part(before, "rulesValidated"))
  }

  @Test func aFailedRunIsRecordedAsFailed() throws {
    var probe = try FolderProbe.accepted()
    probe.edit(.events) { _ in "" }
    var record = ValidationRecord()
    record.record(try rules(probe))
    let part = status(try read(record), folders: []).rules
    #expect(part.standing == .failed)
    #expect(part.details.last == "walk did not pass")
    let unusable = VerificationReport([FolderReport(name: "bad", problem: "nothing")])
    #expect(RulesValidation(unusable, names: ["bad"], toolchain: "t", date: try date()) == nil)
  }

  @Test func changedDataIsOutOfDate() throws {
    let record = try both()
    var probe = try FolderProbe.accepted()
    probe.samples += "c,1,40,-75,5\n"
    let part = status(record, folders: [try rules(probe).folders[0], try rules(probe, name: "new").folders[0]]).rules
    #expect(part.standing == .outOfDate)
    #expect(part.details.suffix(2) == ["walk: changed since: the samples", "new is new"])
    #expect(status(record, folders: []).rules.details.last == "walk is gone")
    #expect(status(record, folders: nil).rules.standing == .notCompared)
  }

  @Test func anotherPolicyIsOutOfDateInBothParts() throws {
    let record = try both()
    let wide = try PolicySet(default: FencePolicy(enterRadiusMeters: 90))
    let both = status(record, policies: [wide], folders: try rules(.accepted()).folders)
    #expect(both.rules.standing == .outOfDate)
    #expect(both.device.standing == .outOfDate)
    #expect(both.rules.details.last?.hasPrefix("no folder was verified with the policy of policy.json (") == true)
    #expect(
      both.device.details.suffix(2) == [
        "  policy \"default\": enterRadius 80 -> 90", "  policy \"default\": exitRadius 120 -> 135",
      ])
    // The default in other words is the same policy.
    let same = try PolicySet(default: FencePolicy(enterRadiusMeters: 80, exitRadiusMeters: 120))
    #expect(status(record, policies: [same], folders: try rules(.accepted()).folders).device.standing == .current)
    // One of two is not enough.
    #expect(status(record, policies: [same, wide]).device.standing == .outOfDate)
    #expect(status(record, policies: []).device.standing == .notCompared)
  }

  @Test func theLastAttestationOfADeviceCounts() throws {
    var record = ValidationRecord()
    record.attest(try attestation(passed: false))
    #expect(status(record).device.standing == .failed)
    record.attest(try attestation(device: "Pixel 8"))
    #expect(status(record).device.standing == .failed)
    record.attest(try attestation())
    #expect(status(record).device.standing == .current)
    record.attest(try attestation(device: "Pixel 8", passed: false))
    #expect(status(record).device.standing == .failed)
  }

  @Test func changesByHandShow() throws {
    let text = String(decoding: try both().document, as: UTF8.self)
    func altered(_ old: String, _ new: String) throws -> ValidationStatus {
      #expect(text.contains(old))
      let record = try Array(text.replacing(old, with: new).utf8).withUnsafeBytes { try ValidationRecord($0) }
      return status(record, folders: try rules(.accepted()).folders)
    }
    #expect(try altered("cordon 1", "cordon 2").rules.standing == .altered)
    #expect(try altered("cordon 1", "cordon 2").device.standing == .current)
    #expect(try altered("\"samples\": 6", "\"samples\": 60").rules.standing == .altered)
    #expect(try altered("six walks", "ten walks").device.standing == .altered)
    #expect(try altered("six walks", "ten walks").rules.standing == .current)
  }

  @Test(arguments: [
    ("iPhone Simulator", "iOS 18"), ("iPhone 15", "iOS 18 simulator"), ("SIMULATOR", "x"),
    ("sdk_gphone64_x86_64", "Android 14"),
    ("sdk-gphone", "Android 14"), ("SDK gPhone", "Android"), ("Android SDK built for x86", "Android 9"),
    ("x86_64 iPhone", "iOS 17"),
    ("iPhone", "iOS 17 (X86-64)"), ("i386", "iOS 9"), ("Pixel_6_API_33 (AVD)", "Android 13"),
    ("Pixel 7", "Android Emulator 13"),
    ("Genymotion Pixel 3", "Android 10"), ("generic_x86", "Android 8"), ("ranchu", "Android"),
    ("Virtual device", "Android 13"),
  ])
  func aSimulatorIsNoDevice(device: String, system: String) throws {
    let error = #expect(throws: AttestationError.self) {
      try DeviceAttestation(
        date: try date(), device: device, system: system, by: "Ada", hasPassed: true, note: "", policies: .standard)
    }
    #expect(error?.description.contains("no real device") == true)
    // Nor does one that somebody wrote into the file get past.
    let text = String(decoding: try both().document, as: UTF8.self).replacing(
      "\"iPhone 15\"", with: "\"iPhone Simulator\"")
    let unusable = #expect(throws: UnusableInput.self) {
      try Array(text.utf8).withUnsafeBytes { try ValidationRecord($0) }
    }
    #expect(unusable?.message.hasPrefix("deviceBehaviorValidated[1]: \"simulator\" is no real device") == true)
  }

  @Test(arguments: [
    ("iPhone 15 Pro", "iOS 18.2"), ("Pixel 8", "Android 15"), ("iPhone16,2", "iOS 18.1 (22B83)"),
    ("Galaxy S24 SM-S921B", "One UI 6"),
    ("ZenFone 2 (x86)", "Android 6"), ("Fairphone 5", "/e/OS"), ("Apple Watch Ultra", "watchOS 11"),
    ("Lenovo avdance", "Android"),
  ])
  func aRealDeviceIsOne(device: String, system: String) {
    #expect(simulatorWord(device: device, system: system) == nil)
  }

  @Test(arguments: [
    ("{\"format\":2}", "format 2 is newer"), ("{\"format\":1}", "rulesValidated is missing"),
    ("nonsense", "broken JSON"),
    (
      "{\"format\":1,\"rulesValidated\":null,\"deviceBehaviorValidated\":null}",
      "deviceBehaviorValidated must be an array"
    ),
    ("{\"format\":1,\"rulesValidated\":7,\"deviceBehaviorValidated\":[]}", "rulesValidated must be an object"),
    (
      "{\"format\":1,\"rulesValidated\":null,\"deviceBehaviorValidated\":[],\"deviceBehaviourValidated\":[]}",
      "the record: unknown key \"deviceBehaviourValidated\""
    ),
    (
      "{\"format\":1,\"rulesValidated\":null,\"deviceBehaviorValidated\":[{}]}",
      "deviceBehaviorValidated[1].result is missing"
    ),
  ])
  func whatIsNoRecordIsExplained(text: String, beginning: String) {
    let error = #expect(throws: UnusableInput.self) {
      try Array(text.utf8).withUnsafeBytes { try ValidationRecord($0) }
    }
    #expect(error?.message.hasPrefix(beginning) == true, "\(error?.message ?? "")")
  }

  /// Whatever byte is changed: the record is refused, or says that it was changed, or means the same.
  @Test func anyChangedByteShows() throws {
    let original = try both().document
    var unnoticed: [String] = []
    for position in original.indices {
      for byte in [UInt8(ascii: "0"), UInt8(ascii: "e"), UInt8(ascii: "\""), UInt8(ascii: " "), 0x00] {
        var altered = original
        altered[position] = byte
        guard let read = try? altered.withUnsafeBytes({ try ValidationRecord($0) }), read.document != original else {
          continue
        }
        if read.hasIntactRules && read.firstAlteredAttestation == nil {
          unnoticed.append("byte \(position) as \(byte)")
        }
      }
    }
    #expect(unnoticed.isEmpty)
  }

  @Test func aCutRecordIsRefused() throws {
    let bytes = try both().document
    for end in 0..<bytes.count - 1 {
      #expect(throws: UnusableInput.self, "cut at \(end)") {
        try bytes[..<end].withUnsafeBytes { try ValidationRecord($0) }
      }
    }
  }
}
