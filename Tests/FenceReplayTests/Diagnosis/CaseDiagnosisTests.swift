import FenceData
import FenceReplay
import Foundation
import GeoPolicy
import Testing
import TestSupport

/// The small cases of `data/cases` and their like in the shared folder: each gets the causes that an engineer would give.
struct CaseDiagnosisTests {
  /// What a case has, beside ordinary transitions: kind and cause, each so many times.
  private static let wanted: [String: [String: Int]] = [
    // A sample 200 m off that claims 2 m: three departures that never were.
    "overconfident-sample": ["flap overconfidentFix": 3, "transition overconfidentFix": 6],
    "overconfident-sample-confirmed": [:],
    // One radius for both directions, and a device at the edge.
    "standing-at-the-edge-no-band": ["flap noBand": 4, "transition noBand": 8],
    "standing-at-the-edge": [:],
    // An indoor sample that says it is coarse: let in, it makes a flap; refused, it is told that it would have.
    "indoor-sample-accepted": ["flap coarseFix": 1, "transition coarseFix": 2],
    "indoor-sample-refused": ["refusal coarseFix": 1],
    // An older sample after a departure.
    "late-sample-after-exit": ["refusal disorder": 1],
    // Out by 40 m at 2.7 m/s and back, at 10 m accuracy; a sled that drives a bow.
    "one-millimeter": ["flap movement": 1],
    "south-pole": ["flap movement": 1],
    // A flight of eleven hours is no jump, and the state at home was right.
    "jump": [:],
    // No usable accuracy any more.
    "kinds-of-accuracy": ["refusal accuracyStarved": 1],
    "both-sides-of-the-date-line": [:], "fence-around-the-globe": [:], "first-sample-in-the-band": [:],
    "from-the-future": [:], "leave-before-arrive": [:], "nested-fences": [:], "two-reasons": [:],
    // Those of the shared folder.
    "overconfident-fix": ["flap overconfidentFix": 3, "transition overconfidentFix": 6],
    "overconfident-fix-confirmed": [:],
    "boundary-noise-no-band": ["flap noBand": 3, "transition noBand": 6],
    "boundary-noise": [:],
    "gate-50": ["flap coarseFix": 1, "transition coarseFix": 2],
    "gate-30": ["refusal coarseFix": 1],
    "older-fix-after-exit": ["refusal disorder": 1],
    "teleport": ["transition jump": 2],
    // 1868 km, and 1.1 km, within a second.
    "date-line": ["transition jump": 3],
    "south-pole-shared": ["transition jump": 1],
    "accuracy-kinds": ["refusal accuracyStarved": 1],
    "beyond-half-circumference": [:], "concentric": [:], "exits-before-enters": [:], "first-fix-in-band": [:],
    "future-does-not-poison": [:], "reasons-are-a-set": [:], "seed-thresholds": [:],
  ]

  private func causes(_ report: DiagnosisReport) -> [String: Int] {
    report.findings.reduce(into: [:]) { counts, finding in
      guard let cause = finding.cause else { return }
      counts["\(finding.kind.rawValue) \(cause.rawValue)", default: 0] += 1
    }
  }

  @Test func everyCaseOfData() throws {
    let folders = ExampleFolder.all(below: dataFolder.appending(path: "cases"))
    #expect(folders.count >= 18)
    for folder in folders {
      let policies = try folder.policy.map { url in
        try Data(contentsOf: url).withUnsafeBytes { try readPolicies($0) }
      }
      let report = try diagnose(
        fences: String(contentsOf: folder.fences, encoding: .utf8),
        samples: String(contentsOf: folder.samples, encoding: .utf8), policies: policies ?? .standard)
      let name = folder.url.lastPathComponent
      let found = causes(report)
      let wanted = try #require(Self.wanted[name])
      #expect(found == wanted, "in \(name)")
    }
  }

  @Test(.enabled(if: hasSharedFolder, "\(noSharedFolder)"))
  func everySharedCase() throws {
    let folder = try #require(sharedFolder).appending(path: "cases")
    let files = try names(in: folder).filter { $0.hasSuffix(".json") }
    #expect(files.count >= 17)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let json = try #require(OrderedJSON(text))
      let report = try diagnose(fences: fences(json), samples: samples(json), policies: policies(json))
      let name = String(file.dropLast(5))
      let key = name == "south-pole" ? "south-pole-shared" : name
      let found = causes(report)
      let wanted = try #require(Self.wanted[key])
      #expect(found == wanted, "in \(key)")
    }
  }

  private func word(_ value: OrderedJSON?) -> String {
    switch value {
    case .number(let text, _): text
    case .string(let text): text
    default: ""
    }
  }

  private func fences(_ json: OrderedJSON) -> String {
    let rows = (json["fences"]?.elements ?? []).map { fence in
      ["id", "latitude", "longitude", "enter", "exit"].map { word(fence[$0]) }.joined(separator: ",") + "\n"
    }
    return "id,latitude,longitude,enter_m,exit_m\n" + rows.joined()
  }

  private func samples(_ json: OrderedJSON) -> String {
    let keys = ["seq", "device", "time", "latitude", "longitude", "accuracy", "received"]
    let rows = (json["samples"]?.elements ?? []).map { sample in
      keys.map { word(sample[$0]) }.joined(separator: ",") + "\n"
    }
    return keys.joined(separator: ",") + "\n" + rows.joined()
  }

  private func policies(_ json: OrderedJSON) throws -> PolicySet {
    let policy = json["policy"]
    return try PolicySet(
      default: FencePolicy(
        maxAccuracyMeters: policy?["maxAccuracy"]?.number ?? 30,
        exitConfirmations: Int(policy?["exitConfirmations"]?.number ?? 1)),
      maxAgeSeconds: policy?["maxAge"]?.number, maxFutureSeconds: policy?["maxFuture"]?.number)
  }
}
