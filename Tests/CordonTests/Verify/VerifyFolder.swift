import Foundation
import TestSupport

/// Folders of a walk with an expectation, and the runs of `cordon verify` that tests need.
struct VerifyFolder {
  let folder: TemporaryFolder

  static let reviewer = ["--reviewer", "Ada", "--why", "a test"]

  /// A tree with two folders that have been accepted: `data/a` and `data/deep/b`.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["data/a", "data/deep/b"] {
      try makeFolder(name)
      try write(Walk.fences, to: "\(name)/fences.csv")
      try write(Walk.samples, to: "\(name)/samples.csv")
      _ = try accept(name)
    }
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  func read(_ name: String) throws -> String { try folder.read(name) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: folder.path(name)) }

  /// The names in a folder of the tree.
  func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
  }

  func verify(_ arguments: [String] = []) throws -> CommandResult {
    try runCordon(["verify"] + arguments, in: folder)
  }

  func accept(_ name: String) throws -> CommandResult {
    try runCordon(["verify", "--accept", name] + Self.reviewer, in: folder)
  }

  static let files = [
    "expected-events.ndjson", "expected-rejections.ndjson", "expected-states.ndjson", "fences.csv", "review.json",
    "samples.csv",
  ]
}
