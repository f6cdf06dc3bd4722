import CommandLineSupport
import FenceReplay

/// Finds folders of expectations.
enum ExpectationFolders {
  /// The folders that have an expectation among and below those that are named, each once, in the order of the names.
  ///
  /// Links to folders within a tree are not followed, for they may lead in circles; names that begin with a dot are
  /// passed over.
  ///
  /// - Parameter takesNew: Whether a named folder that has samples but no expectation yet counts, too.
  /// - Throws: ``CommandEnd`` for a named folder with no expectation in it or below.
  static func find(in options: [String], isDefault: Bool, takesNew: Bool) throws(CommandEnd) -> [ExpectationFolder] {
    var found: [ExpectationFolder] = []
    var seen: Set<String> = []
    for root in options {
      var path = root
      while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
      try check(path, isDefault: isDefault)
      let folders = try walk(path, takesNew: takesNew)
      guard !folders.isEmpty else {
        throw .failure(
          .badData,
          "\(path): no expectation in it or below; a folder with fences, samples and \(ReplayOutput.events.expectationFile) "
            + "is one, and cordon verify --accept makes it of a folder with fences and samples")
      }
      for folder in folders where seen.insert(FileSystem.resolve(folder.path) ?? folder.path).inserted {
        // Below several folders the same path may lead to two.
        found.append(options.count == 1 ? folder : ExpectationFolder(path: folder.path, name: folder.path))
      }
    }
    return found
  }

  private static func check(_ path: String, isDefault: Bool) throws(CommandEnd) {
    do {
      guard try FileSystem.status(of: path).kind == .directory else {
        throw CommandEnd.failure(.noInput, "\(path): is no folder; name the folder that it lies in")
      }
    } catch let error as SystemError {
      let mend = isDefault ? "name the folder of your samples, as in cordon verify FOLDER" : error.mendOfInput
      throw .failure(.noInput, "\(path): cannot be opened: \(error.message); \(mend)")
    } catch let end as CommandEnd {
      throw end
    } catch {
      throw .failure(.internalError, "\(path): \(error)")
    }
  }

  private static func walk(_ root: String, takesNew: Bool) throws(CommandEnd) -> [ExpectationFolder] {
    let rootName = (FileSystem.resolve(root) ?? root).split(separator: "/").last.map(String.init) ?? "/"
    var found: [ExpectationFolder] = []
    var waiting = [ExpectationFolder(path: root, name: "")]
    while let folder = waiting.popLast() {
      let entries: [FolderEntry]
      do {
        entries = try FileSystem.entries(of: folder.path)
      } catch {
        throw .failure(.noInput, "\(folder.path): cannot be read: \(error.message); \(error.mendOfInput)")
      }
      let names = Set(entries.lazy.filter { !$0.isFolder }.map(\.name))
      let isNew = takesNew && folder.name.isEmpty && !names.isDisjoint(with: ExpectationFolder.sampleFiles)
      if isNew || !names.isDisjoint(with: marks) {
        found.append(ExpectationFolder(path: folder.path, name: folder.name.isEmpty ? rootName : folder.name))
      }
      for entry in entries.reversed() where entry.isFolder {
        waiting.append(
          ExpectationFolder(
            path: folder.path(of: entry.name), name: folder.name.isEmpty ? entry.name : "\(folder.name)/\(entry.name)"))
      }
    }
    return found
  }

  /// Any of these makes a folder one with an expectation, so that one which is lost in part is missed.
  private static let marks = ReplayOutput.expectable.map(\.expectationFile) + [ReviewRecord.file]
}
