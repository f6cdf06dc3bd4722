/// An output: standard output, a device or pipe that exists, or a file that appears under its name only when complete.
///
/// A file is written beside its place, under a name that says it is partial, and ``publish()`` moves it there. Where that
/// does not happen the partial file is removed, also by a signal that ends the process.
package final class OutputFile {
  private let name: String
  private var descriptor: Descriptor?
  private var partial: (path: String, target: String, slot: Int?)?

  /// Opens standard output for `-`, else the path.
  package init(path: String) throws(CommandEnd) {
    name = path == standardStreamPath ? "stdout" : path
    guard path != standardStreamPath else {
      descriptor = .standardOutput
      return
    }
    do {
      try open(path)
    } catch {
      throw .failure(.inputOutput, "\(name): cannot be created: \(error.message); \(error.mendOfOutput)")
    }
  }

  deinit { discard() }

  private func open(_ path: String) throws(SystemError) {
    let existing = try? FileSystem.status(of: path)
    if let existing, existing.kind != .regular {
      // A directory is refused by the system itself.
      descriptor = try .openForWriting(path)
      return
    }
    // A link stays a link: the file that it leads to is replaced.
    let target = existing == nil ? path : FileSystem.resolve(path) ?? path
    if existing != nil, !FileSystem.isWritable(target) { throw .last() }
    let opened = try withSignalsHeld { () throws(SystemError) in try Self.createPartial(target) }
    if let existing { opened.descriptor.setMode(existing.mode) }
    descriptor = opened.descriptor
    partial = (opened.path, target, opened.slot)
  }

  private static func createPartial(
    _ target: String
  ) throws(SystemError) -> (descriptor: Descriptor, path: String, slot: Int?) {
    var attempt = 0
    while true {
      let path = partialPath(target, attempt)
      do {
        let descriptor = try Descriptor.create(path)
        return (descriptor, path, Temporaries.add(path))
      } catch {
        attempt += 1
        if !error.isExisting || attempt == 100 { throw error }
      }
    }
  }

  /// Beside the target, of a name that no finished file has; clipped where it would be too long for a file system.
  private static func partialPath(_ target: String, _ attempt: Int) -> String {
    let nameStart = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target.utf8.index(after: $0) }
    let folder = nameStart.map { String(target[..<$0]) } ?? ""
    let base = nameStart.map { String(target[$0...]) } ?? target
    let suffix = ".partial-\(processNumber)-\(attempt)"
    var clipped = base
    while clipped.utf8.count + suffix.utf8.count > 255 { clipped.removeLast() }
    return folder + clipped + suffix
  }

  /// Writes all of these bytes.
  package func write(_ bytes: [UInt8]) throws(CommandEnd) {
    guard let descriptor, !bytes.isEmpty else { return }
    do {
      try descriptor.write(bytes)
    } catch {
      throw end(error)
    }
  }

  /// Makes sure that everything written has arrived. Nothing may be written after.
  package func finish() throws(CommandEnd) {
    guard let descriptor else { return }
    self.descriptor = nil
    do {
      if partial != nil { try descriptor.synchronize() }
      if descriptor != .standardOutput { try descriptor.close() }
    } catch {
      throw end(error)
    }
  }

  /// Gives the finished file its name, in place of one that had it.
  package func publish() throws(CommandEnd) {
    guard let partial else { return }
    do {
      try FileSystem.move(partial.path, to: partial.target)
    } catch {
      throw .failure(.inputOutput, "\(name): cannot be put in place: \(error.message); \(error.mendOfOutput)")
    }
    if let slot = partial.slot { Temporaries.remove(slot) }
    self.partial = nil
  }

  /// Removes what has no name yet.
  private func discard() {
    if let descriptor, descriptor != .standardOutput { try? descriptor.close() }
    guard let partial else { return }
    FileSystem.remove(partial.path)
    if let slot = partial.slot { Temporaries.remove(slot) }
  }

  private func end(_ error: SystemError) -> CommandEnd {
    if error.isBrokenPipe { return .outputClosed }
    return .failure(.inputOutput, "\(name): cannot be written: \(error.message); \(error.mendOfOutput)")
  }
}
