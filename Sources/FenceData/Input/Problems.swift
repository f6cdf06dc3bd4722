/// A problem with one row: where it is and what is wrong.
///
/// The message never quotes the row and never holds coordinates; it may name a fence's id, clipped.
public struct RowProblem: Sendable, Hashable {
  /// What a row is refused for.
  public enum Kind: Sendable, Hashable {
    /// It cannot be read as a row, or lacks a name.
    case structure
    /// A row before it has the same id.
    case duplicateID
    /// The center is out of range, and exchanging latitude and longitude would mend it.
    case swappedCenter
    /// The center is no place, also with latitude and longitude exchanged.
    case invalidCenter
    /// A radius is no number, not finite, not positive, or the exit radius lies below the enter radius.
    case invalidRadius
    /// It names a policy that does not exist.
    case unknownPolicy
  }

  /// The physical line on which the row begins, from 1.
  public var line: Int
  /// What is wrong, as a clause without a full stop.
  public var message: String
  /// What the row is refused for.
  public var kind: Kind

  /// A problem at a line.
  public init(line: Int, message: String, kind: Kind = .structure) {
    self.line = line
    self.message = message
    self.kind = kind
  }
}

/// A row of samples that cannot be read as a row at all.
public struct MalformedRow: Sendable, Hashable {
  /// The index in the batch's columns before which the row stood.
  public var beforeRow: Int
  /// Where the row is and what is wrong with it.
  public var problem: RowProblem

  /// A malformed row that stood before row `beforeRow` of its batch.
  public init(beforeRow: Int, problem: RowProblem) {
    self.beforeRow = beforeRow
    self.problem = problem
  }
}

/// The whole input is unusable: nothing can be read from it.
public struct UnusableInput: Error, Sendable, Hashable, CustomStringConvertible {
  /// The physical line where it shows, from 1, if it shows at one.
  public var line: Int?
  /// What is wrong and how to mend it, as a clause without a full stop.
  public var message: String

  /// An input that is unusable for what shows at a line, or as a whole.
  public init(line: Int? = nil, message: String) {
    self.line = line
    self.message = message
  }

  /// One sentence: the line, where there is one, what is wrong, and how to mend it. The caller puts the file's name in
  /// front.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
