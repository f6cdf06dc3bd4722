import CommandLineSupport

/// Reads lines from a stream as they come.
struct LineReader {
  /// The longest line that is taken: what sends a longer one speaks no language known here.
  private static let longestLine = 1 << 16

  private let descriptor: Descriptor
  private var held: [UInt8] = []
  private var scanned = 0

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Why no line came.
  enum Failure: Error, Equatable {
    /// None was complete in time.
    case timeout
    /// It was too long.
    case endless
    /// The stream could not be read.
    case system(SystemError)
  }

  /// The next line without its end, or `nil` at the end of the stream; a last line without an end is none.
  ///
  /// - Parameter seconds: How long to wait, or `nil` for any time.
  mutating func next(withinSeconds seconds: Double? = nil) throws(Failure) -> String? {
    let deadline = seconds.map { secondsSinceStart() + $0 }
    while true {
      if let end = held[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: held[..<end], as: UTF8.self)
        held.removeSubrange(...end)
        scanned = 0
        return line
      }
      scanned = held.count
      guard held.count < Self.longestLine else { throw .endless }
      if let deadline, !descriptor.hasInput(withinSeconds: deadline - secondsSinceStart()) { throw .timeout }
      guard try readMore() else { return nil }
    }
  }

  private mutating func readMore() throws(Failure) -> Bool {
    do throws(SystemError) {
      let chunk = try descriptor.read(atMost: 4096)
      held += chunk
      return !chunk.isEmpty
    } catch {
      throw .system(error)
    }
  }
}
