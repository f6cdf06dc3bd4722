/// Reads a command line from left to right: options with or without a value, and operands.
///
/// `--name value` and `--name=value` are the same; after `--` everything is an operand; `-` alone is an operand or a
/// value, never an option.
public struct ArgumentCursor {
  /// One piece of a command line.
  public enum Argument: Hashable, Sendable {
    /// An option with its dashes, `--name` or `-n`; its value is still to be taken.
    case option(String)
    /// Anything else.
    case operand(String)
  }

  private var rest: ArraySlice<String>
  private var current = ""
  private var inlineValue: String?
  private var onlyOperands = false

  /// A cursor before the first of these arguments; the program's name must not be among them.
  public init(_ arguments: [String]) { rest = arguments[...] }

  /// The next argument, or `nil` at the end.
  ///
  /// - Throws: ``UsageError`` where the option before was given a value, as in `--flag=value`, and nobody took it.
  public mutating func next() throws(UsageError) -> Argument? {
    if inlineValue != nil { throw UsageError("\(current) takes no value") }
    guard let argument = rest.popFirst() else { return nil }
    if onlyOperands || argument == "-" || !argument.hasPrefix("-") { return .operand(argument) }
    if argument == "--" {
      onlyOperands = true
      return try next()
    }
    if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
      current = String(argument[..<equals])
      inlineValue = String(argument[argument.index(after: equals)...])
    } else {
      current = argument
    }
    return .option(current)
  }

  /// The value of the option that ``next()`` has just returned.
  ///
  /// - Throws: ``UsageError`` where there is none, it is empty, or the next argument is an option itself.
  public mutating func value() throws(UsageError) -> String {
    let value: String
    if let inlineValue {
      value = inlineValue
      self.inlineValue = nil
    } else if let argument = rest.first, !argument.hasPrefix("--") {
      value = argument
      rest.removeFirst()
    } else {
      throw UsageError("\(current) needs a value")
    }
    if value.isEmpty { throw UsageError("\(current) needs a value that is not empty") }
    return value
  }

  /// Takes the value of the option that ``next()`` has just returned into `place`, which must still be empty.
  ///
  /// - Throws: ``UsageError`` where there is no value, or the option has been given before.
  public mutating func take(into place: inout String?) throws(UsageError) {
    if place != nil { throw UsageError("\(current) is given twice; give it once") }
    place = try value()
  }
}
