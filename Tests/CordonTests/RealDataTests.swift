import Foundation
import TestSupport
import Testing

/// Real places and traces, with the counts that an independent calculation gave.
@Suite(.enabled(if: hasSharedFolder, "\(noSharedFolder)"))
struct RealDataTests {
  struct Trace: CustomTestStringConvertible {
    var fences: String
    var samples: String
    var policy: String
    var options: [String] = []
    var rows: Int
    var accepted: Int
    var reasons: [String: Int] = [:]
    var enters: Int
    var exits: Int

    var testDescription: String { samples }
  }

  static let traces = [
    Trace(
      fences: "fences_geonames15000_ccby4", samples: "trace_gpsd_receivers_bsd2",
      policy: #""enterRadius": 5000, "exitRadius": 7500"#, rows: 6_882, accepted: 2_795,
      reasons: [
        "accuracyMissing": 304, "accuracyTooCoarse": 1_087, "duplicate": 2_501, "outOfOrder": 18, "timeInvalid": 355,
      ], enters: 125, exits: 0),
    Trace(
      fences: "fences_geonames15000_ccby4", samples: "trace_gpxpy_hikes_apache2",
      policy: #""enterRadius": 5000, "exitRadius": 7500, "missingAccuracy": 10"#, rows: 2_697, accepted: 2_017,
      reasons: ["outOfOrder": 1, "timeInvalid": 679], enters: 14, exits: 0),
    Trace(
      fences: "fences_geonames15000_ccby4", samples: "trace_trackintel_google",
      policy: #""enterRadius": 2000, "exitRadius": 3000, "maxAccuracy": 100"#, rows: 416, accepted: 1,
      reasons: ["accuracyTooCoarse": 199, "outOfOrder": 415], enters: 2, exits: 0),
    Trace(
      fences: "fences_geonames15000_ccby4", samples: "trace_trackintel_posmo",
      policy: #""enterRadius": 2000, "exitRadius": 3000, "maxAccuracy": 100"#, options: ["--tz", "UTC"], rows: 1_327,
      accepted: 1_322, reasons: ["outOfOrder": 5], enters: 6, exits: 5),
    Trace(
      fences: "fences_us_stores_100k", samples: "trace_android_pixel6_gps_flp_nlp",
      policy: #""enterRadius": 500, "exitRadius": 750"#, rows: 243, accepted: 204,
      reasons: ["accuracyTooCoarse": 33, "outOfOrder": 6], enters: 0, exits: 0),
    Trace(
      fences: "fences_airports_mit", samples: "trace_iabp_antimeridian",
      policy: #""enterRadius": 200000, "exitRadius": 300000, "missingAccuracy": 10"#, rows: 28_148, accepted: 28_148,
      enters: 2_398, exits: 2_398),
  ]

  @Test(arguments: traces)
  func theCountsAreThoseOfTheTable(trace: Trace) throws {
    let data = try #require(sharedFolder).appending(path: "data")
    let folder = try TemporaryFolder()
    try folder.write(#"{"policies": {"default": {\#(trace.policy)}}}"#, to: "policy.json")
    let result = try runCordon(
      [
        "replay", "--fences", data.appendingPathComponent(trace.fences + ".csv").path, "--samples",
        data.appendingPathComponent(trace.samples + ".csv").path, "--policy", "policy.json", "--events",
        "events.ndjson", "--rejections", "rejections.ndjson", "--summary", "-", "--quiet",
      ] + trace.options, in: folder)
    #expect(result.code == 0)
    let summary = OrderedJSON.parse(result.outputText)
    #expect(summary["samples"]?.int == trace.rows)
    #expect(summary["accepted"]?.int == trace.accepted)
    #expect(summary["rejected"]?.int == trace.rows - trace.accepted)
    #expect(summary["malformed"]?.int == 0)
    let reasons = try #require(summary["reasons"])
    for reason in reasons.keys { #expect(reasons[reason]?.int == trace.reasons[reason, default: 0], "\(reason)") }
    #expect(summary["events"]?["enter"]?.int == trace.enters)
    #expect(summary["events"]?["exit"]?.int == trace.exits)
    #expect(try folder.read("events.ndjson").split(separator: "\n").count == trace.enters + trace.exits)
    #expect(try folder.read("rejections.ndjson").split(separator: "\n").count == trace.rows - trace.accepted)
  }
}
