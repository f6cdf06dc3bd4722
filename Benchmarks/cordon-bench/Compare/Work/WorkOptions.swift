import CommandLineSupport

/// The options of `cordon-bench work`.
struct WorkOptions: Equatable {
  /// The name of the case.
  var caseName: String
  /// How much work to make.
  var size = WorkCase.Size()
  /// Whether to count a lap, and not to wait for requests.
  var isCount = false
  /// The processor to stay on.
  var processor: Int?

  /// Understands the arguments that follow `work`.
  init(_ arguments: [String]) throws(UsageError) {
    var name, extra, blocks, processor: String?
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--count"): isCount = true
      case .option("--extra"): try cursor.take(into: &extra)
      case .option("--blocks"): try cursor.take(into: &blocks)
      case .option("--processor"): try cursor.take(into: &processor)
      case .option(let option): throw UsageError("unknown option \(option)")
      case .operand(let text):
        guard name == nil else { throw UsageError("unexpected argument \(text)") }
        name = text
      }
    }
    guard let name else { throw UsageError("no case; cordon-bench compare --list names them") }
    caseName = name
    size.extraPercent = try Self.number(extra, "--extra", 0...100) ?? 0
    size.blocks = try Self.number(blocks, "--blocks", 2...4096) ?? size.blocks
    self.processor = try Self.number(processor, "--processor", 0...1023)
  }

  private static func number(
    _ text: String?, _ option: String, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int? { try text.map { (text) throws(UsageError) in try wholeNumber(text, option, range) } }
}

/// The whole number that an option was given.
func wholeNumber(_ text: String, _ option: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
  guard let number = Int(text), range.contains(number) else {
    throw UsageError("\(option) \(text) is no whole number from \(range.lowerBound) to \(range.upperBound)")
  }
  return number
}
