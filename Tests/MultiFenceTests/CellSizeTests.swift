import GeoPolicy
import Testing
import Workload

@testable import MultiFence

/// How wide cells become.
@Suite struct CellSizeTests {
  private static func meters(_ centers: [Point], exitRadiusMeters: Double = 120) throws -> Double {
    let fences = try centers.enumerated().map { index, center in
      try Fence(
        id: Identifier("\(index)"), center: center, enterRadiusMeters: exitRadiusMeters / 1.5,
        exitRadiusMeters: exitRadiusMeters)
    }
    return CellSize.meters(for: fences, otherwise: .standard)
  }

  @Test func followsTheRadii() throws {
    let lone = [Point(latitude: 48, longitude: 11)]
    #expect(CellSize.meters(for: [Fence](), otherwise: .standard) == 480)
    #expect(try abs(Self.meters(lone) - 8 * 480) < 1)
    #expect(try abs(Self.meters(lone, exitRadiusMeters: 1000) - 16_000) < 1)
    #expect(try Self.meters(lone, exitRadiusMeters: 300_000) == 1_200_000)
    // Tiny radii, and radii around the globe, have bounds.
    #expect(try Self.meters(lone, exitRadiusMeters: 1e-300) >= FenceGrid.minimumCellMeters)
    #expect(try Self.meters(lone, exitRadiusMeters: 1e300).isFinite)
  }

  @Test func crowdsKeepCellsSmall() throws {
    let spot = Point(latitude: 48, longitude: 11)
    #expect(try Self.meters(Array(repeating: spot, count: 11)) == 480)
    #expect(try Self.meters(Array(repeating: spot, count: 2000)) == 480)
    #expect(try abs(Self.meters(Array(repeating: spot, count: 10)) - 8 * 480) < 1)
    // More fences than are counted, on a grid of 300 m: the wider cells hold 5, 10, 20 of them.
    let grid = (0..<40_000).map {
      Point(latitude: Double($0 / 200) * 300 / 111_195, longitude: Double($0 % 200) * 300 / 111_195)
    }
    let meters = try Self.meters(grid)
    print("fences 300 m apart: cells of \(meters) m")
    #expect(meters > 480 && meters < 1400)
  }

  /// Poles and ±180° are places like others.
  @Test(arguments: [
    Point(latitude: 90, longitude: 0), Point(latitude: -90, longitude: 180), Point(latitude: 0, longitude: -180),
  ])
  func edgesOfTheMap(place: Point) throws {
    #expect(try abs(Self.meters([place, place]) - 8 * 480) < 1)
  }
}
