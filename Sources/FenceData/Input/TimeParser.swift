/// What a text says about time.
enum TimeReading: Equatable {
  /// Unix seconds; not finite where the text says so.
  case seconds(Double)
  /// A valid date and time of day, but no offset and none to assume.
  case withoutOffset
  /// No time.
  case invalid
}

/// The time that a text stands for: Unix seconds, or ISO 8601.
///
/// ISO 8601 is `YYYY-MM-DD`, `T` or a space, `HH:MM:SS` or `HH:MM`, a fraction of any number of digits behind a point
/// or comma, and `Z`, `±HH:MM`, `±HHMM`, `±HH` or nothing. The calendar is the Gregorian one at all times. Hours go to
/// 23; 24:00:00 and a second 60 are invalid: Unix time cannot tell them from the midnight or second that follows.
///
/// The result is the nearest `Double` of the exact time; seconds and fraction are never rounded apart.
///
/// - Parameter assumedOffset: The seconds east of Greenwich of a time that does not say.
func parseTime(_ text: Bytes, assumedOffset: Int?) -> TimeReading {
  let text = text.trimmed
  guard text.count >= 5, text[4] == Byte.minus, text[0] &- Byte.zero < 10, text[3] &- Byte.zero < 10 else {
    return parseDecimal(text).map { .seconds($0) } ?? .invalid
  }
  guard let local = CivilTime(text) else { return .invalid }
  let offset: Int
  if local.end == text.count {
    guard let assumedOffset else { return .withoutOffset }
    offset = assumedOffset
  } else {
    guard let written = parseOffset(text.slice(local.end..<text.count)) else { return .invalid }
    offset = written
  }
  return .seconds(exactSeconds(local.seconds - offset, fraction: text.slice(local.fraction)))
}

/// A date and time of day at the front of a text, without its offset.
private struct CivilTime {
  /// Seconds from 1970-01-01T00:00:00 on the same clock.
  let seconds: Int
  /// Where the fraction's digits are.
  let fraction: Range<Int>
  /// Where the text goes on.
  let end: Int

  init?(_ text: Bytes) {
    guard
      text.count >= 16, let year = text.number(at: 0, digits: 4), let month = text.number(at: 5, digits: 2),
      text[7] == Byte.minus, let day = text.number(at: 8, digits: 2),
      text[10] == UInt8(ascii: "T") || text[10] == Byte.space, let hour = text.number(at: 11, digits: 2),
      text[13] == Byte.colon, let minute = text.number(at: 14, digits: 2),
      month >= 1, month <= 12, day >= 1, day <= daysInMonth(month, of: year), hour < 24, minute < 60
    else { return nil }
    var second = 0
    var at = 16
    var fraction = 16..<16
    if at < text.count, text[at] == Byte.colon {
      guard text.count >= 19, let value = text.number(at: 17, digits: 2), value < 60 else { return nil }
      second = value
      at = 19
      if at < text.count, text[at] == Byte.dot || text[at] == Byte.comma {
        at += 1
        let start = at
        while at < text.count, text[at] &- Byte.zero < 10 { at += 1 }
        guard at > start else { return nil }
        fraction = start..<at
      }
    }
    seconds = daysFromEpoch(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second
    self.fraction = fraction
    end = at
  }
}

/// `seconds` and a fraction of a second, given by its digits, as the nearest `Double`.
private func exactSeconds(_ seconds: Int, fraction: Bytes) -> Double {
  var digits = fraction
  while let last = digits.last, last == Byte.zero { digits = digits.slice(0..<digits.count - 1) }
  // Every whole second of the years 0…9999 is exact. Times 10⁷, and until the year 2242 times 10⁹, it fits a word.
  guard !digits.isEmpty else { return Double(seconds) }
  if digits.count <= 7 || (digits.count <= 9 && seconds.magnitude < 1 << 33) {
    var total = seconds * Int(PowersOfTen.words[digits.count])
    var scale = 1
    for digit in digits.reversed() {
      total += Int(digit - Byte.zero) * scale
      scale *= 10
    }
    if let magnitude = exactQuotient(UInt64(total.magnitude), -digits.count) {
      return total < 0 ? -magnitude : magnitude
    }
  }
  // Below zero the decimal is the next whole number less the fraction's complement to one.
  let isNegative = seconds < 0
  var decimal = Array(String(isNegative ? -1 - seconds : seconds).utf8)
  for (index, digit) in digits.enumerated() {
    let nine = Byte.zero + 9
    let isLast = index == digits.count - 1
    decimal.append(isNegative ? Byte.zero + (nine - digit) + (isLast ? 1 : 0) : digit)
  }
  let magnitude = decimal.withUnsafeBufferPointer { roundedByStandardLibrary($0, -digits.count) }
  return isNegative ? -magnitude : magnitude
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar, which must be valid and in the years 0…9999.
func daysFromEpoch(year: Int, month: Int, day: Int) -> Int {
  // Years that begin with March end with the leap day, so the days before a month follow one linear formula. The
  // addend of 400 years, one whole cycle, keeps every division above zero.
  let shifted = year + 400 - (month <= 2 ? 1 : 0)
  let monthFromMarch = (month + 9) % 12
  let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
  return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
}

private func daysInMonth(_ month: Int, of year: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The whole number that `digits` digits at `start` write; `nil` where one of them is no digit.
  ///
  /// The caller has checked that the buffer reaches that far.
  @inline(__always) fileprivate func number(at start: Int, digits: Int) -> Int? {
    var value = 0
    for index in start..<start + digits {
      let digit = self[index] &- Byte.zero
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}

/// The seconds east of Greenwich of `Z`, `±HH:MM`, `±HHMM` or `±HH`.
func parseOffset(_ text: Bytes) -> Int? {
  if text.equals("Z") { return 0 }
  guard text.count >= 3, text[0] == Byte.plus || text[0] == Byte.minus, let hours = text.number(at: 1, digits: 2),
    hours < 24
  else { return nil }
  let minutes: Int?
  switch text.count {
  case 3: minutes = 0
  case 5: minutes = text.number(at: 3, digits: 2)
  case 6 where text[3] == Byte.colon: minutes = text.number(at: 4, digits: 2)
  default: minutes = nil
  }
  guard let minutes, minutes < 60 else { return nil }
  let seconds = hours * 3600 + minutes * 60
  return text[0] == Byte.minus ? -seconds : seconds
}

/// The seconds east of Greenwich that `UTC`, `Z`, `+02:00`, `-0330` or `+02` stand for; `nil` for any other text.
public func parseZoneOffset(_ text: String) -> Int? {
  var text = text
  return text.withUTF8 { $0.equalsIgnoringCase("utc") || $0.equalsIgnoringCase("z") ? 0 : parseOffset($0) }
}
