import FenceData
import FenceReplay
import GeoPolicy
import TestSupport
import Testing

/// What the check of a fence file finds, and what it leaves alone.
struct CheckTests {
  /// A report on the fences of this CSV, whose policy is wide enough that its radii are beyond reproach.
  private func check(_ csv: String, _ settings: CheckSettings = CheckSettings()) throws -> CheckReport {
    let policies = try PolicySet(
      default: FencePolicy(enterRadiusMeters: 80, exitRadiusMeters: 140),
      named: [("tight", FencePolicy(enterRadiusMeters: 20, exitRadiusMeters: 20, enterConfirmations: 2))])
    let file = try Array(csv.utf8).withUnsafeBytes { try readFences($0, policies: policies) }
    return checkFences(file, policies: policies, settings: settings)
  }

  private func rows(_ lines: [String]) -> String {
    "id,latitude,longitude,enter_m,exit_m,policy\n" + lines.map { $0 + "\n" }.joined()
  }

  @Test func nothingIsFoundWhereNothingIsWrong() throws {
    let report = try check(rows(["a,40,-75,,,", "b,40.01,-75,,,", "c,-40,175,,,", "d,90,0,,,", "e,-90,12,,,"]))
    #expect(report.findings.isEmpty)
    #expect(report.unfinished.isEmpty)
    #expect(report.text == "5 fences in 5 rows\nnothing found\n")
  }

  /// Every kind has a row that shows it and nothing else that counts.
  @Test(arguments: [
    (["a,40,-75,,,", "b"], FindingKind.unreadableRow, 1),
    (["a,40,-75,,,", "a,41,-75,,,", "a,42,-75,,,"], .duplicateID, 2),
    (["a,40,-75,,,", "b,-120,30,,,"], .swappedCoordinates, 1),
    (["a,40,-75,,,", "b,95,200,,,", "c,x,2,,,", "d,,,,,"], .invalidCenter, 3),
    (["a,40,-75,,,", "b,40,-76,-5,,", "c,40,-77,80,70,", "d,40,-78,nan,,"], .invalidRadius, 3),
    (["a,40,-75,,,", "b,40,-76,,,nosuch"], .unknownPolicy, 1),
    (["a,40,-75,,,", "b,0,0,,,", "c,-0,0.0,90,160,"], .zeroCoordinates, 2),
    (["a,40,-75,,,", "b,40,-75,,,", "c,40,-75,80,140,", "d,40.0,-75.00,,,"], .duplicateFence, 3),
    (["a,40,180,,,", "b,40,-180,,,"], .duplicateFence, 1), (["a,90,3,,,", "b,90,-77,,,"], .duplicateFence, 1),
    (["a,40,-75,,,", "b,40,-75,120,220,"], .sharedCenter, 1),
    (["a,40,-75,100,20015087,"], .neverLeft, 1), (["a,40,-75,100,159,"], .narrowBand, 1),
    (["a,40,-75,29,120,", "b,40,-76,30,120,"], .smallRadius, 1),
    (["a,40,-75,,,", "b,40.00002,-75,,,", "c,40.0001,-75,,,"], .nearbyCenter, 2),
    (["a,40,-75,,,", "b,40.0001,-75,600,700,"], .swallowed, 1),
    (["a,40,-75,,,", "b,40.0001,-75,150,250,"], .swallowed, 0),
    ((0..<10).map { "\($0),\(40 + Double($0) * 0.00007),-75,,," }, .heavyOverlap, 10),
    ((0..<9).map { "\($0),\(40 + Double($0) * 0.00007),-75,,," }, .heavyOverlap, 0),
  ])
  func aFindingIsCounted(lines: [String], kind: FindingKind, count: Int) throws {
    let report = try check(rows(lines))
    #expect(report.finding(kind)?.count ?? 0 == count)
    let others = report.findings.map(\.kind).filter { $0 != kind }
    #expect(others.allSatisfy { $0 == .sharedCenter || $0 == .swallowed && kind == .neverLeft }, "\(others)")
    for example in report.finding(kind)?.examples ?? [] { #expect((2...lines.count + 1).contains(example.line)) }
  }

  @Test func anExampleNamesBoth() throws {
    let report = try check(rows(["first,40,-75,,,", "other,41,-75,,,", "second,40,-75,,,"]))
    let example = try #require(report.finding(.duplicateFence)?.examples.first)
    #expect(example.line == 4)
    #expect(example.fence == "second")
    #expect(example.other == FindingExample.Other(line: 2, fence: "first"))
    #expect(report.text.contains("  line 4: fence \"second\": same center: fence \"first\", line 2\n"))
  }

  @Test func examplesAreFew() throws {
    let report = try check(rows((0..<50).map { "\($0),\(40 + $0 / 10),-75,100,110," }))
    #expect(report.finding(.narrowBand)?.count == 50)
    // All alike: one stands for all.
    #expect(report.finding(.narrowBand)?.examples.map(\.alikeCount) == [49])
    #expect(report.text.contains("  line 2: fence \"0\" and 49 more: 10 m where 60 m would do\n"))
    #expect(report.finding(.duplicateFence)?.examples.count == CheckSettings().exampleLimit)
  }

  /// A policy's confirmations make the same radius harder to see.
  @Test func crossingsDependOnTheInterval() throws {
    let lines = ["wide,40,-75,5000,9000,", "narrow,41,-75,,,", "twice,42,-75,80,140,tight"]
    #expect(try check(rows(lines)).finding(.crossedUnseen) == nil)
    var settings = CheckSettings()
    settings.intervalSeconds = 30
    settings.speedMetersPerSecond = 10
    let report = try check(rows(lines), settings)
    let finding = try #require(report.finding(.crossedUnseen))
    #expect(finding.count == 2)
    // 300 m in a step, 160 m across: π/4 of 160/300 are seen; two samples never lie inside.
    #expect(
      finding.examples.map(\.message) == [
        "58.1 % of the ways across 80 m", "100 % of the ways across 80 m, where an enter takes 2 samples",
      ])
    settings.speedMetersPerSecond = 0
    #expect(try check(rows(lines), settings).finding(.crossedUnseen) == nil)
  }

  @Test func geoJSONIsAFenceFile() throws {
    let csv = rows([
      "a,40,-75,,,", "b,40,-75,,,", "fine,41,-75,,,", "\"q\"\"\",0,0,90,190,tight", "late,-91,3,,,", "short",
    ])
    let report = try check(csv)
    let json = try #require(OrderedJSON(String(decoding: report.geoJSON, as: UTF8.self)))
    let features = try #require(json["features"]?.elements)
    #expect(features.compactMap { $0["id"]?.string } == ["b", "q\""])
    #expect(features[0]["properties"]?["findings"]?.elements?.compactMap(\.string) == ["duplicateFence"])
    #expect(features[0]["properties"]?["line"]?.number == 3)
    #expect(features[2]["properties"]?["findings"]?.elements?.compactMap(\.string) == ["swappedCoordinates"])
    #expect(features[3]["properties"]?["severity"]?.string == "error")
    #expect(features.count == 4)
    let policies = try PolicySet(named: [("tight", .standard)])
    let back = try report.geoJSON.withUnsafeBytes { try readFences($0, policies: policies) }
    #expect(back.fences.map(\.id) == ["b", "q\""])
    #expect(back.fences.map(\.center) == [Point(latitude: 40, longitude: -75), Point(latitude: 0, longitude: 0)])
    #expect(back.fences.map(\.enterRadiusMeters) == [80, 90])
    #expect(back.fences.map(\.exitRadiusMeters) == [140, 190])
    #expect(back.fences.map(\.policyIndex) == [0, 1])
  }

  @Test func jsonHasItsKeysAndNoCoordinates() throws {
    let report = try check(rows(["a,40.123456,-75,,,", "b,40.123456,-75,,,", "c,-91.7654,3,,,"]))
    let text = String(decoding: report.json, as: UTF8.self)
    let json = try #require(OrderedJSON(text))
    #expect(!text.contains("123456") && !text.contains("7654"))
    guard case .object(let members) = json else { return #expect(Bool(false), "no object") }
    #expect(
      members.map(\.key) == [
        "rows", "fences", "interval", "speed", "errors", "warnings", "notes", "unfinished", "findings",
      ])
    #expect(json["errors"]?.number == 1)
    #expect(json["warnings"]?.number == 1)
    let findings = try #require(json["findings"]?.elements)
    #expect(findings.map { $0["finding"]?.string } == ["swappedCoordinates", "duplicateFence"])
    #expect(findings[1]["examples"]?.elements?.first?["other"]?["fence"]?.string == "a")
  }
}
