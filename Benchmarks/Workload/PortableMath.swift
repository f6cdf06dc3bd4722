/// Elementary functions made of the operations that IEEE 754 rounds correctly, hence equal to the last bit everywhere.
///
/// C libraries differ in the last digit, which would give each platform worlds of its own. Right to about 1 part in
/// 10¹⁵; for making data, never for judging it: engines measure with `meters`.
enum PortableMath {
  /// e to the power of `x`, for |x| up to 700.
  static func exponential(_ x: Double) -> Double {
    let halvings = (x * 1.442_695_040_888_963_4).rounded()
    let rest = x - halvings * 0.693_147_180_369_123_8 - halvings * 1.908_214_929_270_587_7e-10
    var sum = 1.0
    for divisor in stride(from: 16.0, to: 0, by: -1) { sum = 1 + (rest / divisor) * sum }
    return Double(sign: .plus, exponent: Int(halvings), significand: sum)
  }

  /// The natural logarithm of a positive, finite, normal number.
  static func logarithm(_ x: Double) -> Double {
    var significand = x.significand
    var exponent = Double(x.exponent)
    if significand > 1.414_213_562_373_095 {
      significand /= 2
      exponent += 1
    }
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var sum = 0.0
    for divisor in stride(from: 25.0, to: 0, by: -2) { sum = sum * square + 1 / divisor }
    return exponent * 0.693_147_180_559_945_3 + 2 * ratio * sum
  }

  /// Sine and cosine of an angle of up to a few thousand radians.
  static func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
    let quarters = (radians * 0.636_619_772_367_581_4).rounded()
    let rest = radians - quarters * 1.570_796_326_734_125_6 - quarters * 6.077_100_506_506_192e-11
    let square = rest * rest
    var sine = 1.0
    var cosine = 1.0
    for term in stride(from: 18.0, to: 0, by: -2) {
      sine = 1 - (square / (term * (term + 1))) * sine
      cosine = 1 - (square / (term * (term - 1))) * cosine
    }
    sine *= rest
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The angle of the vector (x, y) in −π…π; 0 for the vector of length 0.
  static func angle(y: Double, x: Double) -> Double {
    let tall = abs(y) > abs(x)
    let longer = tall ? abs(y) : abs(x)
    guard longer > 0 else { return 0 }
    let slope = (tall ? abs(x) : abs(y)) / longer
    var angle = 2 * arcTangentOfSmall(slope / (1 + (1 + slope * slope).squareRoot()))
    if tall { angle = Double.pi / 2 - angle }
    if x < 0 { angle = Double.pi - angle }
    return y < 0 ? -angle : angle
  }

  /// The arc tangent of a number within ±0.42.
  private static func arcTangentOfSmall(_ slope: Double) -> Double {
    let square = slope * slope
    var sum = 0.0
    for divisor in stride(from: 43.0, to: 0, by: -2) { sum = 1 / divisor - square * sum }
    return slope * sum
  }
}
