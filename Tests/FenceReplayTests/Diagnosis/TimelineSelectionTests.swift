import FenceReplay
import GeoPolicy
import Testing

/// Which timelines are kept for a page.
@Suite struct TimelineSelectionTests {
  private func timeline(_ name: Int, samples: Int) -> FenceTimeline {
    var timeline = FenceTimeline(device: "\(name)", fence: "f", enterRadiusMeters: 80, exitRadiusMeters: 120)
    let sample = TimelineSample(seq: 0, time: 0, distanceMeters: 1, accuracyMeters: 1, state: .outside)
    timeline.samples = Array(repeating: sample, count: samples)
    return timeline
  }

  private func findings(_ count: Int) -> [DiagnosisFinding] {
    let finding = DiagnosisFinding(
      kind: .flap, cause: .narrowBand, device: 0, fenceIndex: 0, sequenceNumber: 1, time: 0, event: nil)
    return Array(repeating: finding, count: count)
  }

  @Test func theMostTellingAreKept() {
    var selection = TimelineSelection(limit: 10, sampleLimit: 1_000_000)
    for name in 0..<200 { selection.take(findings(name % 100)) { timeline(name, samples: 1) } }
    #expect(selection.timelines().map(\.device) == [99, 199, 98, 198, 97, 197, 96, 196, 95, 195].map(String.init))
    // Those without a cause were never wanted.
    #expect(selection.leftOutCount == 188)
  }

  @Test func samplesAreBounded() {
    var selection = TimelineSelection(limit: 1000, sampleLimit: 5000)
    for name in 1...300 { selection.take(findings(name)) { timeline(name, samples: 400) } }
    #expect(selection.timelines().map(\.device) == (289...300).reversed().map(String.init))
    #expect(selection.leftOutCount == 288)
    // One that is too long alone is kept alone.
    var long = TimelineSelection(limit: 1000, sampleLimit: 5000)
    for name in 1...5 { long.take(findings(name)) { timeline(name, samples: 6000) } }
    #expect(long.timelines().map(\.device) == ["5"] && long.leftOutCount == 4)
  }
}
