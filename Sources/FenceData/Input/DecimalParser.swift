/// The number that a text stands for, correctly rounded, or `nil` where it stands for none.
///
/// A decimal with optional sign, fraction and exponent (`-12`, `.5`, `5.`, `1e-3`), or `nan`, `inf` or `infinity` in
/// any case with an optional sign. Blanks around it are dropped; anything else, hexadecimal digits, blanks or commas
/// within, makes it unreadable. Too large reads as infinite, too small as zero.
///
/// The nearest `Double`, ties to even, for every text. Two fast paths are exact by construction: a division or product
/// of two exact numbers, which rounds once; and a whole-number division of 128 by 64 bits whose remainder decides ties.
/// The rest, more than 19 digits or far exponents, is the standard library's.
///
/// - Complexity: O(length), without allocation on the fast paths.
func parseDecimal(_ text: Bytes) -> Double? {
  guard let base = text.baseAddress else { return nil }
  // Invariant: every read is at an address that was compared with `end` before.
  var at = base
  var end = base + text.count
  while at < end, Byte.isBlank(at.pointee) { at += 1 }
  while end > at, Byte.isBlank(end[-1]) { end -= 1 }
  guard at < end else { return nil }
  let isNegative = at.pointee == Byte.minus
  if isNegative || at.pointee == Byte.plus { at += 1 }
  let start = at
  // Wraps beyond 19 digits; the slow path reads those anew.
  var digits = 0 as UInt64
  takeDigits(&at, end, &digits)
  var digitCount = at - start
  var exponent = 0
  if at < end, at.pointee == Byte.dot {
    at += 1
    let fraction = at
    takeDigits(&at, end, &digits)
    exponent = fraction - at
    digitCount -= exponent
  }
  guard digitCount > 0 else {
    return parseNotFinite(Bytes(start: start, count: end - start), isNegative: isNegative)
  }
  let mantissa = Bytes(start: start, count: at - start)
  if at < end {
    guard let written = parseExponent(Bytes(start: at, count: end - at)) else { return nil }
    exponent += written
  }
  let magnitude =
    (digitCount <= 19 ? exactQuotient(digits, exponent) : nil) ?? roundedByStandardLibrary(mantissa, exponent)
  return isNegative ? -magnitude : magnitude
}

/// Appends the digits from `at` on to a number, wrapping around, and moves `at` behind the last.
///
/// Four at a time: a word of four bytes is loaded only where four are left before `end`.
@inline(__always) private func takeDigits(
  _ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ digits: inout UInt64
) {
  while end - at >= 4 {
    let word = UInt32(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt32.self))
    // All four are digits if each has 3 in its upper half, and still has it when 6 is added.
    guard word & 0xF0F0_F0F0 == 0x3030_3030, (word &+ 0x0606_0606) & 0xF0F0_F0F0 == 0x3030_3030 else { break }
    let values = word & 0x0F0F_0F0F
    // Two pairs, each in a byte of its own; then both in one. Nothing passes the bits that are kept.
    let pairs = ((values &* 10) &+ (values >> 8)) & 0x00FF_00FF
    digits = digits &* 10_000 &+ UInt64((pairs & 0xFF) &* 100 &+ (pairs >> 16))
    at += 4
  }
  while at < end, at.pointee &- Byte.zero < 10 {
    digits = digits &* 10 &+ UInt64(at.pointee &- Byte.zero)
    at += 1
  }
}

/// `digits`·10^`exponent` where one correctly rounded operation gives it, else `nil`.
@inline(__always) func exactQuotient(_ digits: UInt64, _ exponent: Int) -> Double? {
  if exponent == 0 || digits == 0 { return Double(digits) }
  if digits <= 1 << 53 {
    // Both operands are exact, so the one operation rounds the true value.
    if exponent < 0 && exponent >= -22 { return Double(digits) / PowersOfTen.doubles[-exponent] }
    if exponent > 0 && exponent <= 22 { return Double(digits) * PowersOfTen.doubles[exponent] }
    return nil
  }
  guard exponent < 0, exponent >= -19 else { return nil }
  let divisor = PowersOfTen.words[-exponent]
  // With both shifted to the top of their words their ratio lies in ½…2, so the quotient of (dividend·2⁶³) by the
  // divisor has 63 or 64 bits. Its last bit lies below the half that rounding to 53 bits looks at, and there it can
  // carry whether there was a remainder: the conversion then rounds the true value.
  let dividendShift = digits.leadingZeroBitCount
  let divisorShift = divisor.leadingZeroBitCount
  let dividend = digits << UInt64(dividendShift)
  let (quotient, remainder) = (divisor << UInt64(divisorShift))
    .dividingFullWidth((dividend >> 1, dividend << 63))
  let scale = divisorShift - dividendShift - 63
  return Double(quotient | (remainder == 0 ? 0 : 1)) * Double(bitPattern: UInt64(1023 + scale) << 52)
}

/// The exponent that `e…` or `E…` writes, clamped far outside of what any number needs; `nil` for any other text.
private func parseExponent(_ text: Bytes) -> Int? {
  guard text[0] | 0x20 == UInt8(ascii: "e") else { return nil }
  var at = 1
  let isNegative = text.count > 1 && text[1] == Byte.minus
  if isNegative || (text.count > 1 && text[1] == Byte.plus) { at = 2 }
  guard at < text.count else { return nil }
  var value = 0
  while at < text.count {
    let digit = text[at] &- Byte.zero
    guard digit < 10 else { return nil }
    if value < 1_000_000_000_000 { value = value * 10 + Int(digit) }
    at += 1
  }
  return isNegative ? -value : value
}

private func parseNotFinite(_ word: Bytes, isNegative: Bool) -> Double? {
  if word.equalsIgnoringCase("nan") { return .nan }
  if word.equalsIgnoringCase("inf") || word.equalsIgnoringCase("infinity") {
    return isNegative ? -.infinity : .infinity
  }
  return nil
}

/// The value of digits with at most one point among them, times ten to the power of `exponent` plus the number of
/// digits after the point.
///
/// 800 significant digits decide every tie (the longest exact midpoint has 767), and of those behind them only whether
/// any is not 0; so the text given to the standard library is short however long the input is.
func roundedByStandardLibrary(_ digits: Bytes, _ exponent: Int) -> Double {
  var kept: [UInt8] = []
  var exponent = exponent
  var isInexact = false
  for byte in digits where byte != Byte.dot {
    if kept.isEmpty && byte == Byte.zero { continue }
    if kept.count < 800 {
      kept.append(byte)
    } else {
      exponent += 1
      if byte != Byte.zero { isInexact = true }
    }
  }
  guard !kept.isEmpty else { return 0 }
  if isInexact {
    kept.append(UInt8(ascii: "1"))
    exponent -= 1
  }
  let magnitude = exponent + kept.count
  if magnitude > 400 { return .infinity }
  if magnitude < -400 { return 0 }
  return Double(String(decoding: kept, as: UTF8.self) + "e\(exponent)") ?? .nan
}

/// The powers of ten that are exact.
enum PowersOfTen {
  /// 10⁰…10²², all of them exact.
  static let doubles: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
  /// 10⁰…10¹⁹.
  static let words: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
