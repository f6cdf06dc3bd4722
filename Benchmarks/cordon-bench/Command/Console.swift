import Foundation

/// Standard output and standard error.
enum Console {
  /// Makes a closed pipe an error of the write, not a signal that ends the process.
  static func prepare() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Writes text to standard output.
  static func write(_ text: String) throws(BenchEnd) {
    let code = System.write(Array(text.utf8), to: 1)
    if code == EPIPE { throw .outputClosed }
    if code != 0 { throw .failure(.inputOutput, "stdout: cannot be written: \(describe(code))") }
  }

  /// Writes a line for people to standard error; where it cannot be written nothing is done.
  static func note(_ line: String) { _ = System.write(Array((line + "\n").utf8), to: 2) }

  /// Writes a line for people to standard error, where that is a terminal: what is going on, nothing to keep.
  static func progress(_ line: String) {
    if isatty(2) == 1 { note(line) }
  }

  /// What the system says about an error.
  static func describe(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Ends the process.
  static func quit(_ code: ExitCode) -> Never { exit(code.rawValue) }
}
