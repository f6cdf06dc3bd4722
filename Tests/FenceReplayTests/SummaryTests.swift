import FenceReplay
import GeoPolicy
import Testing

struct SummaryTests {
  private var full: ReplaySummary {
    get throws {
      var summary = ReplaySummary()
      summary.sampleCount = 6_882
      summary.acceptedCount = 2_795
      summary.rejectedCount = 4_084
      summary.malformedCount = 3
      summary.reasonCounts[1] = 304
      summary.reasonCounts[5] = 2_501
      summary.enterCount = 125
      summary.exitCount = 7
      summary.fenceCount = 2
      summary.skippedFenceCount = 1
      summary.deviceCount = 129
      summary.partialRefusalCount = 1
      summary.unjudgedAgeCount = 12
      summary.timesWithoutOffset = 55
      let policies = try PolicySet(named: [("sharp", FencePolicy(maxAccuracyMeters: 10))])
      summary.narrowBands = NarrowBands(
        [
          try Fence(id: "a", center: Point(latitude: 0, longitude: 0)),
          try Fence(
            id: "b", center: Point(latitude: 0, longitude: 0), enterRadiusMeters: 5, exitRadiusMeters: 10.5,
            policy: "sharp", in: policies),
        ], policies: policies)
      return summary
    }
  }

  @Test func textIsATableAndWhatWouldMend() throws {
    #expect(
      try full.text == """
        samples              6882
          accepted           2795  40.6 %
          rejected           4084  59.3 %
            accuracyMissing   304
            duplicate        2501
          malformed             3  0.1 %
        events                132
          enter               125
          exit                  7
        devices               129
        fences                  2  and 1 row skipped
        note: 1 sample accepted under some policies and refused under others
        note: 55 samples with a time without offset, hence timeInvalid; say which zone is meant, as in --tz UTC or \
        --tz +02:00
        note: 12 samples that maxAge and maxFuture could not judge; give a column "received", or drop the limits
        note: 304 samples without accuracy; a policy's "missingAccuracy" says how many meters to assume
        warning: 2 of 2 fences with exit - enter < 2 x maxAccuracy, where noise alone can enter and exit; the \
        narrowest is 5.5 m where 20 m would do

        """)
  }

  @Test func textOfNothingIsShort() {
    #expect(
      ReplaySummary().text == """
        samples      0
          accepted   0
          rejected   0
          malformed  0
        events       0
          enter      0
          exit       0
        devices      0
        fences       0

        """)
  }

  @Test func jsonHasEveryKey() throws {
    let wanted =
      #"{"samples":6882,"accepted":2795,"rejected":4084,"malformed":3,"reasons":{"accuracyInvalid":0,"#
      + #""accuracyMissing":304,"accuracyTooCoarse":0,"accuracyZero":0,"coordinates":0,"duplicate":2501,"future":0,"#
      + #""outOfOrder":0,"stale":0,"timeInvalid":0,"unauthorized":0},"events":{"enter":125,"exit":7,"removed":0},"#
      + #""fences":2,"fencesSkipped":1,"devices":129,"partialRefusals":1,"ageNotJudged":12,"timesWithoutOffset":55,"#
      + #""narrowBands":{"fences":2,"narrowest":5.5,"fence":"b","needed":20}}"# + "\n"
    #expect(try String(decoding: full.json, as: UTF8.self) == wanted)
    #expect(String(decoding: ReplaySummary().json, as: UTF8.self).hasSuffix(#""narrowBands":null}"# + "\n"))
  }

  @Test func aShareIsNeverRoundedToAllOrNothing() {
    var summary = ReplaySummary()
    summary.sampleCount = 1_000_000
    summary.acceptedCount = 999_999
    summary.malformedCount = 1
    #expect(summary.text.contains("accepted    999999  99.9 %"))
    #expect(summary.text.contains("malformed        1  0.1 %"))
  }

  @Test func aBandOfTwiceTheAccuracyIsWideEnough() throws {
    let wide = try Fence(
      id: "wide", center: Point(latitude: 0, longitude: 0), enterRadiusMeters: 80, exitRadiusMeters: 140)
    #expect(NarrowBands([wide], policies: .standard) == nil)
    #expect(NarrowBands([], policies: .standard) == nil)
  }
}
