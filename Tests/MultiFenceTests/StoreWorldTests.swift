import Foundation
import GeoPolicy
import Testing

@testable import Workload

@Suite struct StoreWorldTests {
  @Test(arguments: StoreWorld.Fleet.allCases)
  func streamDoesNotDependOnBatches(fleet: StoreWorld.Fleet) {
    let parameters = StoreWorld.Parameters(fenceCount: 2000, deviceCount: 37, seed: 11, fleet: fleet)
    var whole = StoreWorld(parameters)
    var cut = StoreWorld(parameters)
    let all = whole.nextBatch(1000)
    var joined = SampleColumns()
    for size in [1, 0, 36, 37, 38, 500, 388] {
      let part = cut.nextBatch(size)
      joined.devices += part.devices
      joined.times += part.times
      joined.latitudes += part.latitudes
      joined.longitudes += part.longitudes
      joined.accuracies += part.accuracies
    }
    #expect(joined.devices == all.devices && joined.times == all.times && joined.accuracies == all.accuracies)
    #expect(joined.latitudes == all.latitudes && joined.longitudes == all.longitudes)
    #expect(Set(all.devices[..<37]).count == 37)
  }

  @Test func isAsItsDescriptionSays() throws {
    var world = StoreWorld(.init(fenceCount: 20_000, deviceCount: 1000, seed: 3))
    let samples = world.nextBatch(50_000)
    #expect(world.cityCount == 300)
    #expect(Set(world.fences.map(\.id)).count == 20_000)
    let odd = world.fences.count { $0.enterRadiusMeters != 80 }
    #expect((1800...2200).contains(odd))
    let negative = samples.accuracies.count { $0 < 0 }
    let coarse = samples.accuracies.count { $0 > 30 }
    #expect((400...600).contains(negative))
    #expect((3750...4250).contains(coarse))
    for row in 0..<samples.count {
      let place = Point(latitude: samples.latitudes[row], longitude: samples.longitudes[row])
      try #require(place.valid)
    }
    let uniform = StoreWorld(.init(fenceCount: 1000, deviceCount: 1, seed: 3, radii: .uniform))
    #expect(uniform.fences.allSatisfy { $0.enterRadiusMeters == 80 && $0.exitRadiusMeters == 120 })
  }

  @Test func portableFunctionsAgreeWithTheLibrary() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let x = random.uniform(-50, 50)
      let y = random.uniform(-50, 50)
      let (sine, cosine) = PortableMath.sineAndCosine(x)
      #expect(abs(sine - sin(x)) < 1e-15 && abs(cosine - cos(x)) < 1e-15, "\(x)")
      #expect(abs(PortableMath.exponential(x) / exp(x) - 1) < 2e-15, "\(x)")
      #expect(abs(PortableMath.angle(y: y, x: x) - atan2(y, x)) < 2e-15, "\(y) \(x)")
      let positive = random.logUniform(1e-9, 1e9)
      #expect(abs(PortableMath.logarithm(positive) - log(positive)) < 1e-14, "\(positive)")
    }
  }

  @Test func generatorNeverChanges() {
    var random = SplitMix64(seed: 1_234_567)
    // The published test values of SplitMix64.
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }
}
