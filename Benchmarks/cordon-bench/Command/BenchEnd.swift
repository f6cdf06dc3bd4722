/// How the command ends, as the shell sees it; the same codes as those of `cordon`.
enum ExitCode: Int32 {
  /// Everything was measured, and every result was right.
  case done = 0
  /// The command line cannot be understood.
  case usage = 64
  /// An input was opened but cannot be used.
  case badData = 65
  /// An input cannot be opened or read.
  case noInput = 66
  /// Two engines disagree, or the command contradicts itself.
  case internalError = 70
  /// An output failed.
  case inputOutput = 74
}

/// Why the command ends before its work is done.
enum BenchEnd: Error, Equatable {
  /// A fatal error: one sentence that says what, where, and how to mend it.
  case failure(ExitCode, String)
  /// Nobody reads the output any more.
  case outputClosed
}
