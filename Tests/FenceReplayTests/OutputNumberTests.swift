import FenceData
import Testing
import Workload

struct OutputNumberTests {
  private func text(_ append: (inout OutputBuffer) -> Void) -> String {
    var out = OutputBuffer()
    append(&out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (0.1, "0.1"), (-0.25, "-0.25"), (0.3, "0.3"),
    (1_700_000_000, "1700000000"), (1_700_000_000.25, "1700000000.25"), (1_700_000_000.123456, "1700000000.123456"),
    (4.5, "4.5"), (64.9, "64.9"), (0.000001, "0.000001"), (100, "100"), (1e15, "1000000000000000"), (1e22, "1e+22"),
    (0x1p53, "9007199254740992"), (0x1p53 - 1, "9007199254740991"), (.leastNonzeroMagnitude, "5e-324"), (.nan, "null"),
    (.infinity, "null"), (-.infinity, "null"),
  ])
  func isTheShortestThatReadsBack(value: Double, expected: String) {
    #expect(text { $0.append(number: value) } == expected)
  }

  /// Swift's own description is the shortest decimal that reads back; only its form may differ.
  @Test func agreesWithTheDescription() {
    let seed = 41 as UInt64
    print("OutputNumberTests: seed \(seed)")
    var random = SplitMix64(seed: seed)
    for _ in 0..<30_000 {
      let value: Double
      switch Int.random(in: 0..<4, using: &random) {
      case 0: value = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
      case 1: value = Double(Int64.random(in: -(1 << 54)...(1 << 54), using: &random))
      case 2: value = (Double.random(in: -2e9...2e9, using: &random) * 1e6).rounded() / 1e6
      default:
        let power = [1.0, 10, 100, 1e3, 1e5, 1e7, 1e8, 1e9, 1e10][Int.random(in: 0..<9, using: &random)]
        value = Double(Int64.random(in: 0..<1 << 52, using: &random)) / power
      }
      let shown = text { $0.append(number: value) }
      guard value.isFinite else {
        #expect(shown == "null")
        continue
      }
      guard Double(shown) == value, digits(shown) == digits(value.description), !shown.hasSuffix(".0") else {
        Issue.record("\(value.description) is shown as \(shown); seed \(seed)")
        return
      }
    }
  }

  /// The significant digits of a decimal, whatever its form.
  private func digits(_ decimal: String) -> String {
    let mantissa = decimal.prefix { $0 != "e" }.filter(\.isNumber)
    return String(mantissa.drop { $0 == "0" }.reversed().drop { $0 == "0" }.reversed())
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (79.999, "79.999"), (120.00100000049, "120.001"), (10_007_433.8925534, "10007433.892553"),
    (0.0000004, "0"), (0.0000006, "0.000001"), (-0.0000001, "0"), (20_015_086.7960207, "20015086.796021"),
    (9.9999999, "10"), (1e300, "1e+300"), (.nan, "null"), (.infinity, "null"),
  ])
  func metersAreRoundedToAMicrometer(value: Double, expected: String) {
    #expect(text { $0.append(meters: value) } == expected)
  }

  @Test(arguments: [
    (0.0, "0"), (3, "3"), (0.75, "0.75"), (1.2345, "1.235"), (0.0004, "0"), (86_399.9996, "86400"), (.nan, "null"),
    (1e17, "1e+17"),
  ])
  func secondsAreRoundedToAMillisecond(value: Double, expected: String) {
    #expect(text { $0.append(seconds: value) } == expected)
  }

  @Test(arguments: [0, 1, -1, 9, 10, 99, 100, .max, .min] as [Int64])
  func integersAreWhole(value: Int64) {
    #expect(text { $0.append(integer: value) } == String(value))
  }

  @Test(arguments: [
    ("", #""""#), ("shop", #""shop""#), ("say \"hi\"", #""say \"hi\"""#), ("back\\slash", #""back\\slash""#),
    ("tab\there", #""tab\there""#), ("\u{8}\u{C}\n\r", #""\b\f\n\r""#), ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
    ("e\u{301} 東 😀 \u{7F}/", "\"e\u{301} 東 😀 \u{7F}/\""), ("\"", #""\"""#),
  ])
  func stringsAreEscaped(value: String, expected: String) {
    #expect(text { $0.append(string: value) } == expected)
  }
}
