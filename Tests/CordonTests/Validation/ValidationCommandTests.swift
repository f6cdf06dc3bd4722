import Foundation
import TestSupport
import Testing

/// `cordon verify --record`, `cordon attest` and `cordon validation`: two parts in one file, never mixed.
struct ValidationCommandTests {
  private static let device = ["--device", "iPhone 15", "--system", "iOS 18.2", "--by", "Ada"]

  private func attest(
    _ tree: VerifyFolder, _ arguments: [String] = device + ["--result", "pass", "--note", "ten walks"]
  ) throws -> CommandResult {
    try tree.write("{}", to: "policy.json")
    return try runCordon(["attest", "record.json", "--policy", "policy.json"] + arguments, in: tree.folder)
  }

  private func validation(_ tree: VerifyFolder, _ arguments: [String] = ["--policy", "policy.json"]) throws
    -> CommandResult
  {
    try tree.write("{}", to: "policy.json")
    return try runCordon(["validation", "record.json"] + arguments, in: tree.folder)
  }

  @Test func neitherPartImpliesTheOther() throws {
    let tree = try VerifyFolder()
    #expect(try tree.verify(["--record", "record.json"]).code == 0)
    let rules = try validation(tree)
    #expect(rules.code == 1)
    #expect(rules.outputText.hasPrefix("rules validated: current\n  passed on "))
    #expect(rules.outputText.contains("\n  2 folders, 6 samples: 6 accepted, 0 rejected, 0 malformed; 6 events\n"))
    #expect(rules.outputText.contains("\ndevice behavior validated: missing\n"))
    #expect(rules.errors == "cordon: record.json: device behavior validated: missing\n")
    #expect(try validation(tree, ["--require", "rules"]).code == 0)
    #expect(try validation(tree, ["--require", "device"]).code == 1)

    try tree.remove("record.json")
    #expect(try attest(tree).code == 0)
    let device = try validation(tree)
    #expect(device.code == 1)
    #expect(device.outputText.hasPrefix("rules validated: missing\n"))
    #expect(device.outputText.contains("device behavior validated: current\n"))
    #expect(device.outputText.contains("    passed on iPhone 15, iOS 18.2, attested by Ada on "))

    #expect(try tree.verify(["--record", "record.json"]).code == 0)
    #expect(try validation(tree).code == 0)
  }

  @Test func whatChangesIsOutOfDate() throws {
    let tree = try VerifyFolder()
    #expect(try tree.verify(["--record", "record.json"]).code == 0)
    #expect(try attest(tree).code == 0)
    let before = try tree.read("record.json")
    try tree.write(#"{"policies":{"default":{"exitRadius":121}}}"#, to: "data/a/policy.json")
    let changed = try validation(tree)
    #expect(changed.code == 1)
    #expect(changed.outputText.contains("rules validated: out of date\n"))
    #expect(changed.outputText.contains("  a: changed since: the policy, the fences\n"))
    #expect(changed.outputText.contains("device behavior validated: current\n"))
    let other = try validation(tree, ["--policy", "data/a/policy.json", "--require", "device"])
    #expect(other.code == 1)
    #expect(other.outputText.contains("device behavior validated: out of date\n"))
    #expect(other.outputText.contains("policy \"default\": exitRadius 120 -> 121\n"))
    #expect(other.outputText.contains("no folder was verified with the policy of data/a/policy.json ("))
    #expect(try tree.read("record.json") == before, "to look changes nothing")
  }

  /// Two trees may have folders of one name.
  @Test func foldersOfSeveralTreesAreToldApart() throws {
    let tree = try VerifyFolder()
    try FileManager.default.copyItem(atPath: tree.folder.path("data"), toPath: tree.folder.path("other"))
    #expect(try tree.verify(["--record", "record.json", "data", "other"]).code == 0)
    #expect(try validation(tree, ["--require", "rules", "data", "other"]).code == 0)
    try tree.write(Walk.samples + "d,4,40.0001,-75,5\n", to: "other/a/samples.csv")
    let changed = try validation(tree, ["--require", "rules", "data", "other"])
    #expect(changed.code == 1)
    #expect(changed.outputText.contains("  other/a: changed since: the samples\n"))
    #expect(!changed.outputText.contains("data/a: changed"))
  }

  @Test func aFailedVerificationIsRecordedAsOne() throws {
    let tree = try VerifyFolder()
    #expect(try attest(tree).code == 0)
    try tree.write("", to: "data/a/expected-events.ndjson")
    #expect(try tree.verify(["--record", "record.json"]).code == 1)
    let status = try validation(tree, ["--require", "rules"])
    #expect(status.code == 1)
    #expect(status.outputText.contains("rules validated: failed\n"))
    #expect(status.outputText.contains("  a did not pass\n"))
    #expect(status.outputText.contains("iPhone 15"), "the other part stays")
    // Where a folder cannot be verified nothing is recorded.
    let before = try tree.read("record.json")
    try tree.write("", to: "data/a/fences.csv")
    #expect(try tree.verify(["--record", "record.json"]).code == 65)
    #expect(try tree.read("record.json") == before)
  }

  @Test func withAFixedDateTheBytesAreTheSame() throws {
    let records = try (0..<2).map { _ in
      let tree = try VerifyFolder()
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      let cordon = try #require(builtExecutable(named: "cordon")).path
      try tree.write("{}", to: "policy.json")
      shell.arguments = [
        "-c",
        "export SOURCE_DATE_EPOCH=1748595600; '\(cordon)' verify --quiet --record record.json && '\(cordon)' attest record.json "
          + "--policy policy.json --device Phone --system 'OS 1' --by Ada --result pass; "
          + "SOURCE_DATE_EPOCH=soon '\(cordon)' verify --record record.json 2>/dev/null; test $? = 64",
      ]
      shell.currentDirectoryURL = tree.folder.url
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0)
      return try tree.read("record.json")
    }
    #expect(records[0] == records[1])
    #expect(records[0].contains("\"date\": \"2025-05-30T09:00:00Z\""))
  }

  /// Writers of both parts at once: none is lost.
  @Test func writersAtOnceLoseNothing() throws {
    let tree = try VerifyFolder()
    try tree.write("{}", to: "policy.json")
    var commands: [BuiltCommand] = []
    for index in 0..<12 {
      commands.append(
        try BuiltCommand(
          [
            "attest", "record.json", "--policy", "policy.json", "--device", "Phone \(index)", "--system", "OS", "--by",
            "Ada",
            "--result", "pass",
          ], in: tree.folder))
      if index % 4 == 0 { commands.append(try BuiltCommand(["verify", "--record", "record.json"], in: tree.folder)) }
    }
    for command in commands { #expect(try command.wait().code == 0) }
    let record = OrderedJSON.parse(try tree.read("record.json"))
    let devices = record["deviceBehaviorValidated"]?.elements?.compactMap { $0["device"]?.string } ?? []
    #expect(devices.sorted() == (0..<12).map { "Phone \($0)" }.sorted())
    #expect(record["rulesValidated"]?["result"]?.string == "pass")
    #expect(try validation(tree).code == 0)
  }

  private static let refused: [(arguments: [String], message: String)] = [
    (
      ["--device", "iPhone Simulator"] + Array(device.dropFirst(2)) + ["--result", "pass"],
      "cordon: \"simulator\" is no real device"
    ),
    (device + ["--result", "maybe"], "cordon: --result maybe is none; write pass or fail"),
    (device, "cordon: --result is missing"),
    (device + ["--result", "fail"], "cordon: --result fail needs --note TEXT"),
    (["--device", "x", "--system", "y", "--result", "pass"], "cordon: --by is missing"),
    (["--device", " ", "--system", "y", "--by", "z", "--result", "pass"], "cordon: --device must not be blank"),
    (device + ["--result", "pass", "two.json"], "cordon: unexpected argument two.json"),
    (device + ["--result", "pass", "--notes", "x"], "cordon: unknown option --notes, did you mean --note?"),
  ]

  @Test(arguments: refused)
  func whatIsNoAttestationIsRefused(arguments: [String], message: String) throws {
    let tree = try VerifyFolder()
    let result = try attest(tree, Array(arguments))
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(!tree.folder.exists("record.json"))
  }

  @Test(arguments: [
    ("", 65, "cordon: record.json:1: broken JSON: it ends too early; restore the file, as"),
    ("{\"format\": 9}", 65, "cordon: record.json: format 9 is newer"),
    ("{\"format\": 1, \"rulesValidated\": null}", 65, "cordon: record.json: deviceBehaviorValidated is missing"),
    (
      "{\"format\": 1, \"rulesValidated\": [], \"deviceBehaviorValidated\": []}", 65,
      "cordon: record.json: rulesValidated must be"
    ),
  ])
  func aBadRecordStaysAsItIs(text: String, code: Int32, message: String) throws {
    let tree = try VerifyFolder()
    try tree.write(text, to: "record.json")
    for result in [try attest(tree), try validation(tree), try tree.verify(["--record", "record.json"])] {
      #expect(result.code == code)
      #expect(result.errors.hasPrefix(message), "\(result.errors)")
      #expect(result.errorLines.count == 1)
    }
    #expect(try tree.read("record.json") == text)
  }

  @Test func whatIsNotThereIsAnError() throws {
    let tree = try VerifyFolder()
    let missing = try validation(tree)
    #expect(missing.code == 66)
    #expect(missing.errors.hasPrefix("cordon: record.json: cannot be opened: No such file"))
    #expect(try runCordon(["validation"], in: tree.folder).code == 64)
    #expect(try runCordon(["validation", "record.json", "--require", "both"], in: tree.folder).code == 64)
    #expect(
      try runCordon(["attest", "x", "--policy", "none.json"] + Self.device + ["--result", "pass"], in: tree.folder).code
        == 66)
    #expect(
      try runCordon(
        ["attest", "policy.json", "--policy", "policy.json"] + Self.device + ["--result", "pass"], in: tree.folder
      ).code == 64)
    #expect(try tree.read("policy.json") == "{}")
  }

  @Test func withoutSomethingToCompareWithNothingIsCurrent() throws {
    let tree = try VerifyFolder()
    #expect(try tree.verify(["--record", "record.json"]).code == 0)
    #expect(try attest(tree).code == 0)
    let withoutPolicy = try validation(tree, [])
    #expect(withoutPolicy.code == 1)
    #expect(withoutPolicy.outputText.contains("device behavior validated: not compared\n"))
    try FileManager.default.moveItem(atPath: tree.folder.path("data"), toPath: tree.folder.path("elsewhere"))
    #expect(try validation(tree).outputText.hasPrefix("rules validated: not compared\n"))
    #expect(try validation(tree, ["elsewhere", "--policy", "policy.json"]).code == 0)
  }
}
