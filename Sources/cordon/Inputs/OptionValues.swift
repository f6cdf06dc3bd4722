import CommandLineSupport
import FenceData

/// The values of options that are numbers.
enum OptionValues {
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

/// A file that an option or an operand names.
typealias NamedPath = (option: String, path: String)

/// Refuses two inputs from standard input, and two outputs to standard output.
func checkStandardStreams(inputs: [NamedPath], outputs: [NamedPath]) throws(UsageError) {
  let fromInput = inputs.filter { $0.path == standardStreamPath }.map(\.option)
  if fromInput.count > 1 {
    throw UsageError("\(fromInput[0]) and \(fromInput[1]) both read standard input; give one of them a file")
  }
  let toOutput = outputs.filter { $0.path == standardStreamPath }.map(\.option)
  if toOutput.count > 1 {
    throw UsageError("\(toOutput[0]) and \(toOutput[1]) both write standard output; give one of them a file")
  }
}
