// The one file that names a platform's C library; everything else asks here.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@inline(__always) func sine(_ radians: Double) -> Double { sin(radians) }
@inline(__always) func cosine(_ radians: Double) -> Double { cos(radians) }
@inline(__always) func arcSine(_ value: Double) -> Double { asin(value) }
