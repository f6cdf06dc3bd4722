import CommandLineSupport
import Foundation

/// Another program, run to its end.
final class Subprocess {
  /// What it left.
  struct Output {
    var exitCode: Int32
    /// The lines of its standard output.
    var lines: [String]
    /// The lines of its standard error.
    var complaints: [String]
  }

  private let process = Process()
  private let output = Pipe()
  private let complaints = Pipe()

  /// Starts a program, without input.
  init(_ path: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
  }

  deinit { end() }

  /// Waits for its end; `nil` where that does not come in time. What it says must be short.
  func output(withinSeconds seconds: Double) -> Output? {
    let deadline = secondsSinceStart() + seconds
    guard let lines = readLines(output, until: deadline), let said = readLines(complaints, until: deadline) else {
      end()
      return nil
    }
    while process.isRunning {
      guard secondsSinceStart() < deadline else {
        end()
        return nil
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return Output(exitCode: process.terminationStatus, lines: lines, complaints: said)
  }

  private func readLines(_ pipe: Pipe, until deadline: Double) -> [String]? {
    var reader = LineReader(Descriptor(number: pipe.fileHandleForReading.fileDescriptor))
    var lines: [String] = []
    do {
      while let line = try reader.next(withinSeconds: max(0, deadline - secondsSinceStart())) { lines.append(line) }
    } catch {
      return nil
    }
    return lines
  }

  /// Ends it, whatever it is doing.
  func end() {
    guard process.isRunning else { return }
    System.kill(process: process.processIdentifier)
    process.waitUntilExit()
  }

  /// The path of a program that the search path has.
  static func find(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of the program that runs.
  static var ownPath: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }
}
