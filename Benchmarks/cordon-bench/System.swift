// Clocks and memory, as the platform's C library gives them: the one file that names it.
import CBench

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

/// Calls of the system that are named differently on each.
enum System {
  /// Returns at about a moment of the clock on the wall: sleeps while that is some time off, then asks the clock.
  static func sleep(until nanoseconds: Double) {
    while true {
      let left = nanoseconds - Clock.wall.now()
      if left <= 0 { return }
      // To wake up takes some fifty microseconds.
      guard left > 80_000 else { continue }
      let pause = Int(min(left - 60_000, 1e9))
      var time = timespec(tv_sec: pause / 1_000_000_000, tv_nsec: pause % 1_000_000_000)
      nanosleep(&time, nil)
    }
  }

  /// Gives memory that was freed back to the system, where that can be asked for.
  static func returnFreedMemory() {
    #if canImport(Glibc)
      // Its header is not among those that can be imported.
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    #endif
  }

  /// The last of the processors that this process may use, by number: the first serves most interrupts. `nil` where the
  /// system does not tell.
  static var lastProcessor: Int? {
    let number = cordonBenchLastProcessor()
    return number >= 0 ? Int(number) : nil
  }

  /// Keeps this process on one processor, where the system can.
  static func pin(toProcessor number: Int) { _ = cordonBenchPin(Int32(clamping: number)) }

  /// Ends another process at once, whatever it is doing.
  static func kill(process: Int32) {
    #if canImport(Darwin)
      _ = Darwin.kill(process, SIGKILL)
    #elseif canImport(Glibc)
      _ = Glibc.kill(process, SIGKILL)
    #elseif canImport(Musl)
      _ = Musl.kill(process, SIGKILL)
    #endif
  }
}
