import CommandLineSupport
import Foundation
import TestSupport
import Testing

@testable import cordon_bench

/// Workers that misbehave, written in shell.
@Suite struct WorkerTests {
  private let folder: URL

  init() throws {
    // As the command itself does: a write to a process that died is an error, not a signal.
    signal(SIGPIPE, SIG_IGN)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func script(_ body: String) throws -> String {
    let path = folder.appendingPathComponent("worker-\(UUID().uuidString)").path
    try Data("#!/bin/sh\n\(body)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private static let hello = "echo worker 1 case=x data=0 blocks=64"

  /// What goes wrong with a worker that is started, awaited and asked for a block.
  private func failure(_ body: String) throws -> Worker.Failure? {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let worker = try Worker(script(body), ["x"], patience: Worker.Patience(startSeconds: 20, answerSeconds: 0.3))
      try worker.waitUntilReady()
      _ = try worker.run(blocks: 1)
    } catch let failure as Worker.Failure {
      return failure
    }
    return nil
  }

  @Test func oneThatAnswersIsFine() throws {
    #expect(try failure("\(Self.hello); read request; echo ran ns=1000; read request") == nil)
  }

  @Test(
    "a build that has no such workers is told from one that breaks down",
    arguments: [
      ("echo 'unknown command work' >&2; exit 64", Worker.Failure.otherLanguage),
      ("echo worker 2 case=x; read request", .otherLanguage), ("echo usage: something", .otherLanguage),
      ("echo refused reason=no-such-case", .noSuchCase),
    ])
  func noBaseline(body: String, expected: Worker.Failure) throws {
    #expect(try failure(body) == expected)
  }

  @Test(
    "what breaks down is told clearly",
    arguments: [
      ("exit 3", "ended with exit code 3"), ("\(hello); read request; kill -SEGV $$", "died of signal 11"),
      ("\(hello); read request; echo 'it burns' >&2; exit 1", "and said: it burns"),
      ("\(hello); exec sleep 60", "did not answer within 0 s"),
      ("\(hello); read request; echo nonsense", "answered \"nonsense\""),
      ("\(hello); read request; echo ran ns=-5", "where a time was due"),
      ("yes x | head -c 200000 | tr -d '\\n'; exec sleep 60", "answered without end"),
    ])
  func brokenDown(body: String, text: String) throws {
    guard case .broken(let what) = try failure(body) else {
      Issue.record("not broken")
      return
    }
    #expect(what.contains(text), "\(what)")
  }

  @Test func whatCannotBeStartedIsNamed() {
    #expect(throws: Worker.Failure.cannotStart("/no/such/file")) { try Worker("/no/such/file", ["x"]) }
  }

  @Test("the built command is compared with itself by its counts")
  func countsOfTheBuiltCommand() throws {
    let path = try #require(builtExecutable(named: "cordon-bench"), "build the command first").path
    let itself = Contestants(base: path, new: path)
    let comparison = CaseComparison(
      caseName: "read-csv", contestants: itself, limits: CaseComparison.Limits(), seed: 1)
    let gates = try comparison.gates(valgrind: nil)
    #expect(gates.contains { $0.metric == .samples && $0.base == 32 * WorkCase.blockSamples })
    #expect(gates.allSatisfy { $0.verdict == .same || $0.verdict == .notCounted })
  }

  @Test("a run in turn gives as many times as were asked for")
  func pairedRun() throws {
    let path = try #require(builtExecutable(named: "cordon-bench"), "build the command first").path
    var run = PairedRun("write-events", Contestants(base: path, new: path), seed: 2)
    let launches = try run.run(PairedRun.Effort(pairs: 10, launches: 3))
    #expect(launches.map(\.base.count).sorted() == [3, 3, 4])
    #expect(launches.allSatisfy { $0.new.count == $0.base.count && $0.control.count == $0.base.count })
    #expect(launches.flatMap { $0.base + $0.new + $0.control }.allSatisfy { $0 > 0 })
  }
}
