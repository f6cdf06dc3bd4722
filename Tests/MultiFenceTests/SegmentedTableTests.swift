import Testing
import Workload

@testable import MultiFence

/// The hash tables against dictionaries, with keys that collide.
@Suite struct SegmentedTableTests {
  /// Keys of one segment that all want slots near its end, so that runs of them go around.
  static let collidingKeys: [UInt64] = {
    var keys: [UInt64] = []
    var key: UInt64 = 1
    while keys.count < 60 {
      let hash = SegmentedTable.hash(key)
      if hash >> 56 == 200, hash >> 24 & 0xFFFF_FFFF >= 0xF000_0000 { keys.append(key) }
      key += 1
    }
    return keys
  }()

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func equalsADictionary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var table = SegmentedTable()
    var model: [UInt64: [UInt64]] = [:]
    let keys = seed % 2 == 0 ? Self.collidingKeys : Self.collidingKeys + (1...300).map { $0 }
    var grows = true
    for step in 0..<6000 {
      if step % 700 == 0 { grows.toggle() }
      let key = random.pick(keys)
      if random.chance(grows ? 0.7 : 0.3) {
        let value = random.next()
        let slot = table.insert(key, value)
        #expect(slot.pointee.key == key && slot.pointee.value == value)
        model[key, default: []].append(value)
      } else if let values = model[key], !values.isEmpty {
        let value = random.pick(values)
        table.remove(key, value)
        model[key]?.removeAll { $0 == value }
        #expect(table.firstValue(of: key) { $0 == value } == nil)
      }
      if step % 50 == 0 { table.expectEqual(model, keys, "seed \(seed) step \(step)") }
    }
    table.fit(percent: 60)
    table.expectEqual(model, keys, "seed \(seed), fitted")
    table.fit(percent: 70)
    table.expectEqual(model, keys, "seed \(seed), fitted tight")
    for (key, values) in model { for value in values { table.remove(key, value) } }
    #expect(table.count == 0)
    #expect(table.find(keys[0]) == nil)
  }

  /// Every number of entries, and the removal of each of them.
  @Test func everyPositionCanLeave() {
    for count in 1...24 {
      for leaving in 0..<count {
        var table = SegmentedTable()
        for key in Self.collidingKeys[..<count] { table.insert(key, key + 1) }
        table.remove(Self.collidingKeys[leaving], Self.collidingKeys[leaving] + 1)
        for (index, key) in Self.collidingKeys[..<count].enumerated() {
          #expect(table.find(key)?.pointee.value == (index == leaving ? nil : key + 1), "\(leaving) of \(count)")
        }
      }
    }
  }

  @Test func shrinksAgain() {
    var table = SegmentedTable()
    for key in 1...100_000 as ClosedRange<UInt64> { table.insert(key, key) }
    let full = table.bytes
    #expect(full >= 100_000 * 16 && full < 100_000 * 40)
    for key in 1...100_000 as ClosedRange<UInt64> { table.remove(key, key) }
    #expect(table.count == 0)
    #expect(table.bytes < full / 10)
  }

  /// All segments in one block, then one segment after the other leaves it, the last of which frees it.
  @Test func aFittedTableGrowsOutOfItsBlock() {
    var table = SegmentedTable()
    for key in 1...50_000 as ClosedRange<UInt64> { table.insert(key, key &* 3) }
    for _ in 0..<2 {
      table.fit(percent: 60)
      let fitted = table.bytes
      #expect(fitted >= 50_000 * 16 && fitted < 50_000 * 32)
      #expect((1...50_000 as ClosedRange<UInt64>).allSatisfy { table.find($0)?.pointee.value == $0 &* 3 })
    }
    for key in 50_001...200_000 as ClosedRange<UInt64> { table.insert(key, key &* 3) }
    #expect((1...200_000 as ClosedRange<UInt64>).allSatisfy { table.find($0)?.pointee.value == $0 &* 3 })
    #expect(table.bytes >= 200_000 * 16 && table.bytes < 200_000 * 60)
    for key in 1...200_000 as ClosedRange<UInt64> { table.remove(key, key &* 3) }
    #expect(table.count == 0 && table.bytes < 100_000)
  }
}

extension SegmentedTable {
  fileprivate func expectEqual(_ model: [UInt64: [UInt64]], _ keys: [UInt64], _ label: String) {
    var held: [UInt64: [UInt64]] = [:]
    forEach { held[$0.pointee.key, default: []].append($0.pointee.value) }
    for key in keys {
      let expected = model[key, default: []].sorted()
      #expect(held[key, default: []].sorted() == expected, "\(label)")
      #expect((find(key) != nil) == !expected.isEmpty, "\(label)")
      for value in expected { #expect(firstValue(of: key) { $0 == value } == value, "\(label)") }
    }
    #expect(count == model.values.reduce(0) { $0 + $1.count }, "\(label)")
  }
}
