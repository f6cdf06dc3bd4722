// Folders, as the platform's C library gives them: what is in one, and a lock that one process at a time holds.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One name in a folder.
package struct FolderEntry: Hashable, Sendable {
  /// The name, without the folder's path.
  package var name: String
  /// Whether it is itself a folder; a link to one is not.
  package var isFolder: Bool
}

extension FileSystem {
  /// What is in a folder, sorted by the bytes of the names, without those that begin with a dot.
  ///
  /// Files whose names are no UTF-8 are not among it, for no command looks for such a name; what is removed meanwhile is
  /// not there.
  ///
  /// - Throws: ``SystemError``; the one that says so where a folder in it has a name that is no UTF-8, since what lies
  ///   below could not be reached.
  package static func entries(of folder: String) throws(SystemError) -> [FolderEntry] {
    guard let directory = opendir(folder) else { throw .last() }
    defer { closedir(directory) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        if errno != 0 { throw .last() }
        break
      }
      let found: (name: String?, isFolder: Bool?) = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          (String(validatingCString: $0), isFolder($0, in: directory))
        }
      }
      if found.name?.hasPrefix(".") == true { continue }
      guard let isFolder = found.isFolder else {
        if errno == ENOENT { continue }
        throw .last()
      }
      if let name = found.name {
        entries.append(FolderEntry(name: name, isFolder: isFolder))
      } else if isFolder {
        throw SystemError(code: EILSEQ)
      }
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Whether a name in an open folder is that of a folder; `nil` where `errno` says why that cannot be told.
  private static func isFolder(_ name: UnsafePointer<CChar>, in directory: OpaquePointer) -> Bool? {
    var status = stat()
    guard fstatat(dirfd(directory), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A lock on a folder, so that of several processes that read, change and replace files in it none undoes what another
/// has just done.
///
/// It binds those that ask for it, and it ends with the process, however that ends. Nothing is left in the folder.
package final class FolderLock {
  private let descriptor: Descriptor

  /// Waits for the lock, at most as long as others need to write a few files.
  ///
  /// Where a file system knows no locks there is none, and nothing to wait for.
  package init(folder: String) throws(CommandEnd) {
    do {
      descriptor = try .openForReading(folder)
    } catch {
      throw .failure(.noInput, "\(folder): cannot be opened: \(error.message); \(error.mendOfInput)")
    }
    let end = secondsSinceStart() + Self.limitSeconds
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { return }
      guard secondsSinceStart() < end else {
        throw .failure(
          .inputOutput, "\(folder): another process has been writing here for long; try again when it is done")
      }
      usleep(20_000)
    }
  }

  deinit { try? descriptor.close() }

  private static let limitSeconds = 30.0
}
