/// A small seeded generator of random numbers whose streams never change.
///
/// Worlds, fixtures and benchmark baselines are named by a seed, so a seed must mean the same on every platform and with
/// every release of the standard library. The methods here therefore derive their numbers from ``next()`` themselves:
/// `Double.random(in:using:)` and `shuffle(using:)` promise no algorithm.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The stream of this seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<1, one of 2⁵³ evenly spaced ones.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number between the bounds.
  public mutating func uniform(_ low: Double, _ high: Double) -> Double { low + uniform() * (high - low) }

  /// A positive number whose logarithm is uniform between those of the bounds, which are positive.
  public mutating func logUniform(_ low: Double, _ high: Double) -> Double {
    let value = low * PortableMath.exponential(uniform() * PortableMath.logarithm(high / low))
    return min(max(value, low), high)
  }

  /// A number of the normal distribution of mean 0 and deviation 1.
  public mutating func gaussian() -> Double { gaussianPair().0 }

  /// Two independent numbers of the normal distribution of mean 0 and deviation 1, for the price of one.
  public mutating func gaussianPair() -> (Double, Double) {
    let radius = (-2 * PortableMath.logarithm(1 - uniform())).squareRoot()
    let (sine, cosine) = PortableMath.sineAndCosine(2 * Double.pi * uniform())
    return (radius * cosine, radius * sine)
  }

  /// A whole number in 0..<bound, for a bound of at least 1.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound >= 1, "no whole number lies below \(bound)")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A whole number of the range.
  public mutating func whole(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Whether an event of this probability happens.
  public mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

  /// An element of an array that has some.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Brings the elements into a random order.
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    var count = elements.count
    while count > 1 {
      elements.swapAt(count - 1, below(count))
      count -= 1
    }
  }

  /// A generator of its own stream, for a part of a world that other parts shall not disturb.
  public mutating func split() -> SplitMix64 { SplitMix64(seed: next()) }
}
