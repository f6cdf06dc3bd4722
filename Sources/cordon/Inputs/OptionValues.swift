import CommandLineSupport
import FenceData

/// The values of options that several commands have.
enum OptionValues {
  /// How many threads may be asked for.
  static let threadCounts = 1...256

  /// The file of fences, which must be named.
  static func fences(_ path: String?) throws(UsageError) -> String {
    guard let path else { throw UsageError("no fences; name their file with --fences FILE") }
    return path
  }

  /// The file of samples, which must be named.
  static func samples(_ path: String?) throws(UsageError) -> String {
    guard let path else {
      throw UsageError("no samples; name their file with --samples FILE, or - for standard input")
    }
    return path
  }

  /// The seconds east of Greenwich that `--tz` says.
  static func zoneOffset(_ text: String) throws(UsageError) -> Int {
    guard let seconds = parseZoneOffset(text) else {
      throw UsageError("--tz \(text) is no offset; write UTC, or hours and minutes as in +02:00")
    }
    return seconds
  }

  /// A finite number in decimal notation.
  static func number(_ text: String, of option: String) throws(UsageError) -> Double {
    // Swift's own reader also takes what no file may hold: hexadecimal digits, nan, inf.
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    guard isDecimal, let value = Double(text) else {
      throw UsageError("\(option): \"\(clipped(text))\" is no number; write it as in 80 or 82.5")
    }
    guard value.isFinite else { throw UsageError("\(option): \(clipped(text)) is too large; write a finite number") }
    return value
  }

  /// A finite number of at least `least`, or above it.
  static func number(
    _ text: String, of option: String, from least: Double, isIncluded: Bool = true
  ) throws(UsageError) -> Double {
    let value = try number(text, of: option)
    guard value > least || isIncluded && value == least else {
      throw UsageError(
        "\(option): \(clipped(text)) must be \(isIncluded ? "at least" : "above") \(least == 0 ? "0" : "\(least)")")
    }
    return value
  }

  /// Numbers of at least `least`, or above it, with commas between, each once.
  static func numbers(
    _ text: String, of option: String, from least: Double, isIncluded: Bool = true
  ) throws(UsageError) -> [Double] {
    var values: [Double] = []
    var seen: Set<Double> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard !part.isEmpty else {
        throw UsageError(
          "\(option) \(clipped(text)): a number is missing; write numbers with commas between, as in 60,80,100")
      }
      let value = try number(String(part), of: option, from: least, isIncluded: isIncluded)
      guard seen.insert(value).inserted else {
        throw UsageError("\(option): \(clipped(String(part))) is given twice; give it once")
      }
      values.append(value)
    }
    return values
  }

  /// Whole numbers of a range with commas between, each once.
  static func wholeNumbers(
    _ text: String, of option: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> [Int] {
    var wholes: [Int] = []
    for value in try numbers(text, of: option, from: -.infinity) {
      let whole = Int(exactly: value)
      guard let whole, range.contains(whole) else {
        let shown = whole.map(String.init) ?? "\(value)"
        throw UsageError("\(option): \(shown) is no whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      wholes.append(whole)
    }
    return wholes
  }

  /// A whole number of a range.
  static func wholeNumber(_ text: String, of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let count = Int(text), range.contains(count) else {
      throw UsageError("\(option) \(clipped(text)) is no whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// As much of a value as a message shows.
  private static func clipped(_ text: String) -> String {
    text.count > ShownText.limit ? "\(text.prefix(ShownText.limit))…" : text
  }
}
