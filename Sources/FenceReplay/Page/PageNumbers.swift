internal import FenceData

/// Numbers as a reader wants them: few digits, a unit, never "nan".
enum PageNumbers {
  /// A place in a figure, with one decimal. Not finite and far off are drawn at the edge of what any browser can hold.
  static func place(_ value: Double) -> String {
    let tenths = Int((clamped(value, -100_000, 100_000) * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return tenth == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(tenth)"
  }

  /// A length for a figure: `12 mm`, `8.5 m`, `143 m`, `5.2 km`, `12000 km`.
  static func meters(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    switch value.magnitude {
    case 0: return "0 m"
    case ..<0.095: return decimal(value * 1000, places: 1) + " mm"
    case ..<9.95: return decimal(value, places: 1) + " m"
    case ..<999.5: return decimal(value, places: 0) + " m"
    case ..<99_500: return decimal(value / 1000, places: 1) + " km"
    case ..<1e9: return decimal(value / 1000, places: 0) + " km"
    default: return "\(value) m"
    }
  }

  /// A length for a table, in meters to one decimal; far ones with fewer digits.
  static func tableMeters(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "–" }
    return value.magnitude < 1e9 ? decimal(value, places: 1, padded: true) : "\(value)"
  }

  /// A span of time: `45 s`, `3 min`, `2.5 h`, `3 d`.
  static func span(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "–" }
    switch seconds.magnitude {
    case ..<99.5: return decimal(seconds, places: seconds < 9.95 ? 1 : 0) + " s"
    case ..<5970: return decimal(seconds / 60, places: 0) + " min"
    case ..<129_600: return decimal(seconds / 3600, places: 1) + " h"
    case ..<86_400_000: return decimal(seconds / 86_400, places: seconds < 864_000 ? 1 : 0) + " d"
    case ..<3.2e12: return decimal(seconds / 31_557_600, places: 0) + " years"
    default: return "\(seconds) s"
    }
  }

  /// A decimal of at most `places` places, without trailing zeros unless padded.
  static func decimal(_ value: Double, places: Int, padded: Bool = false) -> String {
    guard value.magnitude < 1e15 else { return "\(value)" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    var digits = String(fraction)
    digits = String(repeating: "0", count: max(0, places - digits.count)) + digits
    if !padded { while digits.hasSuffix("0") { digits.removeLast() } }
    let sign = scaled < 0 ? "−" : ""
    return places == 0 || digits.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(digits)"
  }

  /// A count with its noun, as in `1 sample` and `12 samples`.
  static func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(grouped(count)) \(noun)s"
  }

  /// A whole number with narrow spaces between thousands, from five digits on.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > 4 else { return String(number) }
    var result = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += "\u{202F}" }
      result.append(digit)
    }
    return result
  }
}

/// The value, or the limit that it lies beyond; NaN is the lower limit.
func clamped(_ value: Double, _ low: Double, _ high: Double) -> Double { value > low ? min(value, high) : low }
