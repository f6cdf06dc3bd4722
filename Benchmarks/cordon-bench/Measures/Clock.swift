#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What time is measured by.
enum Clock: String {
  /// Time that this thread spent on a processor. What other processes take does not count, though what they do to caches
  /// and memory does.
  case thread
  /// Time that passed: the only one that means something where several threads work together.
  case wall

  /// Nanoseconds since some moment.
  func now() -> Double { Self.read(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC) }

  /// Nanoseconds that all threads of this process spent on processors.
  static func ofProcess() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
