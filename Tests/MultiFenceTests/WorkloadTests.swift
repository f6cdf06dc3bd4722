import GeoPolicy
import Testing
import Workload

@Suite struct WorkloadTests {
  @Test(arguments: RandomWorld.Kind.allCases)
  func worldsAreReproducibleAndTheirChangesValid(kind: RandomWorld.Kind) throws {
    for seed in 0..<4 as Range<UInt64> {
      let world = RandomWorld(seed: seed, kind: kind)
      #expect("\(world)" == "\(RandomWorld(seed: seed, kind: kind))", "seed \(seed)")
      #expect(world.sampleCount >= 100)
      var live = Set(world.fences.map(\.id))
      #expect(live.count == world.fences.count)
      for step in world.steps {
        guard case .changes(let changes) = step else { continue }
        for change in changes {
          switch change {
          case .add(let fence): #expect(live.insert(fence.id).inserted, "seed \(seed)")
          case .edit(let fence): #expect(live.contains(fence.id), "seed \(seed)")
          case .remove(let id): #expect(live.remove(id) != nil, "seed \(seed)")
          }
        }
      }
    }
  }

  @Test func boundaryWorldsHoldExactAndNearlyExactDistances() throws {
    var exact = 0
    var within = 0
    var beyond = 0
    for seed in 0..<8 as Range<UInt64> {
      let world = RandomWorld(seed: seed, kind: .boundary)
      for case .samples(let columns) in world.steps {
        for row in 0..<columns.count {
          let place = Point(latitude: columns.latitudes[row], longitude: columns.longitudes[row])
          for fence in world.fences {
            let distance = try #require(meters(fence.center, place))
            for radius in [fence.enterRadiusMeters, fence.exitRadiusMeters] where abs(distance - radius) < 1e-6 {
              if distance == radius { exact += 1 } else if distance < radius { within += 1 } else { beyond += 1 }
            }
          }
        }
      }
    }
    #expect(exact > 200 && within > 200 && beyond > 200, "\(exact) \(within) \(beyond)")
  }
}
