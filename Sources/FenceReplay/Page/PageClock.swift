/// Unix seconds as a calendar and a clock show them, in UTC, without asking a system.
struct PageClock {
  /// As in `2025-05-14`, or the number of seconds where no calendar goes that far.
  let date: String
  /// As in `14:03:20`; empty where no calendar goes that far.
  let time: String

  /// The moment `seconds` after the start of 1970.
  init(_ seconds: Double) {
    // The years 1 to 9999.
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
      let text = "\(seconds)"
      date = !seconds.isFinite ? "no time" : (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " s"
      time = ""
      return
    }
    let whole = Int(seconds.rounded(.down))
    let day = whole >= 0 ? whole / 86_400 : -((86_399 - whole) / 86_400)
    let second = whole - day * 86_400
    date = Self.date(ofDay: day)
    time = "\(Self.two(second / 3600)):\(Self.two(second / 60 % 60)):\(Self.two(second % 60))"
  }

  /// As in `2025-05-14 14:03:20`.
  var dateAndTime: String { time.isEmpty ? date : "\(date) \(time)" }
  /// As in `14:03`.
  var hourAndMinute: String { String(time.prefix(5)) }

  /// The Gregorian date of a day counted from 1970-01-01. Years are counted from March, so that a leap day ends them; 400
  /// of them are 146 097 days.
  private static func date(ofDay day: Int) -> String {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let yearDigits = String(year)
    return String(repeating: "0", count: max(0, 4 - yearDigits.count)) + yearDigits
      + "-\(two(month))-\(two(dayOfYear - (153 * marchMonth + 2) / 5 + 1))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
