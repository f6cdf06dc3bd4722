import GeoPolicy
import Testing
import Workload

@testable import FenceData

/// Parses text as a number.
private func parse(_ text: String) -> Double? {
  Array(text.utf8).withUnsafeBufferPointer { parseDecimal($0) }
}

@Suite struct DecimalParserTests {
  @Test(arguments: [
    ("0", 0), ("-0", -0.0), ("+7", 7), ("007", 7), ("5.", 5), (".5", 0.5), ("-.5", -0.5), ("1e3", 1000), ("1E+3", 1000),
    ("25e-1", 2.5), (" 1.5\t", 1.5), ("0.000", 0), ("1e999", .infinity), ("-1e999", -.infinity), ("1e-999", 0),
    ("0e999999999999999999999", 0), ("1e99999999999999999999", .infinity), ("1e-99999999999999999999", 0),
    ("inf", .infinity), ("-INF", -.infinity), ("Infinity", .infinity), ("9007199254740993", 9007199254740992),
    ("9007199254740995", 9007199254740996), ("18446744073709551615", 18446744073709551616),
    ("18446744073709551616", 18446744073709551616), ("1.7976931348623158e308", 1.7976931348623157e308),
    ("1.7976931348623159e308", .infinity), ("4.9e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
    ("2.4703282292062328e-324", .leastNonzeroMagnitude),
    ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
  ])
  func readsWhatIsWritten(text: String, value: Double) throws {
    let parsed = try #require(parse(text))
    #expect(parsed.bitPattern == value.bitPattern, "\(text) gives \(parsed)")
  }

  @Test(arguments: ["nan", "NaN", "-NAN", "+nan"])
  func readsNaN(text: String) throws {
    #expect(try #require(parse(text)).isNaN)
  }

  @Test(arguments: [
    "", " ", "x", "0x28", "40,0", "4 0", "- 1", "--1", "+-1", "1e", "1e+", "e5", ".", "-", "+", "-.", ".e1", "1.2.3",
    "1e1.5",
    "1_000", "nan(1)", "infinit", "infinityy", "1d5", "1f", "٣", "1\u{0}", "\n1", "1\n", "1e5 5", "0x1p3", "1e--5",
  ])
  func refusesWhatIsNoNumber(text: String) {
    #expect(parse(text) == nil)
  }

  @Test func longDigitsAreShortWork() throws {
    let zeros = String(repeating: "0", count: 500_000)
    #expect(parse("0." + zeros + "1e500001") == 1)
    #expect(parse("1" + zeros + "e-500000") == 1)
    #expect(parse("0." + String(repeating: "9", count: 500_000)) == 1)
    // Halfway between two numbers for 20 digits, and beyond it by the last of half a million.
    #expect(parse("9007199254740993." + zeros) == 9007199254740992)
    #expect(parse("9007199254740993." + zeros + "1") == 9007199254740994)
  }

  /// Forms of random decimals: as coordinates are written, short, long, halfway between two numbers, of any exponent.
  static let forms = ["coordinate", "shortest", "digits", "halfway", "exponent", "nineteen"]

  @Test(arguments: forms)
  func agreesWithTheStandardLibrary(form: String) throws {
    let seed = 20_261 as UInt64
    print("DecimalParserTests, \(form): seed \(seed)")
    var generator = SplitMix64(seed: seed)
    for _ in 0..<60_000 {
      let text = Self.decimal(form, &generator)
      let expected = try #require(Double(text), "\(text)")
      let parsed = try #require(parse(text), "\(text)")
      if parsed.bitPattern != expected.bitPattern {
        Issue.record("\(text) gives \(parsed) instead of \(expected)")
        return
      }
    }
  }

  private static func decimal(_ form: String, _ generator: inout SplitMix64) -> String {
    let sign = Bool.random(using: &generator) ? "-" : ""
    func digits(_ range: ClosedRange<Int>) -> String {
      let count = Int.random(in: range, using: &generator)
      return (0..<count).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
    }
    switch form {
    case "coordinate": return sign + String(Int.random(in: 0...180, using: &generator)) + "." + digits(1...18)
    case "shortest": return "\(Double(bitPattern: UInt64.random(in: 0..<0x7FF0_0000_0000_0000, using: &generator)))"
    case "digits": return sign + digits(1...25) + "." + digits(1...25)
    case "halfway":
      // An odd number of 54 bits lies halfway between two of 53; divided by ten to some power it is near halfway.
      let odd = UInt64.random(in: (1 << 53)..<(1 << 54), using: &generator) | 1
      let tail = Bool.random(using: &generator) ? "" : "." + digits(0...2) + "0"
      let shift = Bool.random(using: &generator) ? "" : "e\(Int.random(in: -30...10, using: &generator))"
      return sign + String(odd << UInt64.random(in: 0...9, using: &generator)) + tail + shift
    case "exponent": return sign + digits(1...20) + "e\(Int.random(in: -345...312, using: &generator))"
    default: return sign + digits(17...19) + "e-\(Int.random(in: 0...22, using: &generator))"
    }
  }

  /// Decimals that lie exactly halfway between two numbers, where the division by a power of ten leaves nothing to chance.
  @Test func tiesGoToEven() throws {
    let seed = 31 as UInt64
    print("DecimalParserTests, ties: seed \(seed)")
    var generator = SplitMix64(seed: seed)
    for places in 1...9 {
      for _ in 0..<5_000 {
        // An odd multiple of 2^-places, with 54 significant bits: its decimal has just `places` places.
        let odd = UInt64.random(in: (1 << 53)..<(1 << 54), using: &generator) | 1
        let whole = odd >> UInt64(places)
        let rest = odd & ((1 << UInt64(places)) - 1)
        let fraction = rest * (0..<places).reduce(1 as UInt64) { power, _ in power * 5 }
        let padding = String(repeating: "0", count: places - String(fraction).count)
        let text = "\(whole).\(padding)\(fraction)"
        let expected = Double(odd) / Double(1 << UInt64(places))
        #expect(parse(text)?.bitPattern == expected.bitPattern, "\(text)")
      }
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("+5", 5), ("9223372036854775807", .max), ("-9223372036854775808", .min), ("0007", 7),
    ] as [(String, Int64)])
  func readsWholeNumbers(text: String, value: Int64) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { parseInteger($0) } == value)
  }

  @Test(arguments: ["", "-", "+", "1.0", "1e3", "9223372036854775808", "-9223372036854775809", "x", "1 ", "0x1"])
  func refusesWhatIsNoWholeNumber(text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { parseInteger($0) } == nil)
  }
}
