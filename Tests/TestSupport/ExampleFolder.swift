import Foundation

/// A folder of input with what must come out of it, as `data/README.md` describes.
public struct ExampleFolder: Sendable, CustomStringConvertible {
  /// The folder.
  public let url: URL
  /// The folder's path below that in which it was found.
  public let name: String
  /// The file of fences.
  public let fences: URL
  /// The file of samples.
  public let samples: URL
  /// The file of policies, where there is one.
  public let policy: URL?
  /// What follows `--tz` in the command, where it is given.
  public let zone: String?

  /// The words of the command after `cordon`, to be run in the folder.
  public let arguments: [String]
  /// The exit code that the command must have.
  public let exitCode: Int
  /// How many samples there must be: in all, accepted, rejected, malformed.
  public let counts: [Int]

  /// The name.
  public var description: String { name }

  /// The text of `expected-<name>.ndjson`.
  public func expected(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: "expected-\(name).ndjson"), encoding: .utf8)
  }

  private init?(_ url: URL, below root: URL) {
    func file(_ names: String...) -> URL? {
      names.map { url.appending(path: $0) }.first { FileManager.default.fileExists(atPath: $0.path) }
    }
    guard
      let fences = file("fences.csv", "fences.ndjson", "fences.geojson"),
      let samples = file("samples.csv", "samples.ndjson"),
      let readme = try? String(contentsOf: url.appending(path: "README.md"), encoding: .utf8),
      let command = readme.split(separator: "\n").first(where: { $0.hasPrefix("    cordon ") }),
      let outcome = readme.split(separator: "\n").first(where: { $0.hasPrefix("exit code ") })
    else { return nil }
    // As in: exit code 0; rows in 11 = accepted 3 + rejected 5 + malformed 3.
    let numbers = outcome.split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count == 5 else { return nil }
    exitCode = numbers[0]
    counts = Array(numbers[1...])
    self.url = url
    self.fences = fences
    self.samples = samples
    policy = file("policy.json")
    name = String(url.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1))
    let words = command.split(separator: " ").dropFirst().map(String.init)
    arguments = words
    zone = words.firstIndex(of: "--tz").map { words[$0 + 1] }
  }

  /// All folders of examples in and below `root`, sorted by name.
  public static func all(below root: URL) -> [ExampleFolder] {
    guard let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else { return [] }
    return files.compactMap { $0 as? URL }.filter { $0.lastPathComponent == "expected-events.ndjson" }
      .compactMap { ExampleFolder($0.deletingLastPathComponent(), below: root) }
      .sorted { $0.name < $1.name }
  }
}
