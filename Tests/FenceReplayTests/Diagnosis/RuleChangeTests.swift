import FenceReplay
import GeoPolicy
import Testing

/// The changes that a flap is told to need: applied to the file, each really removes it, and nothing smaller does.
struct RuleChangeTests {
  private static let metersPerDegree = earthRadiusMeters * Double.pi / 180

  /// Samples at these distances north of the fence, ten seconds apart.
  private func samples(_ distances: [Double], accuracies: [Double]) -> String {
    zip(distances, accuracies).enumerated().reduce("device,time,latitude,longitude,accuracy\n") { text, row in
      text + "d,\(row.offset * 10),\(50 + row.element.0 / Self.metersPerDegree),10,\(row.element.1)\n"
    }
  }

  private func fences(_ enter: Double, _ exit: Double) -> String {
    "id,latitude,longitude,enter_m,exit_m\nf,50,10,\(enter),\(exit)\n"
  }

  /// The edge at 100 m; in it noise up to 112.4 m, then away for good.
  private static let distances = [
    400.0, 300, 200, 95, 97, 93, 104.2, 98, 96, 112.4, 94, 97, 95, 96, 99, 108, 140, 200, 300, 400, 500,
  ]
  private static let accuracies = Array(repeating: 8.0, count: distances.count)

  @Test func theSmallestExitRadiusRemovesEachFlapAndNoSmallerDoes() throws {
    let text = samples(Self.distances, accuracies: Self.accuracies)
    let report = try diagnose(fences: fences(100, 100), samples: text)
    let flaps = report.findings(.flap)
    #expect(flaps.map(\.cause) == [.noBand, .noBand])
    #expect(flaps.map { $0.changes.first?.knob } == [.exitRadius, .exitRadius])
    #expect(flaps.map { $0.changes.first?.to } == [105, 113])
    for (radius, left) in [(104.0, 2), (105.0, 1), (112.0, 1), (113.0, 0)] {
      let changed = try diagnose(fences: fences(100, radius), samples: text)
      #expect(changed.findings(.flap).count == left, "\(radius)")
    }
    // The departure then comes later by one sample: at 140 m instead of 108 m.
    #expect(flaps.last?.changes.first?.delayBasis == .measured)
    #expect(flaps.last?.changes.first?.delaySeconds == 10)
  }

  @Test func confirmationsAreTriedAndTheirDelayIsMeasured() throws {
    let text = samples(Self.distances, accuracies: Self.accuracies)
    let report = try diagnose(fences: fences(100, 100), samples: text)
    for flap in report.findings(.flap) {
      let change = try #require(flap.changes.first { $0.knob == .exitConfirmations })
      #expect(change.to == 2)
      #expect(change.delaySeconds == 10)
      let policies = try PolicySet(default: FencePolicy(exitConfirmations: 2))
      let changed = try diagnose(fences: fences(100, 100), samples: text, policies: policies)
      #expect(changed.findings(.flap).isEmpty)
    }
  }

  @Test func theAccuracyLimitIsToldForACoarseFix() throws {
    var distances = Array(repeating: 20.0, count: 12)
    var accuracies = Array(repeating: 10.0, count: 12)
    distances[6] = 220
    accuracies[6] = 48.5
    let text = samples(distances, accuracies: accuracies)
    let loose = try PolicySet(default: FencePolicy(maxAccuracyMeters: 60))
    let report = try diagnose(fences: fences(80, 120), samples: text, policies: loose)
    let flap = try #require(report.findings(.flap).first)
    #expect(flap.cause == .coarseFix)
    #expect(flap.changes.first?.knob == .maxAccuracy)
    #expect(flap.changes.first?.to == 48)
    #expect(flap.number("offset").map { abs($0 - 200) < 0.1 } == true)
    let tight = try PolicySet(default: FencePolicy(maxAccuracyMeters: 48))
    #expect(try diagnose(fences: fences(80, 120), samples: text, policies: tight).findings(.flap).isEmpty)
  }

  @Test func whereNoDepartureFollowsTheDelayIsSaidToBeEstimated() throws {
    var distances = Array(repeating: 5.0, count: 12)
    distances[6] = 400
    let report = try diagnose(
      fences: fences(50, 70), samples: samples(distances, accuracies: Array(repeating: 5, count: 12)))
    let flap = try #require(report.findings(.flap).first)
    #expect(flap.cause == .overconfidentFix)
    #expect(
      flap.changes == [
        RuleChange(knob: .exitConfirmations, from: 1, to: 2, delaySeconds: 10, delayBasis: .estimated)
      ])
  }

  /// Many flaps in a row cost few passes: the values that are tried are thinned, and the widest is among them. A pass for
  /// each flap would not end.
  @Test func aLongChainOfFlapsIsSweptAtOnce() throws {
    // An odd number, so that the device is inside at the end as at the beginning.
    let count = 100_001
    let distances = (0..<count).map { (index: Int) -> Double in
      let beyond = 101 + Double(index % 311) / 31
      return index % 2 == 0 ? 95 : beyond
    }
    let report = try diagnose(
      fences: fences(100, 100), samples: samples(distances, accuracies: Array(repeating: 8, count: count)))
    let flaps = report.findings(.flap)
    #expect(flaps.count == count / 2)
    for flap in flaps {
      let radius = flap.changes.first { $0.knob == .exitRadius }?.to ?? .infinity
      #expect(radius <= 112)
    }
  }
}
