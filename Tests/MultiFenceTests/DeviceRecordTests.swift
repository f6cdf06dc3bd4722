import GeoPolicy
import NaiveScan
import Testing

@testable import MultiFence
@testable import Workload

/// Devices at 0…20 fences at a time, and each of these fences left, entered, undecided, in a run or taken away: the
/// exceptions in the record and in its block, exhaustively, against the naive engine.
@Suite struct DeviceRecordTests {
  static let most = 20
  static let middle = Point(latitude: 47.3, longitude: 8.5)

  /// How the radii lie about the 1050 m at which one fence alone is left.
  enum Edge: CaseIterable {
    /// Left at once.
    case sharp
    /// In the band only.
    case band
    /// Left at once, but every change has to be confirmed.
    case confirmed

    var exitRadiusMeters: Double { self == .band ? 1060 : 1048 }
  }

  @Test func recordIsACacheLine() {
    #expect(MemoryLayout<DeviceRecord>.stride == 64)
    var record = DeviceRecord.unseen
    for version in [1, 0xFFFF_FFFF, 0x1_0000_0000, DeviceRecord.maximumVersion] {
      record.version = version
      #expect(record.version == version)
    }
    for count in 0...2 {
      record.inlineCount = count
      #expect(record.inlineCount == count && record.hasExceptions == (count > 0))
    }
    #expect(!record.flags.contains(.hasLast) && record.version == DeviceRecord.maximumVersion)
  }

  /// Fence k lies so that ``onlyOutside(_:)`` of k is 1050 m from its center and those of the others less than 1044 m.
  private static func fence(_ index: Int, _ edge: Edge, _ policies: PolicySet) throws -> Fence {
    let center = Geodesy.destination(from: middle, azimuth: azimuth(index) + Double.pi, meters: 900)
    return try Fence(
      id: Identifier("\(index)"), center: center, enterRadiusMeters: 1046, exitRadiusMeters: edge.exitRadiusMeters,
      in: policies)
  }

  private static func azimuth(_ index: Int) -> Double { Double(index) * 2 * Double.pi / Double(most) }

  private static func onlyOutside(_ index: Int) -> Point {
    Geodesy.destination(from: middle, azimuth: azimuth(index), meters: 150)
  }

  @Test(arguments: Edge.allCases, [true, false]) func everyExceptionCanChange(edge: Edge, startsOutside: Bool) throws {
    let policies = try PolicySet(
      default: FencePolicy(
        enterConfirmations: edge == .confirmed ? 2 : 1, exitConfirmations: edge == .confirmed ? 2 : 1))
    let far = Geodesy.destination(from: Self.middle, azimuth: 1, meters: 50_000)
    for count in 0...Self.most {
      let fences = try (0..<count).map { try Self.fence($0, edge, policies) }
      let naive = try NaiveEngine(fences: fences, policies: policies)
      let indexed = try FenceEngine(fences: fences, policies: policies)
      for index in 0..<max(count, 1) {
        let (inside, outside) = (Self.middle, Self.onlyOutside(index))
        let walk = [inside, outside, inside, outside, outside, far, inside, inside, outside, inside, far, far, outside]
        var columns = SampleColumns()
        for (step, place) in ((startsOutside ? [outside] : []) + walk).enumerated() {
          columns.append(Sample(device: UInt32(index), time: Double(step), place: place, accuracyMeters: 5))
        }
        // One by one, so that the states between are seen.
        for sample in columns.batches(of: 1) {
          var expected = Evaluation(), actual = Evaluation()
          naive.evaluate(sample, into: &expected)
          indexed.evaluate(sample, into: &actual)
          // No fence was ever removed, so that handles are the same.
          try #require(expected.events.map(\.text) == actual.events.map(\.text), "\(count) fences, fence \(index)")
          let summary = indexed.summary(of: UInt32(index))
          try #require(naive.summary(of: UInt32(index)) == summary, "\(count) fences, fence \(index)")
        }
        if count > 0, edge == .sharp, !startsOutside {
          let events = try Self.events(of: columns, fences, policies)
          #expect(events == 5 * count + 3, "\(count) fences, fence \(index): \(events) events")
        }
      }
      #expect(indexed.brokenInvariants() == [])
    }
  }

  private static func events(of columns: SampleColumns, _ fences: [Fence], _ policies: PolicySet) throws -> Int {
    var evaluation = Evaluation()
    try NaiveEngine(fences: fences, policies: policies).evaluate(columns, into: &evaluation)
    return evaluation.events.count
  }

  @Test func everyFenceCanBeTakenAway() throws {
    let policies = PolicySet.standard
    for count in 1...Self.most {
      let fences = try (0..<count).map { try Self.fence($0, .sharp, policies) }
      let indexed = try FenceEngine(fences: fences)
      var columns = SampleColumns()
      for step in 0...3 * count {
        columns.append(Sample(device: 3, time: Double(step), place: Self.middle, accuracyMeters: 5))
      }
      var samples = columns.batches(of: 1)[...]
      func take() -> [String] {
        var evaluation = Evaluation()
        if let sample = samples.popFirst() { indexed.evaluate(sample, into: &evaluation) }
        return evaluation.events.map { "\($0.kind) \(indexed.id(of: $0.fence))" }
      }
      #expect(take() == fences.map { "enter \($0.id)" })
      for fence in fences {
        try indexed.apply([.remove(fence.id)])
        #expect(take() == ["removed \(fence.id)"])
        #expect(indexed.summary(of: 3).inside.count == count - 1)
        try indexed.apply([.add(fence)])
        #expect(take() == ["enter \(fence.id)"])
        // Again in the same slot and with nothing in between.
        try indexed.apply([.remove(fence.id), .add(fence)])
        #expect(take() == ["removed \(fence.id)", "enter \(fence.id)"])
        #expect(indexed.summary(of: 3).inside.count == count && indexed.summary(of: 3).unknown == [])
      }
      #expect(indexed.brokenInvariants() == [])
    }
  }
}

extension DeviceRecord {
  /// All zero.
  fileprivate static var unseen: DeviceRecord {
    var table = DeviceTable()
    return table.record(0).pointee
  }
}

extension FenceEvent {
  /// Every bit of the numbers, for NaN equals nothing.
  fileprivate var text: String {
    "\(row) \(device) \(fence.rawValue) \(kind) \(from) \(to) \(time) \(accuracyMeters) \(distanceMeters) \(durationSeconds)"
  }
}
