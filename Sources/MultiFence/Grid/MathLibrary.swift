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

/// Lets another thread that waits for this one's processor have it.
func yieldProcessor() { sched_yield() }
