import Foundation
import GeoPolicy
import Testing

@testable import cordon_bench

@Suite struct PlanReportTests {
  static func findings(devices: Double = 1e6, interval: Double = 10) -> PlanFindings {
    var costs = StageCosts()
    costs.samples = 1000
    costs.readNDJSON = 500
    costs.readCSV = 300
    costs.names = 100
    costs.admission = 50
    costs.repeated = 120
    costs.moving = 200
    costs.judge = 160
    costs.write = 40
    costs.eventsPerSample = 0.1
    costs.bytesPerNDJSONRow = 100
    costs.bytesPerCSVRow = 60
    var latency = LatencyPlan()
    latency.points = [
      LatencyPlan.Point(
        name: "peak", rate: 1e5, median: 0.1, p99: 2, p999: 5, batch: 7, busy: 0.2, isSustained: true, othersShare: 0.01
      )
    ]
    latency.highest = 900_000
    latency.failed = 950_000
    var places = CrowdedPlaces()
    places.places = [.init(fence: "a", count: 3, others: ["b", "c"])]
    places.examined = 9
    places.total = 9
    places.mean = 1.5
    return PlanFindings(
      demand: Demand(devices: devices, intervalSeconds: interval, peak: 2, headroom: 0.5), input: .ndjson,
      isPeakGiven: true, isHeadroomGiven: true, targetMilliseconds: 50, isTargetGiven: true, processors: 4,
      machineBytes: 16e9, fenceCount: 1000,
      bounds: PlanBounds(
        fences: 1000, devices: devices, processors: 4, memoryBytes: 16 << 30,
        pilot: Pilot(nanosecondsPerSample: 1000, bytesPerDevice: 200)), workerDevices: 1000,
      stages: costs,
      scaling: [
        ScalingStep(workers: 1, rate: 1e6, wallRate: 9e5, othersShare: 0),
        ScalingStep(workers: 4, rate: 3e6, wallRate: 2.9e6, othersShare: 0),
      ], latency: latency,
      probe: MemoryProbe(
        "base 10000000\nlist 10100000\nengines 10200000\nengine 180000\ndevices 12200000\nengineDevices 1580000\nswap 12500000\n"
      ),
      probeDevices: 20_000, grown: .init(fences: 10_000, rate: 5e5, engineBytes: 1.8e6, deviceBytes: 130),
      places: places)
  }

  static func cell(_ tables: [PlanTable], _ key: String, _ row: String, _ column: Int = 0) -> Quantity? {
    tables.first { $0.key == key }?.rows.first { $0.label.hasPrefix(row) }?.cells[column]
  }

  @Test func theArithmeticIsRight() {
    let tables = PlanReport(findings: Self.findings()).tables
    func value(_ key: String, _ row: String, _ column: Int = 0) -> Double? {
      Self.cell(tables, key, row, column)?.value
    }
    #expect(value("load", "samples, mean") == 1e5)
    #expect(value("load", "samples, peak") == 2e5)
    #expect(value("load", "bytes in") == 2e7)
    #expect(value("stages", "read the row") == 400)
    #expect(value("stages", "read the row", 1) == 200)
    #expect(value("stages", "match") == 70)
    #expect(value("stages", "state") == 80)
    #expect(value("stages", "safe skip") == -40)
    #expect(value("stages", "all") == 700)
    // The stages add up to all.
    let stages = tables.first { $0.key == "stages" }?.rows ?? []
    for column in 0...1 {
      #expect(stages.dropLast().reduce(0) { $0 + ($1.cells[column]?.value ?? 0) } == stages.last?.cells[column]?.value)
    }
    // 200 k/s where four cores do 3 M/s: 750 k/s each, of which half may be used.
    #expect(abs((value("cores", "cores for the peak") ?? 0) - 2e5 / 375_000) < 1e-12)
    #expect(value("cores", "machines like this") == 1)
    // 100 B a device, 190 kB of fences, one worker.
    #expect(value("memory", "a device") == 100)
    #expect(value("memory", "now") == 10e6 + 0.2e6 + 1e6 * 100)
    #expect(value("memory", "while fences are swapped") == 10e6 + 0.2e6 + 1e8 + 0.2e6 + 0.1e6)
    // Ten times the fences, and 60 B more for each of twice the devices.
    #expect(value("memory", "grown") == 10e6 + 2e6 + 2e6 * 160)
    #expect(value("whatIf", "2 x devices") == 4e5)
    #expect(value("whatIf", "half the interval") == 4e5)
    #expect(value("whatIf", "10 x fences", 1) == value("whatIf", "as planned", 1).map { $0 * 2 })
    #expect(value("whatIf", "one machine lost", 2) == 0)
  }

  @Test func losingOneOfManyMachinesLoadsTheOthers() {
    let tables = PlanReport(findings: Self.findings(devices: 40e6)).tables
    // 8 M/s at 1.5 M/s a machine: 6; five carry 8 of 15 M/s.
    #expect(Self.cell(tables, "whatIf", "as planned", 2)?.value == 6)
    #expect(abs((Self.cell(tables, "whatIf", "one machine lost", 3)?.value ?? 0) - 8.0 / 15) < 1e-12)
  }

  @Test func whatBreaksFirstIsTheLeast() {
    let limits = PlanReport(findings: Self.findings()).growthLimits
    #expect(limits.map(\.factor) == limits.map(\.factor).sorted())
    #expect(limits.map(\.name) == ["bandwidth in", "cpu", "latency", "memory"])
    // 125 MB/s over 20; 3 M/s over 200 k; 900 k/s on four cores over 200 k.
    #expect(limits.map { $0.factor.rounded() } == [6, 15, 18, limits[3].factor.rounded()])
  }

  @Test func latencyOfABusyMachineBreaksNothing() {
    var findings = Self.findings()
    findings.latency.points[0].othersShare = 0.5
    let report = PlanReport(findings: findings)
    #expect(!report.growthLimits.contains { $0.name == "latency" })
    #expect(report.tables.first { $0.key == "latency" }?.notes.contains { $0.hasPrefix("void: ") } == true)
    #expect(report.limits.notes.contains { $0.hasPrefix("latency is not among them") })
    findings = Self.findings()
    findings.latency.highest = nil
    #expect(PlanReport(findings: findings).limits.notes.contains { $0.hasPrefix("latency is broken") })
  }

  @Test(arguments: [1, 1e6, 1e15])
  func everyNumberSaysWhereItComesFrom(_ devices: Double) throws {
    let report = PlanReport(findings: Self.findings(devices: devices))
    for table in report.tables {
      #expect(!table.text.contains("nan") && !table.text.contains("inf"))
      let lines = String(decoding: table.lines, as: UTF8.self).split(separator: "\n")
      let cells = table.rows.flatMap { $0.cells.compactMap { $0 } }
      #expect(lines.count == cells.count)
      for (line, cell) in zip(lines, cells) {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(Basis(rawValue: object["basis"] as? String ?? "") == cell.basis)
        #expect(object["section"] as? String == table.key)
        #expect(QuantityUnit(rawValue: object["unit"] as? String ?? "") == cell.unit)
        #expect(object["row"] is String)
        #expect(object["value"] is Double)
      }
    }
    #expect(report.summary.hasPrefix("\nIn short: "))
  }

  @Test func aGuessMakesWhatRestsOnItAGuess() {
    #expect(Basis.of(.measured, .computed) == .computed)
    #expect(Basis.of(.measured, .assumed, .computed) == .assumed)
    var findings = Self.findings()
    findings.isPeakGiven = false
    let tables = PlanReport(findings: findings).tables
    #expect(Self.cell(tables, "load", "samples, mean")?.basis == .computed)
    #expect(Self.cell(tables, "load", "samples, peak")?.basis == .assumed)
    #expect(Self.cell(tables, "cores", "cores for the peak")?.basis == .assumed)
    #expect(Self.cell(PlanReport(findings: Self.findings()).tables, "cores", "cores for the peak")?.basis == .computed)
    // More cores than workers that ran.
    findings = Self.findings()
    findings.scaling.removeLast()
    let guessed = PlanReport(findings: findings).tables
    #expect(Self.cell(guessed, "cores", "4 workers")?.basis == .assumed)
    #expect(Self.cell(guessed, "cores", "cores for the peak")?.basis == .assumed)
  }

  @Test(arguments: [
    (Quantity(1234, .count, .measured), "1234"), (Quantity(1e12, .count, .computed), "1.00 T"),
    (Quantity(33_333, .perSecond, .computed), "33.3 k/s"), (Quantity(0.5, .share, .assumed), "50 %"),
    (Quantity(1.5e9, .bytes, .measured), "1.50 GB"), (Quantity(512, .bytes, .measured), "512 B"),
    (Quantity(.nan, .cores, .measured), "-"), (Quantity(-12.34, .nanoseconds, .computed), "-12.3 ns"),
  ])
  func quantities(_ quantity: Quantity, _ text: String) {
    #expect(quantity.text == text)
  }

  @Test func tablesOfTheProbeAreAsFull() {
    #expect(PlanMeasurement.probeDevices(for: 1e6, most: 300_000) == 250_000)
    #expect(PlanMeasurement.probeDevices(for: 300_000, most: 300_000) == 300_000)
    #expect(PlanMeasurement.probeDevices(for: 0.3, most: 300_000) == 1)
    let huge = PlanMeasurement.probeDevices(for: 1e15, most: 300_000)
    #expect(huge > 150_000 && huge <= 300_000)
  }

  @Test func stepsDoubleUpToTheLast() {
    #expect(PlanMeasurement.steps(to: 1) == [1])
    #expect(PlanMeasurement.steps(to: 2) == [1, 2])
    #expect(PlanMeasurement.steps(to: 6) == [1, 2, 4, 6])
  }
}
