import FenceData
import GeoPolicy
import Testing
import Workload

/// Random damage to good inputs: nothing crashes, and every row is accounted for.
@Suite struct FuzzTests {
  static let samples: [String] = [
    "seq,device,time,latitude,longitude,accuracy,received\n"
      + (0..<12).map { "\($0),device-\($0 % 3),170000000\($0).25,40.00008993216059,-75,5.5,1.7e9\r\n" }.joined(),
    "device,time,lat,lon,acc,note\n"
      + (0..<12).map { "\"d\"\"\($0)\",2024-03-01T00:00:\($0 + 10).5+01:00,1,\"2\",3,\"two\nlines, é\"\n" }.joined(),
    (0..<12).map {
      "{\"device\":\"d\\u00e9\($0)\",\"time\":\"2024-03-01T00:00:00Z\",\"lat\":1.5,\"lon\":-2e1,\"acc\":null,\"x\":[{}]}\n"
    }.joined(),
  ]

  @Test(arguments: samples)
  func damagedSamples(text: String) {
    let seed = 77 as UInt64
    print("FuzzTests, samples: seed \(seed)")
    var generator = SplitMix64(seed: seed)
    let good = Array(text.utf8)
    for round in 0..<1500 {
      let bytes = Self.damaged(good, &generator)
      let whole = Reading(bytes, limit: 5)
      let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
      let cut = Reading(bytes, cuts: cuts, limit: 3)
      let ok = Self.isSound(whole) && whole == cut
      if !ok {
        Issue.record("round \(round), seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
        return
      }
    }
  }

  /// Every data row is a row or malformed: the default sequence numbers count both, and lines rise.
  private static func isSound(_ reading: Reading) -> Bool {
    let lines = (reading.rows.map(\.line) + reading.malformedLines).sorted()
    let isRising = zip(lines, lines.dropFirst()).allSatisfy(<)
    let places = reading.malformed.map(\.beforeRow)
    let isPlaced = places == places.sorted() && places.allSatisfy { $0 <= reading.rows.count }
    return isRising && isPlaced && reading.rows.allSatisfy { !$0.device.isEmpty }
  }

  @Test func sequenceNumbersCountMalformedRows() {
    let seed = 5 as UInt64
    print("FuzzTests, sequence: seed \(seed)")
    var generator = SplitMix64(seed: seed)
    let good = Array(("device,time,lat,lon,acc\n" + (0..<20).map { "d\($0),1,2,3,4\n" }.joined()).utf8)
    for _ in 0..<1500 {
      let reading = Reading(Self.damaged(good, &generator))
      // The number of a row is the number of all rows before it.
      for (index, row) in reading.rows.enumerated() {
        let malformedBefore = reading.malformed.filter { $0.beforeRow <= index }.count
        if row.sequence != Int64(index + malformedBefore) {
          Issue.record("row \(index) is numbered \(row.sequence)")
          return
        }
      }
    }
  }

  static let fenceFiles: [String] = [
    "id,latitude,longitude,enter_m,exit_m,policy\n" + (0..<8).map { "f\($0),\($0),\($0),80,120,\n" }.joined(),
    (0..<8).map { "{\"id\":\"f\($0)\",\"latitude\":\($0),\"longitude\":2,\"radius\":\"50\"}\n" }.joined(),
    "{\"type\":\"FeatureCollection\",\"features\":["
      + (0..<8).map {
        "{\"type\":\"Feature\",\"id\":\($0),\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0),1,2]},"
          + "\"properties\":{\"radius\":50,\"exitRadius\":80}}"
      }.joined(separator: ",\n") + "]}",
  ]

  @Test(arguments: fenceFiles)
  func damagedFences(text: String) throws {
    let seed = 99 as UInt64
    print("FuzzTests, fences: seed \(seed)")
    var generator = SplitMix64(seed: seed)
    let good = Array(text.utf8)
    #expect(try fences(good).fences.count == 8)
    var unusable = 0
    for round in 0..<1500 {
      let bytes = Self.damaged(good, &generator)
      do {
        let file = try fences(bytes)
        guard file.rowCount == file.fences.count + file.problems.count, !file.fences.isEmpty,
          Set(file.fences.map(\.id)).count == file.fences.count
        else {
          Issue.record("round \(round), seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
          return
        }
      } catch {
        #expect(error is UnusableInput)
        unusable += 1
      }
    }
    #expect(unusable < 1500)
  }

  @Test func damagedPolicies() throws {
    let seed = 13 as UInt64
    print("FuzzTests, policies: seed \(seed)")
    var generator = SplitMix64(seed: seed)
    let good = Array(
      """
      {"maxAge": null, "maxFuture": 60, "policies": {"default": {"enterRadius": 80, "exitRadius": 120, "maxAccuracy": 30},
      "mall": {"acceptZeroAccuracy": true, "missingAccuracy": null, "enterConfirmations": 1, "exitConfirmations": 2}}}
      """.utf8)
    var usable = 0
    for _ in 0..<2500 {
      let bytes = Self.damaged(good, &generator)
      do {
        _ = try bytes.withUnsafeBytes { try readPolicies($0) }
        usable += 1
      } catch {
        #expect(error is UnusableInput)
      }
    }
    #expect(usable > 0)
  }

  /// A copy with up to five bytes changed, inserted or taken away, or a stretch doubled or cut off.
  private static func damaged(_ good: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    let spice: [UInt8] = Array("\",\r\n{}[]:\\ \t0-+.eE".utf8) + [0, 0xFF, 0xC3, 0xE2, 0xF0]
    var bytes = good
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let at = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
      let byte =
        Bool.random(using: &generator)
        ? spice.randomElement(using: &generator)
        : UInt8.random(
          in: .min ... .max, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<5: bytes[at] = byte ?? 0
      case 5..<8: bytes.insert(byte ?? 0, at: at)
      case 8..<10: bytes.remove(at: at)
      case 10:
        let end = min(bytes.count, at + Int.random(in: 0...20, using: &generator))
        bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
      default: bytes.removeLast(Int.random(in: 0...min(10, bytes.count - 1), using: &generator))
      }
    }
    return bytes
  }
}
