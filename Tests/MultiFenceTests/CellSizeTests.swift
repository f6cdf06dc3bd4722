import GeoPolicy
import Testing
import Workload

@testable import MultiFence

/// How wide cells become.
@Suite struct CellSizeTests {
  private static func size(
    _ centers: [Point], exitRadiusMeters: Double = 120, meters: Double? = nil
  ) throws -> CellSize {
    let fences = try centers.enumerated().map { index, center in
      try Fence(
        id: Identifier("\(index)"), center: center, enterRadiusMeters: exitRadiusMeters / 1.5,
        exitRadiusMeters: exitRadiusMeters)
    }
    return CellSize.fitting(fences, meters: meters, otherwise: .standard)
  }

  private static func meters(_ centers: [Point], exitRadiusMeters: Double = 120) throws -> Double {
    try size(centers, exitRadiusMeters: exitRadiusMeters).meters
  }

  @Test func followsTheRadii() throws {
    let lone = [Point(latitude: 48, longitude: 11)]
    #expect(CellSize.fitting([Fence](), meters: nil, otherwise: .standard).meters == 480)
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

  /// The wider the cells beside the radii, the wider the margin: an ordinary fence stays in about two and a half cells.
  @Test func marginsFitTheRadii() throws {
    let lone = [Point(latitude: 48, longitude: 11)]
    #expect(try Self.size(lone) == CellSize(meters: Self.meters(lone), margin: 0.1))
    for (meters, margin) in [(240.0, 0.0), (480, 0.04), (600, 0.09), (1200, 0.1), (1e6, 0.1)] {
      let size = try Self.size(lone, meters: meters)
      #expect(size.meters == meters && abs(size.margin - margin) < 0.001, "\(size)")
    }
    #expect(abs(CellSize.fitting([Fence](), meters: nil, otherwise: .standard).margin - 0.04) < 0.001)
  }

  /// Poles and ±180° are places like others.
  @Test(arguments: [
    Point(latitude: 90, longitude: 0), Point(latitude: -90, longitude: 180), Point(latitude: 0, longitude: -180),
  ])
  func edgesOfTheMap(place: Point) throws {
    #expect(try abs(Self.meters([place, place]) - 8 * 480) < 1)
  }
}
