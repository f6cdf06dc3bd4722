import Foundation
import Testing

#if os(Linux)
  /// Memory does not grow with the stream. The bound is coarse: it tells a file held in memory from one that is not.
  struct StreamingTests {
    @Test func memoryDoesNotGrowWithTheInput() throws {
      let folder = try Walk.folder()
      let command = try BuiltCommand(
        [
          "replay", "--fences", "fences.csv", "--samples", "-", "--events", "/dev/null", "--quiet",
        ], in: folder, input: .pipe)
      let input = try #require(command.input)
      try input.write(contentsOf: Data(Walk.header.utf8))
      var row = 0
      func feed(bytes: Int) throws {
        var sent = 0
        while sent < bytes {
          let data = Walk.rows(from: row, count: 10_000)
          try input.write(contentsOf: data)
          sent += data.count
          row += 10_000
        }
      }
      try feed(bytes: 1_000_000)
      let before = try peakKilobytes(of: command.processNumber)
      try feed(bytes: 6_000_000)
      let after = try peakKilobytes(of: command.processNumber)
      try input.close()
      #expect(try command.wait().code == 0)
      #expect(after - before < 2_000, "grew from \(before) kB to \(after) kB")
    }

    private func peakKilobytes(of process: Int32) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber)))
    }
  }
#endif
