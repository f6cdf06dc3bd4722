internal import FenceData

/// Numbers as people read them.
enum Shown {
  /// A length: to the meter from 10 m on, to the centimeter below; kilometers from 10 km on.
  static func meters(_ value: Double) -> String {
    var out = OutputBuffer()
    if value >= 10_000 {
      out.append(number: (value / 100).rounded() / 10)
      return text(out) + " km"
    }
    out.append(number: value >= 10 ? value.rounded() : (value * 100).rounded() / 100)
    return text(out) + " m"
  }

  /// A share of 0…1 in percent with one decimal; neither 0 nor 100 unless it is exactly that.
  static func percent(_ share: Double) -> String {
    if share >= 1 { return "100 %" }
    if share <= 0 { return "0 %" }
    let tenths = min(max(Int((share * 1000).rounded()), 1), 999)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func text(_ out: OutputBuffer) -> String { String(decoding: out.bytes, as: UTF8.self) }
}
