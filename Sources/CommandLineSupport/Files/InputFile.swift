/// An input, read from the front in chunks.
package final class InputFile {
  /// What messages call it.
  package let name: String
  /// Its size, where it is a file that has one.
  package let size: Int64?

  private let descriptor: Descriptor
  private var hasRead = false
  private var isAtEnd = false

  /// Opens a file, or standard input for `-`.
  package init(path: String) throws(CommandEnd) {
    let name = path == standardStreamPath ? "stdin" : path
    do {
      descriptor = try path == standardStreamPath ? .standardInput : .openForReading(path)
      let status = try descriptor.status()
      size = status.kind == .regular ? status.size : nil
      if status.kind == .directory {
        throw CommandEnd.failure(.noInput, "\(name): is a directory; name a file in it")
      }
    } catch let error as SystemError {
      throw .failure(.noInput, "\(name): cannot be opened: \(error.message); \(error.mendOfInput)")
    } catch let end as CommandEnd {
      throw end
    } catch {
      throw .failure(.internalError, "\(name): \(error)")
    }
    self.name = name
  }

  deinit { if descriptor != .standardInput { try? descriptor.close() } }

  /// Reads until the buffer is full, the input ends, or no more is there yet; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(CommandEnd) -> Int {
    var count = 0
    while count < buffer.count && !isAtEnd {
      let read: Int
      do {
        read = try descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      } catch {
        throw .failure(
          hasRead ? .inputOutput : .noInput, "\(name): cannot be read: \(error.message); \(error.mendOfInput)")
      }
      hasRead = true
      isAtEnd = read == 0
      count += read
      if !descriptor.hasInput { break }
    }
    return count
  }

  /// Everything that is left, at once.
  package func readAll() throws(CommandEnd) -> [UInt8] {
    // One byte more than the size: the read that finds the end then needs no larger buffer.
    var bytes = [UInt8](repeating: 0, count: Int(clamping: size ?? 0) + 1)
    var count = 0
    while true {
      let used = count
      let read = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(CommandEnd) in
        try self.read(into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[used...])))
      }
      count += read
      if isAtEnd { break }
      if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: max(count, 65_536))) }
    }
    bytes.removeSubrange(count...)
    return bytes
  }
}
