/// Numbers as text of a fixed number of digits, without a formatting library whose locale or rounding could differ.
enum DecimalText {
  /// The value with `digits` digits after the point, rounded half away from zero; for values below 2⁶³ of the last digit.
  static func text(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let parts = Int((abs(value) * scale).rounded())
    let sign = value < 0 && parts > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(parts)" }
    let fraction = String(parts % Int(scale))
    let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
    return "\(sign)\(parts / Int(scale)).\(zeros)\(fraction)"
  }
}
