import CommandLineSupport
import Foundation
import GeoPolicy
import Testing
import Workload

@testable import cordon_bench

@Suite struct WorkSetTests {
  @Test func theFirstPartHoldsEachDeviceOnce() {
    let steadyCount = 2 * WorkSet.batchSize + 768
    let set = WorkSet(
      StoreWorld.Parameters(fenceCount: 3, deviceCount: 40, seed: 1), sampleCount: 40 + steadyCount)
    #expect(set.first.flatMap(\.devices).sorted() == (0..<40).map { $0 })
    #expect(set.firstCount == 40)
    #expect(set.steadyCount == steadyCount)
    #expect(set.steady.map(\.count) == [WorkSet.batchSize, WorkSet.batchSize, 768])
    #expect(set.batches.reduce(0) { $0 + $1.count } == 40 + steadyCount)
  }

  @Test func theFirstPartIsHalfAtMost() {
    let set = WorkSet(StoreWorld.Parameters(fenceCount: 3, deviceCount: 100, seed: 1), sampleCount: 51)
    #expect(set.firstCount == 25)
    #expect(set.steadyCount == 26)
  }

  @Test("a prefix is affordable, and the samples of some devices without a gap", arguments: [200, 40_000])
  func prefix(fenceCount: Int) {
    let set = WorkSet(StoreWorld.Parameters(fenceCount: fenceCount, deviceCount: 900, seed: 2), sampleCount: 9000)
    let prefix = set.affordablePrefix()
    let count = prefix.firstCount + prefix.steadyCount
    #expect(count * fenceCount <= WorkSet.affordablePairs)
    #expect(prefix.deviceCount * fenceCount * 24 <= WorkSet.affordableBytes)
    let devices = prefix.batches.flatMap(\.devices)
    #expect(Set(devices) == Set(0..<UInt32(prefix.deviceCount)))
    // Handles follow the order of first appearance, and so does the choice of devices.
    let original = Array(set.batches.flatMap(\.devices).prefix(prefix.deviceCount))
    let chosen = Set(original)
    let expected = set.batches.flatMap { batch in
      zip(batch.devices, batch.times).filter { chosen.contains($0.0) }.map(\.1)
    }
    #expect(prefix.batches.flatMap(\.times) == Array(expected.prefix(count)))
  }

  @Test func columnsWithAndWithoutReceiptJoin() {
    var given = SampleColumns()
    given.append(Sample(device: 0, time: 1, place: Point(latitude: 0, longitude: 0), accuracyMeters: 5, received: 2))
    var absent = SampleColumns()
    absent.append(Sample(device: 1, time: 3, place: Point(latitude: 0, longitude: 0), accuracyMeters: 5))
    var both = absent
    both.append(contentsOf: given)
    both.append(contentsOf: absent)
    #expect(both.count == 3)
    #expect(both.received.map { $0.isNaN ? -1 : $0 } == [-1, 2, -1])
    #expect(both.rows(1..<3).devices == [0, 1])
  }

  @Test func readsFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ text: String) throws -> String {
      let url = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: url)
      return url.path
    }
    let fences = try write("f.csv", "id,latitude,longitude\na,1,1\nb,2,2\n")
    let samples = try write(
      "s.csv", "device,time,latitude,longitude,accuracy\nx,1,1,1,5\ny,1,2,2,5\nx,2,1,1,5\ny,2,9,9,5\n")
    let set = try WorkSet(RunOptions.Files(fences: fences, samples: samples))
    #expect(set.fences.map(\.id) == ["a", "b"])
    #expect(set.deviceCount == 2)
    #expect(set.batches.flatMap(\.devices) == [0, 1, 0, 1])
    #expect(set.firstCount == 2)

    func code(_ files: RunOptions.Files) -> ExitCode? {
      do {
        _ = try WorkSet(files)
      } catch {
        if case .failure(let code, _) = error { return code }
      }
      return nil
    }
    #expect(code(RunOptions.Files(fences: folder.path + "/none", samples: samples)) == .noInput)
    #expect(code(RunOptions.Files(fences: fences, samples: folder.path)) == .noInput)
    #expect(code(RunOptions.Files(fences: samples, samples: samples)) == .badData)
    #expect(code(RunOptions.Files(fences: fences, samples: fences)) == .badData)
    #expect(code(RunOptions.Files(fences: fences, samples: try write("e", ""))) == .badData)
    #expect(code(RunOptions.Files(fences: fences, samples: samples, policy: try write("p", "[]"))) == .badData)
  }
}
