import FenceData
import GeoPolicy
import MultiFence
import Testing
import Workload

@testable import cordon_bench

@Suite struct PlanPartsTests {
  static func fences(_ count: Int, seed: UInt64 = 4) -> [Fence] {
    StoreWorld(StoreWorld.Parameters(fenceCount: count, deviceCount: 1, seed: seed)).fences
  }

  @Test(arguments: PlanOptions.Input.allCases)
  func textThatComesAroundAgainIsTheSameButLater(_ form: PlanOptions.Input) throws {
    let count = 70
    let names = PlanNames.make(count)
    var source = FleetSource(fences: Self.fences(50), deviceCount: count, intervalSeconds: 5, seed: 2)
    var copy = source
    let loop = TextLoop(&source, rounds: 3, form: form, names: names)
    var expected = SampleColumns()
    copy.fill(&expected, count: 3 * count)
    #expect(loop.count == 210)

    var reader = SampleReader()
    var devices = names
    var batch = SampleBatch()
    let header = RowText.header(form)
    _ = try header.withUnsafeBytes { try reader.read($0, into: &batch, devices: &devices, limit: 1) }
    // In pieces that end anywhere, over the end of the loop twice.
    var next = 0
    for size in [100, 150, 3, 300] {
      try loop.withText(next..<next + size) { bytes in
        let taken = try reader.read(bytes, into: &batch, devices: &devices, limit: 10_000)
        #expect(taken == bytes.count)
      }
      next += size
    }
    let columns = batch.columns
    #expect(columns.count == next)
    #expect(batch.malformed.isEmpty)
    #expect(devices.count == count)
    for row in 0..<columns.count {
      let first = row % 210
      #expect(columns.devices[row] == expected.devices[first])
      #expect(columns.latitudes[row] == expected.latitudes[first])
      #expect(columns.longitudes[row] == expected.longitudes[first])
      #expect(columns.accuracies[row] == expected.accuracies[first])
      if row < 210 { #expect(abs(columns.times[row] - expected.times[first]) < 0.000_6) }
      if row >= count { #expect(columns.times[row] > columns.times[row - count]) }
    }
  }

  @Test func crowdedPlacesAreThoseOfAPlainCount() throws {
    let fences = Self.fences(700)
    let found = try CrowdedPlaces.find(fences, .standard) { false }
    #expect(found.examined == 700)
    func around(_ fence: Fence) -> [Fence] {
      fences.filter { (meters($0.center, fence.center) ?? .infinity) <= $0.exitRadiusMeters }
    }
    let counts = fences.map { around($0).count }
    #expect(abs(found.mean - Double(counts.reduce(0, +)) / 700) < 1e-9)
    #expect(found.places.first?.count == counts.max())
    #expect(found.places.map(\.count) == found.places.map(\.count).sorted(by: >))
    var seen: Set<Identifier> = []
    for place in found.places {
      let fence = try #require(fences.first { $0.id == place.fence })
      #expect(around(fence).count == place.count)
      #expect(!seen.contains(place.fence))
      seen.formUnion(around(fence).map(\.id))
    }
  }

  @Test func theSearchForPlacesEndsWhenItIsLate() throws {
    let found = try CrowdedPlaces.find(Self.fences(900), .standard) { true }
    #expect(found.examined >= 1 && found.examined < 900)
    #expect(found.total == 900)
    #expect(!found.places.isEmpty)
  }

  @Test func placesOfPoliciesThatRefuseMuch() throws {
    let policies = try PolicySet(
      default: FencePolicy(maxAccuracyMeters: 0, enterConfirmations: 3),
      named: [("strict", FencePolicy(maxAccuracyMeters: 5, acceptsZeroAccuracy: false))], maxAgeSeconds: 1)
    let point = Point(latitude: 1, longitude: 1)
    let fences = [
      try Fence(id: "a", center: point, in: policies), try Fence(id: "b", center: point, in: policies),
    ]
    #expect(try CrowdedPlaces.find(fences, policies) { false }.places.first?.count == 2)
  }

  @Test func aGrownSetKeepsWhatThereWasAndHasNoNameTwice() throws {
    var fences = Self.fences(30)
    fences.append(try Fence(id: "grown-3", center: Point(latitude: 90, longitude: 180), enterRadiusMeters: 1e8))
    let grown = try PlanFences.grown(fences, to: 310, .standard)
    #expect(grown.count == 310)
    #expect(Array(grown.prefix(31)) == fences)
    #expect(Set(grown.map(\.id)).count == 310)
  }

  @Test func aPipelineCountsWhatItDid() throws {
    let fences = Self.fences(200)
    var source = FleetSource(fences: fences, deviceCount: 100, intervalSeconds: 20, seed: 6)
    let worker = try PlanWorker(
      fences: fences, policies: .standard, names: PlanNames.make(100), &source, rounds: 4, form: .ndjson)
    #expect(worker.pipeline.rowCount == 200)
    #expect(worker.pipeline.eventCount > 0)
    try worker.serve(1200)
    #expect(worker.pipeline.rowCount == 1400)
    // Nothing is refused for its time when the text comes around again: nine in ten pass, by their accuracy.
    let share = Double(worker.pipeline.acceptedCount) / 1400
    #expect(share > 0.86 && share < 0.95, "\(share)")
  }

  @Test func stagesOfASmallFleet() throws {
    let fences = Self.fences(200)
    var source = FleetSource(fences: fences, deviceCount: 300, intervalSeconds: 20, seed: 6)
    let measurement = StageMeasurement(
      fences: fences, policies: .standard, names: PlanNames.make(300), seconds: 0.01)
    let costs = try measurement.run(&source)
    #expect(costs.samples >= 150)
    #expect(costs.readNDJSON > 0 && costs.readCSV > 0 && costs.judge > 0)
    #expect(costs.bytesPerNDJSONRow > costs.bytesPerCSVRow && costs.bytesPerCSVRow > 40)
    #expect(costs.acceptedShare > 0.8 && costs.acceptedShare < 1)
    #expect(abs(costs.admission + costs.match + costs.state + costs.skip - costs.judge) < 1e-6)
    var one = FleetSource(fences: fences, deviceCount: 1, intervalSeconds: 20, seed: 6)
    let alone = try StageMeasurement(
      fences: fences, policies: .standard, names: PlanNames.make(1), seconds: 0.01
    ).run(&one)
    #expect(alone.readNDJSON > 0 && alone.readCSV > 0)
  }

  @Test func whereFencesLieOverEachOtherFewDevicesAreMade() throws {
    let wide = try (0..<2000).map {
      try Fence(
        id: Identifier("\($0)"), center: Point(latitude: 40, longitude: Double($0) / 1000), enterRadiusMeters: 25e6)
    }
    let pilot = try Pilot.run(wide, .standard, devices: 1e9, intervalSeconds: 10, form: .csv)
    // Each device is at 2000 fences.
    #expect(pilot.bytesPerDevice > 2000 * 8)
    let bounds = PlanBounds(fences: 2000, devices: 1e9, processors: 2, memoryBytes: 16 << 30, pilot: pilot)
    #expect(Double(bounds.devices) * pilot.bytesPerDevice <= 4e9)
    let slow = Pilot(nanosecondsPerSample: 1e7, bytesPerDevice: 1e6)
    #expect(slow.batchRows == 16)
    #expect(slow.affordableDevices(seconds: 2, bytes: 1e9) == 100)
    #expect(Pilot(nanosecondsPerSample: 1e300, bytesPerDevice: 1e300).affordableDevices(seconds: 1, bytes: 1) == 1)
    #expect(Pilot(nanosecondsPerSample: 500, bytesPerDevice: 200).batchRows == Pipeline.batchRows)
  }

  @Test func theMemoryProbeReadsLines() {
    let probe = MemoryProbe("base 12\nnonsense\nrate 1e6\nx y\n")
    #expect(probe.values == ["base": 12, "rate": 1e6])
  }
}
