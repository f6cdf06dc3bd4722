/// How a command ends, as the shell sees it. A command may have codes of its own besides these.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Everything was done; skipped rows are no failure.
  package static let done = ExitCode(rawValue: 0)
  /// The command line cannot be understood.
  package static let usage = ExitCode(rawValue: 64)
  /// An input was opened but cannot be used.
  package static let badData = ExitCode(rawValue: 65)
  /// An input cannot be opened or read.
  package static let noInput = ExitCode(rawValue: 66)
  /// The command contradicts itself.
  package static let internalError = ExitCode(rawValue: 70)
  /// An output, or a later read, failed.
  package static let inputOutput = ExitCode(rawValue: 74)
}

/// Why the command ends before its work is done.
package enum CommandEnd: Error, Equatable {
  /// A fatal error: one sentence that says what, where, and how to mend it.
  case failure(ExitCode, String)
  /// Nobody reads the output any more: nothing is wrong, and nothing is left to do.
  case outputClosed
}

/// Runs a command, tells on standard error why it failed, and returns its exit code.
package func exitCode(ofCommand name: String, _ body: () throws -> Void) -> ExitCode {
  let code: ExitCode
  let message: String
  do {
    try body()
    return .done
  } catch let error as UsageError {
    (code, message) = (.usage, error.message)
  } catch CommandEnd.failure(let failure, let sentence) {
    (code, message) = (failure, sentence)
  } catch CommandEnd.outputClosed {
    return .done
  } catch {
    (code, message) = (.internalError, "internal error: \(error); please report it")
  }
  Diagnostics.print("\(name): \(message)")
  return code
}
