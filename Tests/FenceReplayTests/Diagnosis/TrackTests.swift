import FenceData
import FenceReplay
import GeoPolicy
import Testing
import Workload

/// The engine's word is the truth: the transitions of a diagnosis are its events, all of them and no other.
struct TrackTests {
  /// Sequence number, device, time, fence and kind of every event, by the replay.
  private func events(fences: String, samples: String, policies: PolicySet) throws -> [String] {
    let file = try Array(fences.utf8).withUnsafeBytes { try readFences($0, policies: policies) }
    var settings = ReplaySettings()
    settings.outputs = [.events]
    var replay = try Replay(fences: file, policies: policies, settings: settings)
    try Array(samples.utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try replay.read(UnsafeRawBufferPointer(rebasing: rest))) }
    }
    try replay.finish()
    return lines(replay.lines.events, upTo: ",\"from\":")
  }

  /// The lines, each without what begins with these words.
  private func lines(_ buffer: OutputBuffer, upTo words: String) -> [String] {
    String(decoding: buffer.bytes, as: UTF8.self).split(separator: "\n").map { line in
      String(line[..<(line.firstRange(of: words)?.lowerBound ?? line.endIndex)])
    }.sorted()
  }

  private func transitions(_ report: DiagnosisReport) -> [String] {
    var out = OutputBuffer()
    for finding in report.findings(.transition) { report.appendLine(of: finding, to: &out) }
    return lines(out, upTo: ",\"finding\":")
  }

  /// The lines of some findings; numbers that are unknown are null there, and equal.
  private func text(_ report: DiagnosisReport, of isWanted: (DiagnosisFinding) -> Bool) -> String {
    var out = OutputBuffer()
    for finding in report.findings where isWanted(finding) { report.appendLine(of: finding, to: &out) }
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test(arguments: 1...12)
  func transitionsAreTheEnginesEvents(seed: Int) throws {
    print("TrackTests: seed \(seed)")
    let walks = RandomWalks(seed: UInt64(seed), rows: 1500)
    var random = SplitMix64(seed: UInt64(seed) &+ 77)
    let policies = try PolicySet(
      default: FencePolicy(
        maxAccuracyMeters: 25, enterConfirmations: random.whole(1...4), exitConfirmations: random.whole(1...4)),
      named: [("tight", FencePolicy(maxAccuracyMeters: 12, exitConfirmations: random.whole(1...70)))])
    var fences = "id,latitude,longitude,enter_m,exit_m,policy\n"
    for index in 0..<8 {
      let enter = random.uniform(20, 200)
      let exit = index == 3 ? enter : enter + random.uniform(0, 120)
      let latitude = 40 + random.uniform(-0.003, 0.003)
      fences += "f\(index),\(latitude),-75,\(enter),\(exit),\(index % 3 == 0 ? "tight" : "")\n"
    }
    let report = try diagnose(fences: fences, samples: walks.csv, policies: policies)
    let wanted = try events(fences: fences, samples: walks.csv, policies: policies)
    #expect(wanted.count > 50)
    #expect(transitions(report) == wanted)
    // How the bytes are cut changes nothing.
    let again = try diagnose(fences: fences, samples: walks.csv, policies: policies, chunkBytes: 97)
    #expect(again.json == report.json)
    // One fence, or one device, gives that part of the whole.
    var options = DiagnosisOptions()
    options.fence = "f2"
    let ofFence = try diagnose(fences: fences, samples: walks.csv, policies: policies, options: options)
    #expect(text(ofFence) { _ in true } == text(report) { $0.fenceIndex == 2 })
    options.fence = nil
    options.device = "d3"
    let ofDevice = try diagnose(fences: fences, samples: walks.csv, policies: policies, options: options)
    #expect(text(ofDevice) { _ in true } == text(report) { $0.device == 3 })
  }

  @Test func aWholeDay() throws {
    let day = CityDay()
    let policies = try PolicySet(
      default: .standard,
      named: [
        ("walk-in", FencePolicy(enterRadiusMeters: 25, exitRadiusMeters: 45, maxAccuracyMeters: 20)),
        ("drive-in", FencePolicy(enterRadiusMeters: 60, exitRadiusMeters: 100, maxAccuracyMeters: 50)),
      ])
    let names = ["walk-in", "drive-in"]
    // The day's own policies are in its folder; here any two do.
    var fences = day.fencesCSV.split(separator: "\n").map(String.init)
    for (index, line) in fences.enumerated().dropFirst() {
      var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let header = fences[0].split(separator: ",").map(String.init)
      if let column = header.firstIndex(of: "policy") { fields[column] = index % 5 == 0 ? names[index % 2] : "" }
      fences[index] = fields.joined(separator: ",")
    }
    let text = fences.joined(separator: "\n") + "\n"
    let wanted = try events(fences: text, samples: day.samplesCSV, policies: policies)
    let report = try diagnose(fences: text, samples: day.samplesCSV, policies: policies)
    #expect(wanted.count > 500)
    #expect(transitions(report) == wanted)
    #expect(report.summary.sampleCount == report.summary.acceptedCount + report.summary.rejectedCount)
  }
}
