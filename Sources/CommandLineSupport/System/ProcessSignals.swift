// Signals, as the platform's C library gives them: the one file that calls it for them.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prepares the process: a closed pipe becomes an error of the write instead of a silent death, the three standard
/// streams are open, and a signal that ends the process removes its unfinished files first.
package func prepareProcess() {
  signal(SIGPIPE, SIG_IGN)
  // The Swift runtime would answer these with a dump of registers, and of the input that they point to, which holds
  // places of devices. A process that must die dies at once and silently.
  for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
  // A stream that is closed would lend its number to the next file that is opened. What takes its place here refuses
  // what the stream is for, so that using it still is an error.
  for (stream, flags) in [(Descriptor.standardInput, O_WRONLY), (.standardOutput, O_RDONLY), (.standardError, O_RDWR)]
  where !stream.isOpen {
    _ = open("/dev/null", flags)
  }
  temporaryPaths = .allocate(capacity: temporaryLimit)
  temporaryPaths?.initialize(repeating: nil, count: temporaryLimit)
  for number in endingSignals {
    let before = signal(number, removeTemporariesAndDie)
    // What is ignored, as by nohup, stays ignored.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
  }
  // Whoever starts a process from a thread that holds signals back hands that down.
  var ending = endingSignalSet()
  pthread_sigmask(SIG_UNBLOCK, &ending, nil)
}

/// Files that a signal which ends the process must remove. Only ever used by the main thread, and by the handler.
package enum Temporaries {
  /// Remembers a file and returns its slot, or `nil` where there is no room.
  package static func add(_ path: String) -> Int? {
    guard let paths = temporaryPaths else { return nil }
    for slot in 0..<temporaryLimit where paths[slot] == nil {
      paths[slot] = strdup(path)
      return slot
    }
    return nil
  }

  /// Forgets the file of a slot.
  package static func remove(_ slot: Int) {
    guard let paths = temporaryPaths else { return }
    let path = paths[slot]
    paths[slot] = nil
    free(path)
  }
}

/// Runs `body` while signals that end the process wait.
package func withSignalsHeld<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  var held = endingSignalSet()
  var before = sigset_t()
  pthread_sigmask(SIG_BLOCK, &held, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}

private func endingSignalSet() -> sigset_t {
  var signals = sigset_t()
  sigemptyset(&signals)
  for number in endingSignals { sigaddset(&signals, number) }
  return signals
}

private let endingSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
private let temporaryLimit = 8

/// C strings, for the handler may not allocate. A slot is set and emptied by one store of a pointer.
nonisolated(unsafe) private var temporaryPaths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

/// Calls nothing but what may be called in a handler: unlink, signal, raise.
private func removeTemporariesAndDie(_ number: Int32) {
  if let paths = temporaryPaths {
    for slot in 0..<temporaryLimit {
      if let path = paths[slot] { unlink(path) }
    }
  }
  signal(number, SIG_DFL)
  raise(number)
}
