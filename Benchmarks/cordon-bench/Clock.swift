#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Clocks in nanoseconds.
enum Clock {
  /// Time that this thread spent on a processor: what other processes take does not count.
  static func threadNanoseconds() -> Double { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Time that passed.
  static func wallNanoseconds() -> Double { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
