import Foundation

/// Standard output and standard error.
enum Console {
  /// Makes a closed pipe an error of the write, not a signal that ends the process.
  static func prepare() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Writes text to standard output.
  static func write(_ text: String) throws(BenchEnd) {
    let code = put(Array(text.utf8), 1)
    if code == EPIPE { throw .outputClosed }
    if code != 0 { throw .failure(.inputOutput, "stdout: cannot be written: \(describe(code))") }
  }

  /// Writes a line for people to standard error; where it cannot be written nothing is done.
  static func note(_ line: String) { _ = put(Array((line + "\n").utf8), 2) }

  /// Writes a line for people to standard error, where that is a terminal: what is going on, nothing to keep.
  static func progress(_ line: String) {
    if isatty(2) == 1 { note(line) }
  }

  /// What the system says about an error.
  static func describe(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Ends the process.
  static func quit(_ code: ExitCode) -> Never { exit(code.rawValue) }

  /// Writes all of the bytes and returns the number of the error, or 0.
  private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let slice = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, slice.baseAddress, slice.count)
        #else
          let count = Glibc.write(descriptor, slice.baseAddress, slice.count)
        #endif
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return errno }
        rest = rest.dropFirst(count)
      }
      return 0
    }
  }
}

/// Files, read whole and written whole.
enum Files {
  /// All bytes of an input.
  static func read(_ path: String) throws(BenchEnd) -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw .failure(.noInput, "\(path): cannot be opened: \(Console.describe(errno)); check the path")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      bytes.append(contentsOf: chunk[..<count])
      if count == chunk.count { continue }
      guard ferror(file) == 0 else {
        throw .failure(.noInput, "\(path): cannot be read: \(Console.describe(errno)); check the path")
      }
      return bytes
    }
  }

  /// Finds out before a long run whether an output can be made where it is wanted.
  static func checkWritable(_ path: String) throws(BenchEnd) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(folder, W_OK) == 0, access(path, F_OK) != 0 || access(path, W_OK) == 0 else {
      throw .failure(
        .inputOutput,
        "\(path): cannot be created: \(Console.describe(errno)); name a file in a directory that may be written")
    }
  }

  /// Writes an output beside its place and renames it when complete.
  static func write(_ bytes: [UInt8], to path: String) throws(BenchEnd) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .failure(.inputOutput, "\(path): cannot be written: \(error.localizedDescription); name another file")
    }
  }
}
