/// A second of time, as records write it: `2025-05-30T09:00:00Z`.
public struct UTCTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z, within the years 1 to 9999.
  public let unixSeconds: Int64

  /// The time of these seconds, or `nil` outside of the years 1 to 9999.
  public init?(unixSeconds: Int64) {
    guard (-62_135_596_800...253_402_300_799).contains(unixSeconds) else { return nil }
    self.unixSeconds = unixSeconds
  }

  /// The time that this text writes, exactly as ``description`` does; `nil` for any other text.
  public init?(_ text: String) {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { "-T:Z".utf8.contains($0) }
      .map { Int64(String(decoding: $0, as: UTF8.self)) ?? -1 }
    guard parts.count == 7, parts[..<6].allSatisfy({ (0...9999).contains($0) }) else { return nil }
    let days = Self.days(year: parts[0], month: parts[1], day: parts[2])
    self.init(unixSeconds: days * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5])
    // Whatever was out of range, a 30th of February or a missing zero, would be written in another way.
    guard description.utf8.elementsEqual(text.utf8) else { return nil }
  }

  /// The time in UTC, as in `2025-05-30T09:00:00Z`.
  public var description: String {
    let days = unixSeconds >= 0 ? unixSeconds / 86_400 : -((86_399 - unixSeconds) / 86_400)
    let second = unixSeconds - days * 86_400
    // The calendar repeats after 146 097 days; a year that begins in March has its leap day at its end.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, to: 2) }.joined(separator: ":")
    return "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))T\(clock)Z"
  }

  /// Whether `a` is earlier than `b`.
  public static func < (a: UTCTime, b: UTCTime) -> Bool { a.unixSeconds < b.unixSeconds }

  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func padded(_ value: Int64, to count: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
