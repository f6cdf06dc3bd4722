import Foundation
import TestSupport
import Testing

/// What a run of the built command did.
struct CommandResult {
  /// The exit code, or the number of the signal that ended it.
  var code: Int32
  var endedBySignal: Bool
  var output: Data
  var errors: String

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorLines: [Substring] { errors.split(separator: "\n") }
}

/// The command that was built beside the tests.
struct BuiltCommand {
  private let process = Process()
  private let folder: TemporaryFolder
  private let outputPath: String?
  private let errorPath: String
  /// Where the command's input can be written, if it was asked for.
  let input: FileHandle?
  /// Where the command's output can be read, if it was asked for.
  let output: FileHandle?

  enum Input { case nothing, data(Data), pipe }

  var processNumber: Int32 { process.processIdentifier }

  /// Starts the command.
  ///
  /// - Parameter readsOutput: Whether the output is a pipe to ``output`` and not collected.
  init(
    _ arguments: [String], in workingFolder: TemporaryFolder, input: Input = .nothing, readsOutput: Bool = false
  ) throws {
    folder = workingFolder
    let executable: URL = try #require(builtExecutable(named: "cordon"), "build the command first")
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let run = UUID().uuidString
    // Files beside the folder, not pipes, take what is printed: a pipe that nobody reads would fill up.
    errorPath = folder.url.path + "-\(run).stderr"
    process.standardError = try Self.newFile(errorPath)
    if readsOutput {
      let pipe = Pipe()
      process.standardOutput = pipe
      output = pipe.fileHandleForReading
      outputPath = nil
    } else {
      let path = folder.url.path + "-\(run).stdout"
      process.standardOutput = try Self.newFile(path)
      outputPath = path
      output = nil
    }
    switch input {
    case .nothing:
      process.standardInput = FileHandle.nullDevice
      self.input = nil
    case .data(let data):
      let path = folder.url.path + "-\(run).stdin"
      try data.write(to: URL(fileURLWithPath: path))
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      try FileManager.default.removeItem(atPath: path)
      self.input = nil
    case .pipe:
      let pipe = Pipe()
      process.standardInput = pipe
      self.input = pipe.fileHandleForWriting
    }
    try process.run()
    // A command that hangs fails its test instead of hanging the tests.
    let started = process
    DispatchQueue.global().asyncAfter(deadline: .now() + 120) {
      if started.isRunning { kill(started.processIdentifier, SIGKILL) }
    }
  }

  private static func newFile(_ path: String) throws -> FileHandle {
    let url = URL(fileURLWithPath: path)
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  /// Some of the output as soon as there is any; nothing if there is none for a minute.
  func firstOutput() -> String {
    guard let output else { return "" }
    var request = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 60_000) > 0 ? String(decoding: output.availableData, as: UTF8.self) : ""
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  func wait() throws -> CommandResult {
    process.waitUntilExit()
    let errors = try String(decoding: Data(contentsOf: URL(fileURLWithPath: errorPath)), as: UTF8.self)
    try FileManager.default.removeItem(atPath: errorPath)
    var collected = Data()
    if let outputPath {
      collected = try Data(contentsOf: URL(fileURLWithPath: outputPath))
      try FileManager.default.removeItem(atPath: outputPath)
    }
    return CommandResult(
      code: process.terminationStatus, endedBySignal: process.terminationReason == .uncaughtSignal, output: collected,
      errors: errors)
  }
}

/// Runs the command to its end.
func runCordon(
  _ arguments: [String], in folder: TemporaryFolder, input: BuiltCommand.Input = .nothing
) throws -> CommandResult {
  try BuiltCommand(arguments, in: folder, input: input).wait()
}
