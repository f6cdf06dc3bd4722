import Foundation

/// The folder of the package.
public let packageFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The fixed samples with their policies and expected results.
public let dataFolder = packageFolder.appending(path: "data", directoryHint: .isDirectory)

/// The folder of cases and golden files that several projects share: the environment's `CORDON_SHARED`, else `../shared`
/// beside the package; `nil` where there is none.
public let sharedFolder: URL? = {
  let named = ProcessInfo.processInfo.environment["CORDON_SHARED"].map { URL(fileURLWithPath: $0, isDirectory: true) }
  let folder = named ?? packageFolder.deletingLastPathComponent().appending(path: "shared", directoryHint: .isDirectory)
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue
    ? folder : nil
}()

/// Whether ``sharedFolder`` is there, for `.enabled(if: hasSharedFolder, noSharedFolder)`.
public let hasSharedFolder = sharedFolder != nil

/// Why tests of the shared folder are skipped where it is not there.
public let noSharedFolder = "there is no shared folder: set CORDON_SHARED, or put it beside the package"

/// The names of what lies in a folder, sorted, without hidden files.
public func names(in folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
}

/// The executable of this name that was built together with the running tests, or `nil` where it was not built.
public func builtExecutable(named name: String) -> URL? {
  // On Linux the tests are an executable beside the others; on macOS they are a bundle beside them.
  let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
  let folders = bundles.map { $0.deletingLastPathComponent() } + [Bundle.main.bundleURL]
  return folders.map { $0.appending(path: name) }.first {
    FileManager.default.isExecutableFile(atPath: $0.path)
  }
}
