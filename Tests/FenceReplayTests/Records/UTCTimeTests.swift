import FenceReplay
import Testing
import Workload

struct UTCTimeTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_748_595_600, "2025-05-30T09:00:00Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (-2_203_891_200, "1900-03-01T00:00:00Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"), (-86_400, "1969-12-31T00:00:00Z"), (-86_401, "1969-12-30T23:59:59Z"),
  ])
  func knownTimes(seconds: Int64, text: String) {
    #expect(UTCTime(unixSeconds: seconds)?.description == text)
    #expect(UTCTime(text)?.unixSeconds == seconds)
  }

  @Test(arguments: [
    "", "2025-05-30", "2025-05-30T09:00:00", "2025-05-30T09:00:00+00:00", "2025-05-30 09:00:00Z",
    "2025-02-29T00:00:00Z",
    "2025-13-01T00:00:00Z", "2025-00-10T00:00:00Z", "2025-05-30T24:00:00Z", "2025-05-30T09:60:00Z",
    "2025-05-30T09:00:60Z",
    "25-05-30T09:00:00Z", "2025-5-30T09:00:00Z", "2025-05-30T09:00:00.5Z", "+2025-05-30T09:00:00Z",
    "0000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z", "99999999999999999999-01-01T00:00:00Z", " 2025-05-30T09:00:00Z", "2025-05-30T09:00:00Z\n",
  ])
  func otherTextsAreNone(text: String) { #expect(UTCTime(text) == nil) }

  @Test func secondsBeyondTheYearsAreNone() {
    for seconds in [Int64.min, -62_135_596_801, 253_402_300_800, Int64.max] {
      #expect(UTCTime(unixSeconds: seconds) == nil)
    }
  }

  @Test func everyTimeReadsBack() {
    var random = SplitMix64(seed: 4)
    var last = UTCTime(unixSeconds: 0)
    for _ in 0..<20_000 {
      let seconds = Int64(random.next() % 315_537_897_600) - 62_135_596_800
      let time = UTCTime(unixSeconds: seconds)
      #expect(time.flatMap { UTCTime($0.description) } == time, "\(seconds)")
      // The text sorts as the time does.
      if let time, let last { #expect((time < last) == (time.description < last.description)) }
      last = time
    }
  }
}
