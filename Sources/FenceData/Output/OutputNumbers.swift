extension OutputBuffer {
  /// Appends a whole number.
  public mutating func append(integer value: Int64) {
    if value < 0 { append(literal: "-") }
    appendDigits(value.magnitude, minimumCount: 1)
  }

  /// Appends a whole number.
  public mutating func append(integer value: Int) { append(integer: Int64(value)) }

  /// Appends the shortest decimal that reads back as `value`; integers without `.0`, −0 as 0, `null` where not finite.
  public mutating func append(number value: Double) {
    guard value.isFinite else { return append(literal: "null") }
    var scale = 1.0
    // As long as the scaled value is below 2⁵¹, `rounded` finds the one decimal of this many places that could read back
    // as the value, and the division, of two numbers without error, tells whether it does.
    for places in 0...9 {
      let scaled = (value * scale).rounded()
      guard scaled.magnitude < Self.exactLimit else { break }
      if scaled / scale == value { return append(Int64(scaled), places: places) }
      scale *= 10
    }
    appendDescription(of: value)
  }

  /// Appends a length rounded to 1 µm; `null` where not finite.
  public mutating func append(meters value: Double) { append(value, roundedToPlaces: 6, scale: 1e6) }

  /// Appends a span of time rounded to 1 ms; `null` where not finite.
  public mutating func append(seconds value: Double) { append(value, roundedToPlaces: 3, scale: 1e3) }

  private static var exactLimit: Double { 0x1p51 }

  private mutating func append(_ value: Double, roundedToPlaces places: Int, scale: Double) {
    let scaled = (value * scale).rounded()
    // Beyond the limit the value has hardly more digits than would be kept.
    guard scaled.magnitude < Self.exactLimit else { return append(number: value) }
    append(Int64(scaled), places: places)
  }

  /// Appends `scaled` · 10^−`places` without trailing zeros.
  private mutating func append(_ scaled: Int64, places: Int) {
    var fraction = scaled.magnitude
    var places = places
    while places > 0 && fraction.isMultiple(of: 10) {
      fraction /= 10
      places -= 1
    }
    var power: UInt64 = 1
    for _ in 0..<places { power *= 10 }
    if scaled < 0 { append(literal: "-") }
    appendDigits(fraction / power, minimumCount: 1)
    if places > 0 {
      append(literal: ".")
      appendDigits(fraction % power, minimumCount: places)
    }
  }

  /// The rare case: more digits than the fast way can tell apart. Swift's description is the shortest that reads back.
  private mutating func appendDescription(of value: Double) {
    let text = value.description
    append(raw: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private mutating func appendDigits(_ value: UInt64, minimumCount: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value
      var start = digits.count
      while rest > 0 || digits.count - start < minimumCount {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      append(raw: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}
