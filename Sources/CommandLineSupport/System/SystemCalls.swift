// Files, streams and the clock, as the platform's C library gives them: the one file that calls it for them.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A call of the system that failed.
package struct SystemError: Error, Equatable {
  /// The number of the error.
  package var code: Int32

  /// Whether nobody reads the pipe that was written to.
  package var isBrokenPipe: Bool { code == EPIPE }
  /// Whether the path names nothing.
  package var isMissing: Bool { code == ENOENT }
  /// Whether the path names something already.
  package var isExisting: Bool { code == EEXIST }

  /// What the system says about it.
  package var message: String {
    // What the system says of this one is for those who write programs.
    code == EILSEQ ? "a name is no UTF-8" : String(cString: strerror(code))
  }

  /// What would mend it, where the call was to open or read an input.
  package var mendOfInput: String {
    switch code {
    case EACCES, EPERM: "check its permissions"
    case EBADF: "open it, or name a file"
    case EILSEQ: "rename the file or folder that has it"
    case EIO: "check the disk or the device"
    default: "check the path"
    }
  }

  /// What would mend it, where the call was to make or write an output.
  package var mendOfOutput: String {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: "make room, or name another file"
    case EBADF: "open it, or name a file"
    default: "name a file in a directory that may be written"
    }
  }

  static func last() -> SystemError { SystemError(code: errno) }
}

/// What a path or an open file is.
package struct FileStatus: Equatable {
  package enum Kind { case regular, directory, pipe, other }
  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// The bits of permission.
  package var mode: UInt32

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFIFO: kind = .pipe
    default: kind = .other
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    mode = UInt32(status.st_mode) & 0o7777
  }
}

/// An open file, by its number.
package struct Descriptor: Equatable {
  package var number: Int32

  /// The open file of this number.
  package init(number: Int32) { self.number = number }

  package static let standardInput = Descriptor(number: 0)
  package static let standardOutput = Descriptor(number: 1)
  package static let standardError = Descriptor(number: 2)

  package static func openForReading(_ path: String) throws(SystemError) -> Descriptor {
    try open(path, O_RDONLY | O_CLOEXEC)
  }

  /// Opens a file that exists already, such as a pipe or a device, and leaves what it holds.
  package static func openForWriting(_ path: String) throws(SystemError) -> Descriptor {
    try open(path, O_WRONLY | O_CLOEXEC)
  }

  /// Makes a file; fails where the path names something already.
  package static func create(_ path: String) throws(SystemError) -> Descriptor {
    try open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
  }

  private static func open(_ path: String, _ flags: Int32) throws(SystemError) -> Descriptor {
    while true {
      #if canImport(Darwin)
        let number = Darwin.open(path, flags, 0o666)
      #elseif canImport(Glibc)
        let number = Glibc.open(path, flags, 0o666)
      #else
        let number = Musl.open(path, flags, 0o666)
      #endif
      if number >= 0 { return Descriptor(number: number) }
      if errno != EINTR { throw .last() }
    }
  }

  /// Reads what is there, at most what fits; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(number, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      #else
        let count = Musl.read(number, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      try wait(for: POLLIN)
    }
  }

  /// Reads what is there, at most so many bytes; none at the end.
  package func read(atMost limit: Int) throws(SystemError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
    defer { buffer.deallocate() }
    return Array(buffer.prefix(try read(into: buffer)))
  }

  /// Writes all of these bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in try write(UnsafeRawBufferPointer(buffer)) }
  }

  /// Writes all of these bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Darwin)
        let count = Darwin.write(number, slice.baseAddress, slice.count)
      #elseif canImport(Glibc)
        let count = Glibc.write(number, slice.baseAddress, slice.count)
      #else
        let count = Musl.write(number, slice.baseAddress, slice.count)
      #endif
      if count >= 0 { rest = rest.dropFirst(count) } else { try wait(for: POLLOUT) }
    }
  }

  /// After a failed call: returns where it is worth another try. A stream that somebody else made non-blocking is
  /// waited for.
  private func wait(for event: Int32) throws(SystemError) {
    let code = errno
    if code == EINTR { return }
    guard code == EAGAIN || code == EWOULDBLOCK else { throw SystemError(code: code) }
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&request, 1, -1)
  }

  /// Whether a read would return at once.
  package var hasInput: Bool { hasInput(withinSeconds: 0) }

  /// Whether a read would return at once, now or before so many seconds have passed.
  package func hasInput(withinSeconds seconds: Double) -> Bool {
    let deadline = secondsSinceStart() + seconds
    while true {
      let rest = min(max(0, deadline - secondsSinceStart()), 1e6)
      var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let result = poll(&request, 1, Int32((rest * 1000).rounded(.up)))
      if result >= 0 || errno != EINTR { return result > 0 }
    }
  }

  /// Brings what has been written to the disk; a file that cannot be brought there, such as a pipe, is left alone.
  package func synchronize() throws(SystemError) {
    if fsync(number) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS { throw .last() }
  }

  package func close() throws(SystemError) {
    #if canImport(Darwin)
      let result = Darwin.close(number)
    #elseif canImport(Glibc)
      let result = Glibc.close(number)
    #else
      let result = Musl.close(number)
    #endif
    if result != 0 && errno != EINTR { throw .last() }
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last() }
    return FileStatus(status)
  }

  package func setMode(_ mode: UInt32) { _ = fchmod(number, mode_t(mode)) }

  package var isTerminal: Bool { isatty(number) == 1 }
  package var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }
}

/// Calls that take paths.
package enum FileSystem {
  /// What a path leads to, links followed.
  package static func status(of path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last() }
    return FileStatus(status)
  }

  /// The path without links, or `nil` where it leads nowhere.
  package static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  package static func move(_ from: String, to: String) throws(SystemError) {
    guard rename(from, to) == 0 else { throw .last() }
  }

  package static func remove(_ path: String) { _ = unlink(path) }
}

/// The number of this process.
package var processNumber: Int32 { getpid() }

/// The processors that work, at least 1.
package var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// Seconds since some moment in the past; never goes back.
package func secondsSinceStart() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Seconds since 1970, as the system's clock tells.
package func unixSeconds() -> Int64 { Int64(time(nil)) }

/// The value of a variable of the environment, where it is set.
package func environmentValue(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Ends the process.
package func quit(_ code: ExitCode) -> Never { exit(code.rawValue) }
