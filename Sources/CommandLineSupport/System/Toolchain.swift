/// What this program was built with, and for.
package enum Toolchain {
  /// The compiler, as precisely as the source can tell.
  package static var compiler: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3.2)
      "Swift 6.3.2 or later"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1"
    #else
      "Swift 6.3"
    #endif
  }

  /// The kind of processor.
  package static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown processor"
    #endif
  }

  /// The system.
  package static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #else
      "unknown system"
    #endif
  }
}
