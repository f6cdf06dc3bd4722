// The one file of the module that names a platform's C library.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

func sine(_ radians: Double) -> Double { sin(radians) }
func cosine(_ radians: Double) -> Double { cos(radians) }
func arcSine(_ value: Double) -> Double { asin(value) }

/// Asks the system to map memory in pages of 2 MiB where they fit, for a large table is read everywhere and its pages
/// are more than the processor can keep in mind. Where that cannot be asked for, nothing is done.
func adviseHugePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
  #if canImport(Glibc) || canImport(Musl)
    _ = madvise(memory, byteCount, MADV_HUGEPAGE)
  #endif
}

/// The number of processors that are switched on.
func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// Lets another thread that waits for this one's processor have it.
func yieldProcessor() { sched_yield() }

/// Runs `body` in a thread of its own; returns whether the system had one.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  #if canImport(Darwin)
    typealias Argument = UnsafeMutableRawPointer
    var thread: pthread_t?
  #else
    typealias Argument = UnsafeMutableRawPointer?
    var thread = pthread_t()
  #endif
  let start: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
    let argument: UnsafeMutableRawPointer? = argument
    if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
  let argument = Unmanaged.passRetained(Body(body))
  guard pthread_create(&thread, nil, start, argument.toOpaque()) == 0 else {
    argument.release()
    return false
  }
  #if canImport(Darwin)
    if let thread { pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
  return true
}
