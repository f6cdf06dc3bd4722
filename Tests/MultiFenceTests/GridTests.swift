import GeoPolicy
import Testing

@testable import MultiFence
@testable import Workload

/// What the grid promises: the cell of a sample lists every fence that could matter, and distances on a row's plane are as
/// nearly right as its slope says.
@Suite struct GridTests {
  /// A center that is hard: by a pole, by ±180°, on the edge of a row or a column, or anywhere.
  private static func center(_ level: GridLevel, _ random: inout SplitMix64) -> Point {
    let near = random.logUniform(1e-9, level.reachMeters)
    let azimuth = random.uniform(0, 2 * Double.pi)
    switch random.below(6) {
    case 0:
      return Geodesy.destination(
        from: Point(latitude: random.pick([90, -90]), longitude: 0), azimuth: azimuth, meters: near)
    case 1:
      return Geodesy.destination(
        from: Point(latitude: random.uniform(-90, 90), longitude: 180), azimuth: azimuth, meters: near)
    case 2: return random.pick(WorldBuilder.remarkablePlaces)
    case 3:
      let row = random.below(level.rows.count)
      return Point(
        latitude: min(max(Double(row) / level.rowsPerDegree - 90, -90), 90), longitude: random.uniform(-180, 180))
    case 4:
      let place = Geodesy.anywhere(&random)
      let columns = level.rows[level.row(of: place.latitude)].columns
      let column = random.below(Int(columns))
      return Point(latitude: place.latitude, longitude: Double(column) / Double(columns) * 360 - 180)
    default: return Geodesy.anywhere(&random)
    }
  }

  @Test(arguments: [64.0, 480, 3000, 100_000, 2_400_000]) func cellsOfSamplesListTheFence(cellMeters: Double) {
    var random = SplitMix64(seed: UInt64(cellMeters))
    print("seed \(UInt64(cellMeters))")
    let level = GridLevel(index: 1, cellMeters: cellMeters)
    var within = 0
    for _ in 0..<4000 {
      let center = Self.center(level, &random)
      let radius = random.pick([
        random.logUniform(0.001, level.reachMeters), level.reachMeters, random.uniform(0, level.reachMeters),
      ])
      var cells: Set<GridCell> = []
      var isAnyTwice = false
      level.forEachCell(around: center, radiusMeters: radius) { if !cells.insert($0).inserted { isAnyTwice = true } }
      #expect(!isAnyTwice, "a cell twice: \(center) \(radius)")
      let lines = [Geodesy.Line.north, .south, .east, .west, .azimuth(random.uniform(0, 2 * Double.pi))]
      var places = [center]
      if let edge = Geodesy.edge(of: center, radiusMeters: radius, along: random.pick(lines)) {
        places += [edge.within, edge.beyond]
      }
      for _ in 0..<4 {
        places.append(
          Geodesy.destination(
            from: center, azimuth: random.uniform(0, 2 * Double.pi),
            meters: radius * random.pick([1, random.uniform().squareRoot()])))
      }
      // The same place, by its other name.
      places += places.filter { abs($0.longitude) == 180 }.map {
        Point(latitude: $0.latitude, longitude: -$0.longitude)
      }
      places += places.filter { abs($0.latitude) == 90 }.map { Point(latitude: $0.latitude, longitude: 77) }
      for place in places
      where metersBetweenValid(center.latitude, center.longitude, place.latitude, place.longitude) <= radius {
        within += 1
        let row = level.row(of: place.latitude)
        let cell = GridCell(level: 1, row: row, column: level.column(of: place.longitude, in: row))
        #expect(cells.contains(cell), "\(center) \(radius) m, \(place) in row \(cell.row) column \(cell.column)")
      }
    }
    #expect(within > 10_000)
  }

  /// From a place in a cell to the exit circle of any fence that is no candidate there it is farther than the margin.
  @Test(arguments: [0, 0.04, 0.1] as [Double]) func cellsListTheFencesWithinTheMargin(margin: Double) {
    var random = SplitMix64(seed: UInt64(margin * 100))
    print("seed \(UInt64(margin * 100))")
    let grid = FenceGrid(CellSize(meters: 480, margin: margin))
    var beyond = 0
    for _ in 0..<6000 {
      let exit = random.logUniform(1, 100_000)
      let index = grid.levelIndex(exitRadiusMeters: exit)
      let cellMeters = [480.0, 3840, 30_720, 245_760][index]
      let level = GridLevel(index: index, cellMeters: cellMeters, marginMeters: margin * cellMeters)
      let center = Self.center(level, &random)
      let keys = Set(
        grid.cellKeys(of: FenceCircle(center: center, enterRadiusMeters: exit, exitRadiusMeters: exit)))
      for _ in 0..<4 {
        let meters = exit + level.marginMeters * random.pick([0, 0.999, 1, random.uniform()])
        let place = Geodesy.destination(from: center, azimuth: random.uniform(0, 2 * Double.pi), meters: meters)
        let distance = metersBetweenValid(center.latitude, center.longitude, place.latitude, place.longitude)
        guard distance <= exit + level.marginMeters else { continue }
        beyond += distance > exit ? 1 : 0
        let row = level.row(of: place.latitude)
        let cell = GridCell(level: index, row: row, column: level.column(of: place.longitude, in: row))
        #expect(keys.contains(CellEntry.key(cell)), "\(center) \(exit) m, \(place)")
      }
    }
    #expect(margin == 0 || beyond > 6000)
  }

  @Test(arguments: [0, 0.1] as [Double]) func levelsHoldTheirFences(margin: Double) {
    let grid = FenceGrid(CellSize(meters: 480, margin: margin))
    let reachInCells = GridLevel.reachInCells - margin
    for radius in [0.001, 1, 120, 959.9, 960, 960.1, 7680, 100_000, 3_900_000, 5_000_000, 2e7, 6e7] {
      let level = grid.levelIndex(exitRadiusMeters: radius)
      let cell = 480 * [1.0, 8, 64, 512, 4096, 32_768, 262_144, 2_097_152][level]
      #expect(level == FenceGrid.globeLevel || radius <= cell * reachInCells)
      if level > 0, level < FenceGrid.globeLevel { #expect(radius > cell / 8 * reachInCells) }
      let circle = FenceCircle(
        center: Point(latitude: 50, longitude: 10), enterRadiusMeters: radius, exitRadiusMeters: radius)
      #expect((1...64).contains(grid.cellKeys(of: circle).count), "\(radius)")
    }
  }

  /// The slope is enlarged by 6 % beyond what was derived; the worst that is found must stay below the derived one.
  @Test(arguments: [64.0, 480, 3840, 30_720, 245_760]) func slopeBoundsThePlanarError(cellMeters: Double) {
    var random = SplitMix64(seed: UInt64(cellMeters) + 1)
    print("seed \(UInt64(cellMeters) + 1)")
    let level = GridLevel(index: 0, cellMeters: cellMeters)
    var worst = 0.0
    var planar = 0
    while planar < 40_000 {
      let pole = level.rows.count - 1 - min(Int(random.logUniform(1, Double(level.rows.count))), level.rows.count - 1)
      let index = random.pick([random.below(level.rows.count), pole, level.rows.count / 2])
      let row = level.rows[index]
      if row.isExactOnly {
        planar += 1
        continue
      }
      // Corners and edges of the cell, and the farthest centers in all directions, are where the plane is worst.
      func inCell(_ random: inout SplitMix64) -> Double { random.pick([0, 1, random.uniform()]) }
      let south = Double(index) / level.rowsPerDegree - 90
      let place = Point(
        latitude: min(south + inCell(&random) / level.rowsPerDegree, 90),
        longitude: inCell(&random) * 360 / Double(row.columns))
      let reach = level.reachMeters * random.pick([1, random.uniform(), random.logUniform(1e-4, 1)])
      let center = Geodesy.destination(
        from: place, azimuth: random.pick([0, 0.5, 1, 1.5, random.uniform(0, 2)]) * Double.pi, meters: reach)
      let distance = metersBetweenValid(center.latitude, center.longitude, place.latitude, place.longitude)
      guard distance <= level.reachMeters else { continue }
      let columnQuanta = Double(row.width) * Double(row.columns) / 360
      let dx = (center.longitude - place.longitude) * columnQuanta
      let dy = (center.latitude - place.latitude) * level.rowsPerDegree * Double(level.height)
      let quanta = (dx * dx + dy * dy).squareRoot()
      guard quanta > 0.1 else { continue }
      planar += 1
      let error = abs(distance / level.quantum - quanta)
      let derived = quanta * (Double(row.slope) - 1e-9) / 1.06
      // Widths are 32-bit floats.
      #expect(
        error <= derived + quanta * 1.5e-7 + 1e-4,
        "row \(index) of \(level.rows.count): \(place) \(center) off by \(error) quanta of \(quanta)")
      worst = max(worst, (error - quanta * 1.5e-7 - 1e-4) / derived)
    }
    print("cells of \(cellMeters) m: up to \(worst) of the derived slope")
    #expect(worst > 0.3)
  }

  /// Devices that come to within centimetres of a radius, or nanometres, get the reference's answer; and the filter gives
  /// most of these answers by itself.
  @Test(arguments: [(80.0, 120.0, 1), (5, 5, 1), (1000, 1500, 8), (50_000, 75_000, 400)])
  func answersNearRadiiAreTheReferences(enter: Double, exit: Double, coarseness: Int) throws {
    var random = SplitMix64(seed: UInt64(enter))
    print("seed \(UInt64(enter))")
    var far = 0, fallbacks = 0, crossings = 0
    for _ in 0..<60 {
      let center = random.pick([Geodesy.anywhere(&random), random.pick(WorldBuilder.remarkablePlaces)])
      let fence = try Fence(id: "f", center: center, enterRadiusMeters: enter, exitRadiusMeters: exit)
      var options = EngineOptions()
      options.cellSizeMeters = 4 * exit
      let engine = try FenceEngine(fences: [fence], options: options)
      for (radius, start) in [(enter, 2 * exit), (exit, 0)] {
        for width in [1e-8, 1e-4, 0.02, 0.3, 3] as [Double] {
          var columns = SampleColumns()
          for device in 0..<40 as Range<UInt32> {
            let azimuth = random.uniform(0, 2 * Double.pi)
            let offset = random.uniform(-width, width) * Double(coarseness)
            for (time, meters) in [(1.0, start), (2, max(0, radius + offset))] {
              columns.append(
                Sample(
                  device: device, time: time,
                  place: Geodesy.destination(from: center, azimuth: azimuth, meters: meters), accuracyMeters: 5))
            }
            engine.forget(device: device)
          }
          let before = engine.work.fallbacks
          var evaluation = Evaluation()
          engine.evaluate(columns, into: &evaluation)
          if width == 3, abs(center.latitude) < 85 {
            far += 40
            fallbacks += engine.work.fallbacks - before
          }
          let changed = Set(evaluation.events.filter { $0.time == 2 }.map(\.device))
          for device in 0..<40 as Range<UInt32> {
            let row = 2 * Int(device) + 1
            let distance = metersBetweenValid(
              center.latitude, center.longitude, columns.latitudes[row], columns.longitudes[row])
            let crosses = radius == enter && start > 0 ? distance <= enter : distance >= exit && distance > enter
            if crosses { crossings += 1 }
            #expect(changed.contains(device) == crosses, "\(center), \(distance) m at \(radius)")
          }
        }
      }
    }
    #expect(crossings > 8000 && crossings < 16_000)
    print("\(fallbacks) of \(far) within \(3 * coarseness) m of a radius were left to the reference")
    // On a sphere, a plane of this size is of little use so near an edge.
    if exit < 10_000 { #expect(far > 2000 && Double(fallbacks) < 0.35 * Double(far)) }
  }
}
