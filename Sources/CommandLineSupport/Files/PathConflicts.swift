/// Refuses options of which one output would spoil another, or an input.
///
/// Files are compared by what they are, not only by how they are spelled. A device such as `/dev/null` spoils nothing.
package func checkConflicts(
  inputs: [(option: String, path: String)], outputs: [(option: String, path: String)]
) throws(UsageError) {
  let inputs = inputs.map { (option: $0.option, identity: FileIdentity(input: $0.path)) }
  var checked: [(option: String, identity: FileIdentity?)] = []
  for output in outputs {
    guard let identity = FileIdentity(output: output.path) else { continue }
    if let input = inputs.first(where: { $0.identity == identity }) {
      throw UsageError("\(output.option) would overwrite the input of \(input.option); name another file")
    }
    if let other = checked.first(where: { $0.identity == identity }) {
      throw UsageError("\(other.option) and \(output.option) name the same file; give each its own")
    }
    checked.append((output.option, identity))
  }
}

/// A file or pipe, or a place in a directory where there is none yet.
private struct FileIdentity: Equatable {
  private var device: UInt64
  private var inode: UInt64
  private var newName: String?

  init?(input path: String) {
    let status = path == standardStreamPath ? try? Descriptor.standardInput.status() : try? FileSystem.status(of: path)
    guard let status else { return nil }
    guard status.kind == .regular || (status.kind == .pipe && path != standardStreamPath) else { return nil }
    self.init(status)
  }

  init?(output path: String) {
    if path == standardStreamPath {
      guard let status = try? Descriptor.standardOutput.status(), status.kind == .regular else { return nil }
      self.init(status)
    } else if let status = try? FileSystem.status(of: path) {
      guard status.kind == .regular || status.kind == .pipe else { return nil }
      self.init(status)
    } else {
      let slash = path.lastIndex(of: "/")
      let folder = slash.map { String(path[...$0]) } ?? "."
      guard let status = try? FileSystem.status(of: folder) else { return nil }
      self.init(status)
      newName = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }
  }

  private init(_ status: FileStatus) {
    device = status.device
    inode = status.inode
  }
}
