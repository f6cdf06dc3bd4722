/// What a replay is asked for besides its inputs.
public struct ReplaySettings: Sendable, Hashable {
  /// The most rows that are judged at once. No result depends on it.
  public var batchRows = 4096
  /// Seconds east of Greenwich to assume for times that have no offset; `nil` makes such times invalid.
  public var offsetSeconds: Int?
  /// Whether the first row that cannot be used, of fences or samples, ends the replay.
  public var isStrict = false
  /// The most threads that judge a batch. No result depends on it.
  public var threads = 1
  /// The lines to make; others are left out and cost nothing.
  public var outputs: Set<ReplayOutput> = Set(ReplayOutput.allCases)

  /// A replay that makes every line, skips unusable rows and assumes no offset.
  public init() {}
}

/// A kind of lines that a replay makes.
public enum ReplayOutput: Hashable, Sendable, CaseIterable {
  /// Enters and exits.
  case events
  /// Refused and malformed rows, in the order of the file.
  case rejections
  /// What each accepted sample meant for the fences around it.
  case decisions
  /// The states of every device after the last sample.
  case states
}

/// Why a replay cannot go on: an input is unusable, or a row is while the replay is strict.
public struct ReplayFailure: Error, Sendable, Hashable {
  /// One of the inputs.
  public enum Input: Sendable, Hashable {
    /// The fences.
    case fences
    /// The samples.
    case samples
  }

  /// The input that is at fault.
  public var input: Input
  /// The line in it, from 1, where there is one to name.
  public var line: Int?
  /// One sentence: what is wrong and how to mend it.
  public var message: String

  /// A failure of these values.
  public init(input: Input, line: Int?, message: String) {
    self.input = input
    self.line = line
    self.message = message
  }
}
