import FenceData
import FenceReplay
import GeoPolicy
import TestSupport
import Testing
import Workload

struct SweepTests {
  /// A shop, and a device at these distances north of it, one sample every ten seconds; accuracy 5 m, or as given.
  private func walk(_ distances: [Double], accuracies: [Int: Double] = [:]) -> SweepInput {
    var samples = "device,time,latitude,longitude,accuracy\n"
    for (index, distance) in distances.enumerated() {
      let latitude = 40 + distance / (earthRadiusMeters * .pi / 180)
      samples += "d,\(index * 10),\(latitude),-75,\(accuracies[index] ?? 5)\n"
    }
    return SweepInput(fences: "id,latitude,longitude\nshop,40,-75\n", samples: samples)
  }

  private func result(_ results: [SweepResult], _ enter: Double, _ exit: Double, _ confirm: Int) throws -> SweepResult {
    try #require(
      results.first {
        $0.setting.enterRadiusMeters == enter && $0.setting.exitRadiusMeters == exit
          && $0.setting.enterConfirmations == confirm && $0.setting.exitConfirmations == confirm
      })
  }

  @Test func delaysAreMeasuredByOneYardstick() throws {
    // Within 100 m from 10 s on, within 60 m from 30 s on; beyond 120 m from 60 s on, beyond 160 m from 80 s on.
    let input = walk([500, 95, 80, 50, 40, 110, 130, 150, 170, 180])
    let sweep = try input.sweep(SweepLists(enter: [60, 100], exit: [120, 160], confirm: [1, 2]))
    #expect(sweep.yardstick.arrivalMeters == 100)
    #expect(sweep.yardstick.departureMeters == 120)
    #expect(sweep.yardstick.visitMeters == 60)
    #expect(sweep.visitCount == 1)
    let results = sweep.allResults
    for (enter, exit, confirm, arrival, departure) in [
      (60.0, 120.0, 1, 20.0, 0.0), (60, 160, 1, 20, 20), (100, 120, 1, 0, 0), (100, 160, 1, 0, 20),
      (60, 120, 2, 30, 10), (60, 160, 2, 30, 30), (100, 120, 2, 10, 10), (100, 160, 2, 10, 30),
    ] {
      let result = try result(results, enter, exit, confirm)
      #expect(result.enterDelay.medianSeconds == arrival, "\(result.setting)")
      #expect(result.exitDelay.ninthDecileSeconds == departure, "\(result.setting)")
      #expect(result.delay.count == 2)
      #expect(result.missedVisitCount == 0)
      #expect(result.flapCount == 0)
    }
  }

  @Test func flapsAndMissedVisits() throws {
    // In for one sample, twice within the window, and once more behind it.
    let input = walk([500, 50, 500, 50, 500, 500, 500, 500, 50, 500])
    var options = SweepOptions()
    options.flapWindowSeconds = 10
    let results = try input.sweep(SweepLists(enter: [60], exit: [100], confirm: [1, 2]), options).allResults
    let one = try result(results, 60, 100, 1)
    #expect([one.enterCount, one.exitCount, one.flapCount, one.missedVisitCount] == [3, 3, 1, 0])
    #expect([one.flappingDeviceCount, one.flappingFenceCount] == [1, 1])
    let two = try result(results, 60, 100, 2)
    #expect([two.enterCount, two.exitCount, two.flapCount, two.missedVisitCount] == [0, 0, 0, 3])
    #expect(two.delay.medianSeconds == nil)
  }

  /// A visit that has not ended when the samples do counts like any other.
  @Test func theLastVisitCounts() throws {
    let results = try walk([500, 50]).sweep(SweepLists(confirm: [1, 2])).allResults
    #expect(results.map(\.missedVisitCount) == [0, 1])
  }

  @Test func aStricterAccuracyIsLate() throws {
    let input = walk([500, 50, 50, 50, 500], accuracies: [1: 25, 2: 25])
    let results = try input.sweep(SweepLists(accuracy: [10, 30])).allResults
    #expect(results.map(\.acceptedCount) == [3, 5])
    #expect(results.map(\.enterDelay.medianSeconds) == [20, 0])
  }

  @Test func aDelayIsOneThatWas() throws {
    // Delays of 0, 10, … 90 s: ten visits, each the wait of another number of coarse samples.
    var distances: [Double] = []
    var accuracies: [Int: Double] = [:]
    for visit in 0..<10 {
      distances.append(500)
      for wait in 0...visit {
        if wait < visit { accuracies[distances.count] = 25 }
        distances.append(10)
      }
    }
    let input = walk(distances, accuracies: accuracies)
    let results = try input.sweep(SweepLists(accuracy: [10, 30])).allResults
    #expect(results[0].enterDelay.count == 10)
    #expect(results[0].enterDelay.medianSeconds == 40)
    #expect(results[0].enterDelay.ninthDecileSeconds == 80)
  }

  @Test(arguments: [2, 3, 64])
  func threadsAndPortionsChangeNothing(threads: Int) throws {
    var world = StoreWorld(StoreWorld.Parameters(fenceCount: 500, deviceCount: 20, seed: 12))
    let input = SweepInput(&world, sampleCount: 5000)
    let sweep = try input.sweep(SweepLists(enter: [50, 80, 100], exit: [60, 120], confirm: [1, 2]))
    let all = sweep.allResults
    #expect(sweep.results(of: sweep.settings.indices, threads: threads) == all)
    let middle = sweep.settings.count / 3
    let portions =
      sweep.results(of: 0..<middle, threads: threads)
      + sweep.results(of: middle..<sweep.settings.count, threads: threads)
    #expect(portions == all)
    #expect(sweep.results(of: 3..<3, threads: threads).isEmpty)
  }

  /// Under a larger enter radius a fence that gives only an exit radius is none.
  @Test func aFenceCanFitSomeSettingsOnly() throws {
    var input = walk([500, 50, 500])
    input.fences = "id,latitude,longitude,exit_m\nother,50,10,\nshop,40,-75,70\nshop,40,-75,200\n"
    let sweep = try input.sweep(SweepLists(enter: [60, 100], exit: [120]))
    let results = sweep.allResults
    #expect(results.map(\.fenceCount) == [2, 2])
    #expect(results.map(\.enterCount) == [1, 1])
    #expect(results.map(\.skippedFenceCount) == [1, 1])
    input.fences = "id,latitude,longitude,exit_m\nother,50,10,\nshop,40,-75,70\n"
    let fewer = try input.sweep(SweepLists(enter: [60, 100], exit: [120]))
    #expect(fewer.allResults.map(\.fenceCount) == [2, 1])
    #expect(SweepReport(fewer, fewer.allResults).text.contains("note: 0 to 1 rows of fences are unusable"))
  }
}
