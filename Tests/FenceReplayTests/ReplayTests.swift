import FenceData
import FenceReplay
import GeoPolicy
import NaiveScan
import Testing
import Workload

struct ReplayTests {
  private static let fences = "id,latitude,longitude\nshop,40,-75\nbakery,40.0005,-75\nshop,1,1\n"
  private static let samples = """
    device,time,latitude,longitude,accuracy
    a,1,40,-75,5
    b,1,40.0009,-75,5
    only,two
    a,2,91,-75,5
    ,3,40,-75,5
    b,0,40,-75,99
    a,3,41,-75,5
    c,1,50,-75,
    "open

    """

  private static let rejections = """
    {"line":4,"rejected":["fence"]}
    {"line":4,"rejected":["malformed"]}
    {"seq":3,"device":"a","time":2,"rejected":["coordinates"]}
    {"line":6,"rejected":["malformed"]}
    {"seq":5,"device":"b","time":0,"rejected":["accuracyTooCoarse","outOfOrder"]}
    {"seq":7,"device":"c","time":1,"rejected":["accuracyMissing"]}
    {"line":10,"rejected":["malformed"]}

    """

  private func run(
    _ samples: String, fences: String = fences, settings: ReplaySettings = ReplaySettings(), chunkBytes: Int = 1 << 16
  ) throws -> (lines: ReplayLines, summary: ReplaySummary, badRows: [RowProblem]) {
    let file = try Array(fences.utf8).withUnsafeBytes { try readFences($0, policies: .standard) }
    var replay = try Replay(fences: file, settings: settings)
    try Array(samples.utf8).withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        var chunk = bytes[start..<min(start + chunkBytes, bytes.count)]
        start = chunk.endIndex
        while !chunk.isEmpty { chunk = chunk.dropFirst(try replay.read(UnsafeRawBufferPointer(rebasing: chunk))) }
      }
    }
    try replay.finish()
    while replay.appendStates(limit: 2) {}
    return (replay.lines, replay.summary, replay.badRows)
  }

  private func text(_ buffer: OutputBuffer) -> String { String(decoding: buffer.bytes, as: UTF8.self) }

  @Test func everyRowIsAccountedForInOrder() throws {
    let result = try run(Self.samples)
    let withoutMessages = text(result.lines.rejections).replacing(#/,"message":"[^"\\]*(\\.[^"\\]*)*"/#, with: "")
    #expect(withoutMessages == Self.rejections)
    #expect(result.badRows.map(\.line) == [4, 6, 10])
    let summary = result.summary
    #expect(summary.sampleCount == 9)
    #expect(summary.acceptedCount == 3)
    #expect(summary.rejectedCount == 3)
    #expect(summary.malformedCount == 3)
    #expect(summary.isBalanced)
    #expect(summary.count(of: .accuracyTooCoarse) == 1)
    #expect(summary.count(of: .outOfOrder) == 1)
    #expect(summary.enterCount == 3)
    #expect(summary.exitCount == 2)
    #expect(summary.fenceCount == 2)
    #expect(summary.skippedFenceCount == 1)
    #expect(summary.deviceCount == 3)
    #expect(summary.narrowBands?.count == 2)
    #expect(
      text(result.lines.states) == """
        {"device":"a","authorization":"granted","determined":2,"inside":[],"unknown":[]}
        {"device":"b","authorization":"granted","determined":1,"inside":["bakery"],"unknown":["shop"]}
        {"device":"c","authorization":"granted","determined":0,"inside":[],"unknown":"all"}

        """)
  }

  @Test(arguments: [1, 2, 7, 4096], [1, 5, 64, 1 << 16])
  func neitherBatchesNorChunksNorThreadsMatter(batchRows: Int, chunkBytes: Int) throws {
    let seed = UInt64(batchRows * 1000 + chunkBytes)
    print("ReplayTests, batches: seed \(seed)")
    let untidy = Self.samples.split(separator: "\n").dropFirst().joined(separator: "\n")
    let samples = RandomWalks(seed: seed, rows: 300).csv + untidy
    let wanted = try run(samples)
    var settings = ReplaySettings()
    settings.batchRows = batchRows
    settings.threads = batchRows % 3 + 1
    let found = try run(samples, settings: settings, chunkBytes: chunkBytes)
    for output in ReplayOutput.allCases {
      #expect(found.lines[output].bytes == wanted.lines[output].bytes, "\(output), seed \(seed)")
      #expect(!wanted.lines[output].isEmpty)
    }
    #expect(found.summary == wanted.summary)
    #expect(found.badRows == wanted.badRows)
  }

  @Test func linesThatNobodyWantsAreNotMade() throws {
    for output in ReplayOutput.allCases {
      var settings = ReplaySettings()
      settings.outputs = [output]
      let result = try run(Self.samples, settings: settings)
      for other in ReplayOutput.allCases { #expect(result.lines[other].isEmpty == (other != output)) }
      #expect(result.summary.enterCount == 3)
    }
  }

  @Test func whatAChunkDecidesDoesNotWait() throws {
    let file = try Array(Self.fences.utf8).withUnsafeBytes { try readFences($0, policies: .standard) }
    var replay = try Replay(fences: file)
    let start = "device,time,latitude,longitude,accuracy\na,1,40,-75,5\na,2,4"
    let consumed = try Array(start.utf8).withUnsafeBytes { try replay.read($0) }
    #expect(consumed == start.utf8.count)
    #expect(replay.summary.enterCount == 2)
    #expect(!replay.lines.events.isEmpty)
  }

  @Test func strictEndsAtTheFirstBadRow() throws {
    var settings = ReplaySettings()
    settings.isStrict = true
    let fenceFailure = #expect(throws: ReplayFailure.self) { try run(Self.samples, settings: settings) }
    #expect(fenceFailure?.input == .fences)
    #expect(fenceFailure?.line == 4)
    let failure = #expect(throws: ReplayFailure.self) {
      try run(Self.samples, fences: "id,latitude,longitude\nshop,40,-75\n", settings: settings)
    }
    #expect(failure?.input == .samples)
    #expect(failure?.line == 4)
    // A refused sample is no bad row.
    let refused = "device,time,latitude,longitude,accuracy\na,1,91,-75,5\n"
    let result = try run(refused, fences: "id,latitude,longitude\nshop,40,-75\n", settings: settings)
    #expect(result.summary.rejectedCount == 1)
  }

  @Test func timesWithoutOffsetAreCountedOrGivenOne() throws {
    let samples = "device,time,latitude,longitude,accuracy\na,2024-03-01T00:00:00,40,-75,5\n"
    let without = try run(samples)
    #expect(without.summary.timesWithoutOffset == 1)
    #expect(without.summary.count(of: .timeInvalid) == 1)
    var settings = ReplaySettings()
    settings.offsetSeconds = 3600
    let with = try run(samples, settings: settings)
    #expect(with.summary.timesWithoutOffset == 0)
    #expect(text(with.lines.events).contains("\"time\":1709247600,"))
  }

  @Test func noSamplesAtAllIsAFailure() throws {
    let failure = #expect(throws: ReplayFailure.self) { try run("") }
    #expect(failure?.input == .samples)
  }

  /// The whole way through files gives what the naive scan gives without them.
  @Test func eventsAreThoseOfTheNaiveScan() throws {
    let seed = 42 as UInt64
    print("ReplayTests, naive scan: seed \(seed)")
    let walks = RandomWalks(seed: seed, rows: 2_000)
    let file = try Array(Self.fences.utf8).withUnsafeBytes { try readFences($0, policies: .standard) }
    let naive = try NaiveEngine(fences: file.fences)
    var evaluation = Evaluation()
    var columns = SampleColumns()
    for sample in walks.samples { columns.append(sample) }
    naive.evaluate(columns, into: &evaluation)
    var devices = IdentifierTable()
    for device in 0..<RandomWalks.deviceCount { _ = devices.handle(for: Identifier("d\(device)")) }
    var wanted = OutputBuffer()
    for event in evaluation.events {
      wanted.appendEvent(
        event, sequenceNumber: Int64(event.row), devices: devices, fence: file.fences[Int(event.fence.rawValue)].id)
    }
    let found = try run(walks.csv)
    #expect(evaluation.events.count > 50, "seed \(seed)")
    #expect(found.lines.events.bytes == wanted.bytes, "seed \(seed)")
    #expect(found.summary.acceptedCount == evaluation.acceptedCount, "seed \(seed)")
  }
}

/// A few devices that jump around two shops, with bad accuracies and old times among their samples.
struct RandomWalks {
  static let deviceCount = 5

  /// The samples; device `n` is called `dn`, and each appears first in order of its number.
  let samples: [Sample]

  init(seed: UInt64, rows: Int) {
    var random = SplitMix64(seed: seed)
    samples = (0..<rows).map { row in
      Sample(
        device: UInt32(row < Self.deviceCount ? row : Int.random(in: 0..<Self.deviceCount, using: &random)),
        time: Double(row + Int.random(in: -3...3, using: &random)),
        place: Point(
          latitude: 40 + Double.random(in: -0.003...0.003, using: &random),
          longitude: -75 + Double.random(in: -0.0005...0.0005, using: &random)),
        accuracyMeters: Int.random(in: 0..<10, using: &random) == 0
          ? nil : Double.random(in: 0...33, using: &random))
    }
  }

  var csv: String {
    let rows = samples.map { sample in
      let accuracy = sample.accuracyMeters.map { "\($0)" } ?? ""
      return "d\(sample.device),\(sample.time),\(sample.place.latitude),\(sample.place.longitude),\(accuracy)\n"
    }
    return "device,time,latitude,longitude,accuracy\n" + rows.joined()
  }
}
