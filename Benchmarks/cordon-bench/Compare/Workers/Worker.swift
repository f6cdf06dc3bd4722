import CommandLineSupport
import Foundation

/// A worker process, and the conversation with it.
final class Worker {
  /// Why there is no answer.
  enum Failure: Error, Equatable {
    /// The executable cannot be started.
    case cannotStart(String)
    /// The build knows no workers, or others than this build: there is nothing to compare with.
    case otherLanguage
    /// The build does not know the case.
    case noSuchCase
    /// It ended, hung, or said what makes no sense.
    case broken(String)
  }

  /// How long to wait: for a worker to be ready, and for a block.
  struct Patience {
    var startSeconds = 120.0
    var answerSeconds = 30.0
  }

  /// What it said when it was ready.
  private(set) var hello = WorkMessage()
  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private let complaints = Pipe()
  private var lines: LineReader
  private let patience: Patience

  /// Starts `executable work ARGUMENTS…`, and does not wait for it.
  init(_ executable: String, _ arguments: [String], patience: Patience = Patience()) throws(Failure) {
    self.patience = patience
    lines = LineReader(Descriptor(number: answers.fileHandleForReading.fileDescriptor))
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = ["work"] + arguments
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = complaints
    do {
      try process.run()
    } catch {
      throw .cannotStart(executable)
    }
  }

  deinit { end() }

  /// Waits until it is ready.
  func waitUntilReady() throws(Failure) {
    let message: WorkMessage
    do {
      message = try answer(withinSeconds: patience.startSeconds)
    } catch {
      // A build that has no workers says so by its exit code.
      if case .broken = error, exitCode(withinSeconds: 2) == ExitCode.usage.rawValue { throw .otherLanguage }
      throw error
    }
    if message.words == ["refused"] { throw .noSuchCase }
    guard message.words == ["worker", WorkMessage.version] else { throw .otherLanguage }
    hello = message
  }

  /// Has it run the next blocks, and returns the nanoseconds that they took.
  func run(blocks: Int) throws(Failure) -> Double {
    try say(WorkMessage("run", fields: ["blocks": String(blocks)]))
    let message = try answer(withinSeconds: patience.answerSeconds)
    guard message.words == ["ran"], let nanoseconds = message.integer("ns"), nanoseconds > 0 else {
      throw broken("answered \"\(message.line.prefix(80))\" where a time was due")
    }
    return Double(nanoseconds)
  }

  /// Has it work until it is ended, and waits for nothing.
  func beBusy() throws(Failure) { try say(WorkMessage("run", fields: ["blocks": "1000000"])) }

  private func say(_ message: WorkMessage) throws(Failure) {
    let bytes = Array((message.line + "\n").utf8)
    do {
      let descriptor = Descriptor(number: requests.fileHandleForWriting.fileDescriptor)
      try descriptor.write(bytes)
    } catch {
      throw broken(ending)
    }
  }

  /// The next message.
  func answer(withinSeconds seconds: Double) throws(Failure) -> WorkMessage {
    let line: String?
    do {
      line = try lines.next(withinSeconds: seconds)
    } catch {
      switch error {
      case .timeout: throw broken("did not answer within \(Int(seconds)) s")
      case .endless: throw broken("answered without end")
      case .system(let error): throw broken("cannot be read: \(error.message)")
      }
    }
    guard let line else { throw broken(ending) }
    return WorkMessage(line: line)
  }

  /// How it ended, once its output has.
  private var ending: String {
    guard let code = exitCode(withinSeconds: 2) else { return "closed its output" }
    return process.terminationReason == .uncaughtSignal ? "died of signal \(code)" : "ended with exit code \(code)"
  }

  private func exitCode(withinSeconds seconds: Double) -> Int32? {
    let deadline = secondsSinceStart() + seconds
    while process.isRunning {
      if secondsSinceStart() > deadline { return nil }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return process.terminationStatus
  }

  private func broken(_ what: String) -> Failure {
    var errors = LineReader(Descriptor(number: complaints.fileHandleForReading.fileDescriptor))
    var last: String?
    while let line = try? errors.next(withinSeconds: 0) { last = line }
    return .broken(what + (last.map { ", and said: \($0.prefix(200))" } ?? ""))
  }

  /// Ends it, at once if it is busy.
  func end() {
    guard process.isRunning else { return }
    try? requests.fileHandleForWriting.close()
    if exitCode(withinSeconds: 0.2) == nil {
      System.kill(process: process.processIdentifier)
      process.waitUntilExit()
    }
  }
}
