/// A command line that cannot be understood: one sentence that says what is wrong and how to mend it.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, without the name of the command in front.
  public var message: String

  /// A mistake that this sentence explains.
  public init(_ message: String) { self.message = message }

  /// The sentence.
  public var description: String { message }
}
