import FenceData
import FenceReplay
import GeoPolicy
import Testing
import Workload

/// Latitude and longitude in each other's place, where both are in range.
struct SwapSuspicionTests {
  /// Stores over a country of a thousand kilometers; those of `swapped` with latitude and longitude exchanged.
  private func report(swapped: Set<Int>, seed: UInt64 = 7) throws -> CheckReport {
    var random = SplitMix64(seed: seed)
    var file = FenceFile()
    for index in 0..<400 {
      var center = Point(latitude: random.uniform(47, 55), longitude: random.uniform(6, 15))
      if swapped.contains(index) { center = Point(latitude: center.longitude, longitude: center.latitude) }
      file.fences.append(try Fence(id: Identifier("\(index)"), center: center))
      file.lines.append(index + 2)
    }
    file.rowCount = file.fences.count
    return checkFences(file)
  }

  @Test(arguments: [[], [17], [0, 399], Array(100..<180)])
  func exchangedOnesAreFound(swapped: [Int]) throws {
    let finding = try report(swapped: Set(swapped)).finding(.suspectedSwap)
    #expect(finding?.count ?? 0 == swapped.count)
    #expect(finding?.examples.map(\.line) ?? [] == swapped.prefix(3).map { $0 + 2 })
  }

  /// Where half of the fences is here and half is there, nobody knows which half is wrong.
  @Test func halvesAreNotJudged() throws {
    #expect(try report(swapped: Set(0..<200)).finding(.suspectedSwap) == nil)
  }

  /// A branch abroad is far from all others, and stays so when exchanged.
  @Test func aBranchAbroadIsNone() throws {
    var file = FenceFile()
    for index in 0..<40 {
      let center = Point(latitude: index == 3 ? 35.6 : 48 + Double(index) * 0.1, longitude: index == 3 ? 60 : 9)
      file.fences.append(try Fence(id: Identifier("\(index)"), center: center))
      file.lines.append(index + 2)
    }
    #expect(checkFences(file).finding(.suspectedSwap) == nil)
  }

  /// All over the globe an exchanged place is always near something.
  @Test func theGlobeIsNotJudged() throws {
    var random = SplitMix64(seed: 11)
    var file = FenceFile()
    for index in 0..<5000 {
      let center = Point(latitude: random.uniform(-85, 85), longitude: random.uniform(-180, 180))
      file.fences.append(try Fence(id: Identifier("\(index)"), center: center))
      file.lines.append(index + 2)
    }
    #expect(checkFences(file).finding(.suspectedSwap) == nil)
  }
}
