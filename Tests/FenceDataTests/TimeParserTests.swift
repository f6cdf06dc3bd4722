import Testing
import Workload

@testable import FenceData

private func parse(_ text: String, assuming offset: Int? = nil) -> TimeReading {
  Array(text.utf8).withUnsafeBufferPointer { parseTime($0, assumedOffset: offset) }
}

@Suite struct TimeParserTests {
  @Test(arguments: [
    ("1700000000.25", 1_700_000_000.25), ("-12.5", -12.5), ("1e9", 1e9), ("1970-01-01T00:00:00Z", 0),
    ("2024-02-29T23:59:59Z", 1_709_251_199), ("2024-03-01T01:00:00.5+01:00", 1_709_251_200.5),
    ("2024-03-01 00:00:05Z", 1_709_251_205), ("2024-03-01T00:00:06.123456789-00:00", 1709251206.123456789),
    ("2024-03-01T00:00Z", 1_709_251_200), ("2024-03-01T00:00:00,5Z", 1_709_251_200.5),
    ("2024-03-01T02:00:00+0200", 1_709_251_200), ("2024-03-01T02:00:00+02", 1_709_251_200),
    ("2024-02-29T14:30:00-0930", 1_709_251_200), ("1969-12-31T23:59:59.75Z", -0.25),
    ("1969-12-31T23:59:55.25Z", -4.75), ("1901-12-13T20:45:52Z", -2_147_483_648),
    ("0000-03-01T00:00:00Z", -62_162_035_200),
    ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("2000-02-29T00:00:00Z", 951_782_400), (" 1970-01-01T00:00:01Z ", 1),
    ("1970-01-01T00:00:00.1000000000000000055511151231257827021181583404541015625Z", 0.1),
    ("1969-12-31T23:59:59.9999999999999999999999999Z", -1e-25), ("1970-01-01T00:00:00.000000000Z", 0),
  ])
  func readsTimes(text: String, seconds: Double) {
    #expect(parse(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "x", "yesterday", "2024-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2023-02-29T00:00:00Z",
    "2024-13-01T00:00:00Z",
    "2024-00-01T00:00:00Z", "2024-01-00T00:00:00Z", "2024-04-31T00:00:00Z", "2024-01-01T24:00:00Z",
    "2024-01-01T23:60:00Z", "2016-12-31T23:59:60Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00ZZ",
    "2024-01-01T00:00:00 Z", "2024-01-01T00:00:00+2", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+02:60",
    "2024-01-01T00:00:00+02:0", "2024-01-01T00:00:00+2:00", "2024-01-01X00:00:00Z", "2024-01-01", "2024-01-01T",
    "2024-01-01T00", "2024-01-01T00:0Z", "2024-1-01T00:00:00Z", "24-01-01T00:00:00Z", "2024/01/01T00:00:00Z",
    "2024-01-01T00:00:0", "2024-01-01T00-00-00Z", "+2024-01-01T00:00:00Z", "2024-01-01T00:00:00.5.5Z",
    "2024-01-01T-1:00:00Z", "2024-01-01T00:00:00z", "2024-01-01t00:00:00Z", "2024-01-01T00:00:00+02:00:00",
  ])
  func refusesWhatIsNoTime(text: String) {
    #expect(parse(text, assuming: 0) == .invalid)
  }

  @Test func anOffsetIsAssumedOnlyWhereThereIsNone() {
    #expect(parse("2024-03-01T00:00:07") == .withoutOffset)
    #expect(parse("2024-03-01T00:00:07.5") == .withoutOffset)
    #expect(parse("2024-02-30T00:00:07") == .invalid)
    #expect(parse("2024-03-01T00:00:07", assuming: 7200) == .seconds(1_709_251_207 - 7200))
    #expect(parse("2024-03-01T00:00:07Z", assuming: 7200) == .seconds(1_709_251_207))
    #expect(parse("1709251207", assuming: 7200) == .seconds(1_709_251_207))
  }

  @Test(
    arguments: [
      ("UTC", 0), ("utc", 0), ("Z", 0), ("z", 0), ("+02:00", 7200), ("-0330", -12600), ("+02", 7200), ("+00:00", 0),
      ("-23:59", -86340), ("", nil), ("02:00", nil), ("+2", nil), ("+02:0", nil), ("Europe/Berlin", nil),
      ("+24:00", nil),
      ("UTC+2", nil), (" UTC", nil), ("+02:00 ", nil), ("+0200x", nil),
    ] as [(String, Int?)])
  func readsZones(text: String, seconds: Int?) {
    #expect(parseZoneOffset(text) == seconds)
  }

  /// Every day of the years 0…9999 against a calendar that counts day by day.
  @Test func everyDayIsWhereItsNeighborsSay() {
    // 1970-01-01 is day 719 528 after 0000-01-01 in the Gregorian calendar.
    var day = -719_528
    for year in 0...9999 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      for (month, length) in lengths.enumerated() {
        for dayOfMonth in 1...length {
          if daysFromEpoch(year: year, month: month + 1, day: dayOfMonth) != day {
            Issue.record("\(year)-\(month + 1)-\(dayOfMonth) is not day \(day)")
            return
          }
          day += 1
        }
      }
    }
  }

  /// Random times against the decimal of their seconds, put together as text.
  @Test func fractionsAreRoundedOnce() throws {
    let seed = 9 as UInt64
    print("TimeParserTests, fractions: seed \(seed)")
    var generator = SplitMix64(seed: seed)
    for _ in 0..<40_000 {
      let day = Int.random(in: -20_000...20_000, using: &generator)
      let second = Int.random(in: 0..<86_400, using: &generator)
      let digits = (0..<Int.random(in: 1...22, using: &generator))
        .map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
      let (year, month, dayOfMonth) = Self.date(ofDay: day)
      let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
      let text = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(dayOfMonth, 2))T\(clock).\(digits)Z"
      let whole = day * 86_400 + second
      // Below zero the fraction counts backwards: write the complement of its digits.
      let isNegative = whole < 0 && digits.contains { $0 != "0" }
      let complement = isNegative ? Self.complement(digits) : digits
      let decimal = isNegative ? "-\(-whole - 1).\(complement)" : "\(whole).\(digits)"
      let expected = try #require(Double(decimal))
      if parse(text) != .seconds(expected) {
        Issue.record("\(text) gives \(parse(text)) instead of \(expected)")
        return
      }
    }
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    String(repeating: "0", count: width - String(value).count) + String(value)
  }

  /// The digits of one less the fraction of these digits.
  private static func complement(_ digits: String) -> String {
    var result: [Int] = []
    var borrow = 10
    for digit in digits.reversed() {
      let value = borrow - (digit.wholeNumberValue ?? 0)
      result.append(value == 10 ? 0 : value)
      borrow = value == 10 ? 10 : 9
    }
    return result.reversed().map(String.init).joined()
  }

  /// A date found by walking from 1970 year by year and month by month.
  private static func date(ofDay day: Int) -> (Int, Int, Int) {
    var year = 1970
    var rest = day
    func length(_ year: Int) -> Int { year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) ? 366 : 365 }
    while rest < 0 {
      year -= 1
      rest += length(year)
    }
    while rest >= length(year) {
      rest -= length(year)
      year += 1
    }
    let months = [31, length(year) == 366 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var month = 0
    while rest >= months[month] {
      rest -= months[month]
      month += 1
    }
    return (year, month + 1, rest + 1)
  }
}
