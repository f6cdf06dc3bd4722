import CommandLineSupport
import Foundation

/// A process that counts the work of a case once and ends, by itself or under callgrind.
final class Counter {
  /// Blocks in a lap under callgrind, which is some fifty times slower.
  private static let blocksUnderCallgrind = 12
  private static let patienceSeconds = 300.0

  private let command: Subprocess
  private let name: String
  private let isUnderCallgrind: Bool
  private let copy: URL?

  /// Starts to count, and does not wait.
  ///
  /// - Parameter valgrind: The path of valgrind, to count instructions and nothing else.
  init(_ executable: String, _ caseName: String, role: String, valgrind: String? = nil) throws(PairedRun.Failure) {
    name = role
    isUnderCallgrind = valgrind != nil
    let work = ["work", caseName, "--count"]
    var path = executable
    var arguments = work
    var copy: URL?
    if let valgrind {
      copy = Self.copyWithoutDebugInformation(of: executable)
      path = valgrind
      arguments =
        [
          "--tool=callgrind", "--callgrind-out-file=/dev/null", "--collect-atstart=no",
          "--toggle-collect=cordonBenchMeasured", copy?.path ?? executable,
        ] + work + ["--blocks", String(Self.blocksUnderCallgrind)]
    }
    self.copy = copy
    do {
      command = try Subprocess(path, arguments)
    } catch {
      throw .worker(role, .cannotStart(path))
    }
  }

  deinit { if let copy { try? FileManager.default.removeItem(at: copy) } }

  /// Valgrind up to 3.19 cannot read the debug information that C compilers write by now, and gives up.
  private static func copyWithoutDebugInformation(of executable: String) -> URL? {
    guard let strip = Subprocess.find("strip") else { return nil }
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("cordon-bench-\(UUID().uuidString)")
    let result = try? Subprocess(strip, ["-g", "-o", copy.path, executable]).output(withinSeconds: 60)
    return result?.exitCode == 0 ? copy : nil
  }

  /// What was counted, and the checksum of the data.
  func counts() throws(PairedRun.Failure) -> (counts: WorkCounts, data: String) {
    guard let output = command.output(withinSeconds: Self.patienceSeconds) else {
      throw .worker(name, .broken("did not count within \(Int(Self.patienceSeconds)) s"))
    }
    let message = output.lines.last.map { WorkMessage(line: $0) } ?? WorkMessage()
    if message.words == ["refused"] { throw .noBaseline("the \(name) does not know this case") }
    // Valgrind may know neither the form of the debug information nor all instructions: then these are not counted.
    if isUnderCallgrind, output.exitCode != 0 { return (WorkCounts(), "") }
    guard output.exitCode == 0, message.words == ["counted"] else {
      if name == "base", output.exitCode == ExitCode.usage.rawValue {
        throw .noBaseline("the base knows no workers that this build can talk to")
      }
      let said = output.complaints.last.map { ", and said: \($0.prefix(200))" } ?? ""
      throw .worker(name, .broken("ended with exit code \(output.exitCode) while it counted\(said)"))
    }
    let data = message.fields["data"] ?? ""
    guard isUnderCallgrind else { return (message.counts, data) }
    var counts = WorkCounts()
    counts[.instructions] = output.complaints.compactMap(Self.collected).last
    return (counts, data)
  }

  /// The number in `==123== Collected : 4567`.
  private static func collected(_ line: String) -> Int? {
    let parts = line.split(separator: " ")
    guard let word = parts.firstIndex(of: "Collected"), parts.count > word + 2 else { return nil }
    return Int(parts[word + 2])
  }
}
