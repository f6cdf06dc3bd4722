import FenceData
import Foundation
import GeoPolicy
import TestSupport
import Testing

/// The examples of the shared folder: whole inputs with expected results, real places and traces.
@Suite(.enabled(if: hasSharedFolder, "\(noSharedFolder)"))
struct SharedExamplesTests {
  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: try #require(sharedFolder).appending(path: path)))
  }

  @Test(arguments: [
    ("bad-rows", "samples.csv", "fences.csv", 8, [5, 9, 10], 1),
    ("geojson-and-times", "samples.csv", "fences.geojson", 6, [], 3),
    ("ids-and-text", "samples.ndjson", "fences.csv", 5, [], 10),
    ("policies", "samples.csv", "fences.csv", 11, [], 5), ("walk", "samples.csv", "fences.csv", 9, [], 1),
  ])
  func goldenInputs(
    folder: String, samples: String, fenceFile: String, rows: Int, malformed: [Int], fenceCount: Int
  ) throws {
    let bytes = try Self.bytes("golden/\(folder)/\(samples)")
    let reading = Reading(bytes)
    #expect(reading.failure == nil)
    #expect(reading.rows.count == rows)
    #expect(reading.malformedLines == malformed)
    for other in Reading.inAllCuts(bytes) { #expect(other == reading) }
    let policies =
      folder == "policies"
      ? try Self.bytes("golden/policies/policy.json").withUnsafeBytes { try readPolicies($0) } : .standard
    let file = try fences(try Self.bytes("golden/\(folder)/\(fenceFile)"), policies: policies)
    #expect(file.fences.count == fenceCount)
    #expect(file.problems.isEmpty)
  }

  @Test func goldenBadRows() throws {
    let reading = Reading(try Self.bytes("golden/bad-rows/samples.csv"))
    #expect(reading.rows.map(\.sequence) == [1, 2, 4, 5, 8, 9, 10, 11])
    #expect(reading.rows.map(\.line) == [2, 4, 6, 8, 11, 12, 13, 14])
    #expect(reading.times().map { $0.isNaN ? -1 : $0 } == [1, 2, 4, -1, 8, 9, 3.5, 12])
    #expect(reading.value(5, 1).isNaN && reading.value(4, 1).isNaN && reading.value(5, 3) == .infinity)
  }

  @Test func goldenTimes() throws {
    let reading = Reading(try Self.bytes("golden/geojson-and-times/samples.csv"))
    #expect(reading.times().prefix(4) == [1_709_251_199, 1_709_251_200.5, 1_709_251_205, 1709251206.123456789])
    #expect(reading.value(4, 0).isNaN && reading.value(5, 0).isNaN)
    #expect(reading.timesWithoutOffset == 1)
  }

  @Test func goldenIdentifiers() throws {
    let reading = Reading(try Self.bytes("golden/ids-and-text/samples.ndjson"))
    #expect(reading.rows.map(\.device) == ["7", "7", "007", "tab\tx", "7"])
    #expect(reading.value(4, 3) == 6)
    let file = try fences(try Self.bytes("golden/ids-and-text/fences.csv"))
    let ids = ["a,b", "say \"hi\"", "é", "e\u{301}", " lead", "007", "7", "back\\slash", "tab\there", "日本"]
    #expect(file.fences.map(\.id) == ids.map { Identifier($0) })
    let geo = try fences(try Self.bytes("golden/geojson-and-times/fences.geojson"))
    #expect(geo.fences.map(\.id) == ["east", "42", "pole"])
    #expect(geo.fences.map(\.enterRadiusMeters) == [150, 150, 500])
    #expect(geo.fences.map(\.exitRadiusMeters) == [200, 225, 750])
    #expect(geo.fences.map(\.center.longitude) == [179.9995, -179.9995, 10])
  }

  @Test(
    arguments: [
      ("trace_gpsd_receivers_bsd2.csv", 6882, 129), ("trace_gpxpy_hikes_apache2.csv", 2697, nil),
      ("trace_trackintel_google.csv", 416, nil), ("trace_trackintel_posmo.csv", 1327, nil),
      ("trace_android_pixel6_gps_flp_nlp.csv", 243, 1), ("trace_iabp_antimeridian.csv", 28148, 14),
    ] as [(String, Int, Int?)])
  func traces(name: String, rows: Int, devices: Int?) throws {
    let bytes = try Self.bytes("data/\(name)")
    let reading = Reading(bytes)
    #expect(reading.malformed.isEmpty)
    #expect(reading.rows.count == rows)
    if let devices { #expect(Set(reading.rows.map(\.device)).count == devices) }
    #expect(reading.timesWithoutOffset == (name.contains("posmo") ? 1327 : 0))
    let cuts = Array(stride(from: 1, to: bytes.count, by: 997))
    #expect(Reading(bytes, cuts: cuts, limit: 64) == reading)
    if name.contains("posmo") {
      #expect(Reading(bytes, offsetSeconds: 0).times().allSatisfy { $0.isFinite })
    }
  }

  @Test(arguments: [
    ("fences_airports_mit.csv", 28298), ("fences_geonames15000_ccby4.csv", 34006),
    ("fences_us_zcta_publicdomain.csv", 33791), ("fences_us_stores_100k.csv", 100_000),
  ])
  func places(name: String, rows: Int) throws {
    let file = try fences(try Self.bytes("data/\(name)"))
    #expect(file.rowCount == rows)
    #expect(file.fences.count + file.problems.count == rows)
    #expect(file.problems.isEmpty)
  }
}
