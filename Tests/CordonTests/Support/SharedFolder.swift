import Foundation

/// The folder of cases, goldens and real data that lies beside the repository. Tests that need it are skipped where it
/// is missing.
enum SharedFolder {
  static let url: URL? = {
    let path =
      ProcessInfo.processInfo.environment["CORDON_SHARED"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../shared").standardizedFileURL
    return FileManager.default.fileExists(atPath: path.path) ? path : nil
  }()

  static var isThere: Bool { url != nil }
  static let whereItIs = "needs the shared folder: set CORDON_SHARED, or put it beside the repository"

  /// The names in one of its folders that `isWanted` keeps, in order.
  static func names(in folder: String, where isWanted: (String) -> Bool) -> [String] {
    guard let url else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(folder).path)
    return (names ?? []).filter(isWanted).sorted()
  }
}
