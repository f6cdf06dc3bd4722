import Foundation
import TestSupport
import Testing

/// Folders and files that cannot be used: the exit code, one clear line, and nothing changed.
struct VerifyBadFolderTests {
  /// What is done to `data/a`, the exit code, and how the one line begins.
  static let bad: [(name: String, files: [String: String?], code: Int32, message: String)] = [
    ("no fences", ["fences.csv": nil], 65, "cordon: data/a: no fences; there must be fences.csv or"),
    ("no samples", ["samples.csv": nil], 65, "cordon: data/a: no samples; there must be samples.csv or"),
    ("two fence files", ["fences.ndjson": "{}"], 65, "cordon: data/a: both fences.csv and fences.ndjson; keep one"),
    ("empty samples", ["samples.csv": ""], 65, "cordon: data/a/samples.csv:"),
    ("no header", ["samples.csv": "1,2\n"], 65, "cordon: data/a/samples.csv:1:"),
    ("empty fences", ["fences.csv": ""], 65, "cordon: data/a/fences.csv:"),
    ("bad policy", ["policy.json": "{\"x\":1}"], 65, "cordon: data/a/policy.json:1: unknown key"),
    (
      "empty record", ["review.json": ""], 65,
      "cordon: data/a/review.json:1: broken JSON: it ends too early; restore the file, as from version control"
    ),
    ("cut record", ["review.json": "{\"format\": 1, \"reviews\": ["], 65, "cordon: data/a/review.json:1: broken JSON"),
    ("later record", ["review.json": "{\"format\": 2}"], 65, "cordon: data/a/review.json: format 2 is newer than"),
    (
      "unknown key", ["review.json": "{\"format\": 1, \"reviews\": [], \"by\": 1}"], 65,
      "cordon: data/a/review.json: the"
    ),
  ]

  @Test(arguments: bad.indices) func isToldInOneLineAndTheOthersAreJudged(index: Int) throws {
    let (name, files, code, message) = Self.bad[index]
    let tree = try VerifyFolder()
    for (file, text) in files {
      if let text { try tree.write(text, to: "data/a/\(file)") } else { try tree.remove("data/a/\(file)") }
    }
    let before = try tree.names("data/a")
    let result = try tree.verify(["--junit", "junit.xml"])
    #expect(result.code == code, "\(name)")
    #expect(result.errors.hasPrefix(message), "\(name): \(result.errors)")
    #expect(result.errorLines.count == 1, "\(name)")
    #expect(result.outputText.contains("data/a: unusable\n"))
    #expect(result.outputText.hasSuffix("data/deep/b: passed\n2 folders: 1 passed, 1 unusable\n"))
    #expect(try tree.read("junit.xml").contains("errors=\"1\""))
    #expect(try tree.accept("data/a").code == code)
    #expect(try tree.names("data/a") == before)
  }

  private static let refused: [(arguments: [String], code: Int32, message: String)] = [
    (["nowhere"], 66, "cordon: nowhere: cannot be opened: No such file"),
    (["data/a/samples.csv"], 66, "cordon: data/a/samples.csv: is no folder"),
    (["empty"], 65, "cordon: empty: no expectation in it or below;"),
    (["data", "empty"], 65, "cordon: empty: no expectation"),
    (["-"], 64, "cordon: \"-\" is no folder"),
    (["--junt", "x"], 64, "cordon: unknown option --junt, did you mean --junit?"),
    (["--accept", "--why", "x"], 64, "cordon: --accept needs --reviewer NAME"),
    (["--accept", "--reviewer", "x"], 64, "cordon: --accept needs --why TEXT"),
    (["--accept", "--reviewer", " ", "--why", "x"], 64, "cordon: --reviewer must not be blank"),
    (["--accept", "--reviewer", "x", "--why", " \n"], 64, "cordon: --why must not be blank"),
    (["--accept", "--reviewer", "a\nb", "--why", "x"], 64, "cordon: --reviewer must be one line"),
    (["--accept", "--reviewer", "x", "--why", "y", "--tz", "Berlin"], 64, "cordon: --tz Berlin is no offset"),
    (["--accept", "--reviewer", "x", "--why", "y", "--junit", "j"], 64, "cordon: --junit does not go with --accept"),
    (["--reviewer", "x"], 64, "cordon: --reviewer goes with --accept alone"),
    (["--tz", "UTC"], 64, "cordon: --tz goes with"),
    (["--json", "-", "--junit", "-"], 64, "cordon: --junit and --json both write standard output"),
    (["--record", "-"], 64, "cordon: --record needs a file"),
    (["--json", "none/x"], 74, "cordon: none/x: cannot be created"),
    (["--record", "data"], 66, "cordon: data: is a directory"),
    (["--record", "bad.json"], 65, "cordon: bad.json:1: broken"),
    (["--record", "/proc/none.json"], 74, "cordon: /proc/none.json: cannot be created"),
  ]

  @Test(arguments: refused)
  func isRefused(arguments: [String], code: Int32, message: String) throws {
    let tree = try VerifyFolder()
    try tree.makeFolder("empty")
    try tree.write("{\"format\"", to: "bad.json")
    let result = try tree.verify(arguments)
    #expect(result.code == code)
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(try tree.read("bad.json") == "{\"format\"")
    for name in ["data/a", "data/deep/b"] { #expect(try tree.names(name) == VerifyFolder.files) }
  }

  @Test func withoutTheUsualFolderOneMustBeNamed() throws {
    let result = try runCordon(["verify"], in: TemporaryFolder())
    #expect(result.code == 66)
    #expect(
      result.errors
        == "cordon: data: cannot be opened: No such file or directory; name the folder of your samples, as in cordon verify FOLDER\n"
    )
  }

  /// A pipe that nobody writes to, and a file without end: refused, not waited for.
  @Test func pipesAndDevicesInAFolderAreRefused() throws {
    for name in ["samples.csv", "fences.csv", "expected-events.ndjson", "review.json"] {
      let tree = try VerifyFolder()
      try tree.remove("data/a/\(name)")
      #expect(mkfifo(tree.folder.path("data/a/\(name)"), 0o600) == 0)
      let result = try tree.verify(["data/a"])
      #expect(result.code == 65, "\(name)")
      #expect(result.errors.hasPrefix("cordon: data/a/\(name): is no file but a pipe or a device"), "\(result.errors)")
    }
    let tree = try VerifyFolder()
    try tree.remove("data/a/samples.csv")
    try FileManager.default.createSymbolicLink(
      atPath: tree.folder.path("data/a/samples.csv"), withDestinationPath: "/dev/zero")
    #expect(try tree.verify(["data/a"]).code == 65)
  }

  #if os(Linux)
    /// Where names are bytes, a file of such a name keeps nobody from work; a folder of one is told, not passed over.
    @Test func namesThatAreNoUTF8() throws {
      let tree = try VerifyFolder()
      let name = Array((tree.folder.path("data") + "/x").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
      let file = open(name, O_CREAT | O_WRONLY, 0o600)
      #expect(file >= 0)
      close(file)
      #expect(try tree.verify().code == 0)
      #expect(unlink(name) == 0)
      #expect(mkdir(name, 0o700) == 0)
      let result = try tree.verify()
      #expect(rmdir(name) == 0)
      #expect(result.code == 66)
      #expect(
        result.errors == "cordon: data: cannot be read: a name is no UTF-8; rename the file or folder that has it\n")
    }
  #endif

  @Test func linksToFilesAreFollowedAndThoseToFoldersAreNot() throws {
    let tree = try VerifyFolder()
    let manager = FileManager.default
    try manager.moveItem(atPath: tree.folder.path("data/a/samples.csv"), toPath: tree.folder.path("samples"))
    try manager.createSymbolicLink(atPath: tree.folder.path("data/a/samples.csv"), withDestinationPath: "../../samples")
    try manager.createSymbolicLink(atPath: tree.folder.path("data/circle"), withDestinationPath: ".")
    try manager.createSymbolicLink(atPath: tree.folder.path("data/dangling"), withDestinationPath: "nowhere")
    try manager.createSymbolicLink(atPath: tree.folder.path("link"), withDestinationPath: "data")
    #expect(try tree.verify().outputText == "data/a: passed\ndata/deep/b: passed\n2 folders: 2 passed\n")
    #expect(try tree.verify(["link"]).outputText == "link/a: passed\nlink/deep/b: passed\n2 folders: 2 passed\n")
    #expect(try tree.verify(["link", "data"]).outputText.hasSuffix("2 folders: 2 passed\n"))
  }

  @Test func anExpectationThatNobodyReviewsIsRefused() throws {
    let tree = try VerifyFolder()
    let path = tree.folder.path("data/a/expected-events.ndjson")
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 40 << 20)
    let result = try tree.verify(["data/a"])
    #expect(result.code == 65)
    #expect(result.errors.hasPrefix("cordon: data/a/expected-events.ndjson: has more than 32 MiB"))
  }

  /// Many samples are no matter: they are read in pieces.
  @Test func manySamplesAreJudged() throws {
    let tree = try VerifyFolder()
    var samples = Data(Walk.header.utf8)
    for index in 0..<200_000 { samples += Data("d,\(index),40.0001,-75,5\n".utf8) }
    try tree.folder.write(samples, to: "data/a/samples.csv")
    #expect(try tree.accept("data/a").code == 0)
    #expect(try tree.verify().code == 0)
  }

  @Test(.enabled(if: geteuid() != 0, "needs a user to whom permissions apply"))
  func aFolderThatMayNotBeWrittenStaysAsItIs() throws {
    let tree = try VerifyFolder()
    try tree.write(#"{"maxAge":1}"#, to: "data/a/policy.json")
    let before = try tree.read("data/a/review.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: tree.folder.path("data/a"))
    let result = try tree.accept("data/a")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tree.folder.path("data/a"))
    #expect(result.code == 74)
    #expect(result.errors.contains("cannot be created: Permission denied"))
    #expect(try tree.read("data/a/review.json") == before)
    #expect(try tree.verify(["data/a"]).code == 1)
  }
}
