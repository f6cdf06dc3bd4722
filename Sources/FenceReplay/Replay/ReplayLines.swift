public import FenceData

/// The lines that a replay has made and nobody has written yet, one buffer for each ``ReplayOutput``.
public struct ReplayLines: Sendable {
  /// Event lines.
  public var events = OutputBuffer()
  /// Lines of refused and malformed rows.
  public var rejections = OutputBuffer()
  /// Decision lines.
  public var decisions = OutputBuffer()
  /// State lines.
  public var states = OutputBuffer()

  /// No lines.
  public init() {}

  /// The buffer of one kind of lines.
  public subscript(output: ReplayOutput) -> OutputBuffer {
    get {
      switch output {
      case .events: events
      case .rejections: rejections
      case .decisions: decisions
      case .states: states
      }
    }
    _modify {
      switch output {
      case .events: yield &events
      case .rejections: yield &rejections
      case .decisions: yield &decisions
      case .states: yield &states
      }
    }
  }

  /// Removes all lines and keeps the memory.
  public mutating func removeAll() {
    for output in ReplayOutput.allCases { self[output].removeAll() }
  }
}
