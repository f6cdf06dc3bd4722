import CommandLineSupport
import Foundation
import Testing

@testable import cordon_bench

@Suite struct BaselineTests {
  private func write(_ lines: [UInt8]...) throws -> String {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("baseline-\(UUID().uuidString)")
    try Data(lines.flatMap { $0 }).write(to: url)
    return url.path
  }

  private func header(optimized: Bool = true, processors: Int? = nil) -> [UInt8] {
    let machine = Machine()
    var object = JSONObject()
    object.add("cordonBenchBaseline", integer: Baseline.formatVersion)
    object.add("machine", text: machine.processor)
    object.add("processors", integer: processors ?? machine.processorCount)
    object.add("memoryBytes", integer: machine.memoryBytes)
    object.add("system", text: machine.system)
    object.add("optimized", bool: optimized)
    return object.line()
  }

  private func measured(_ name: String, _ data: String, probes: Int, nanoseconds: [Double]) -> BaselineCase {
    var counts = WorkCounts()
    counts[.probes] = probes
    counts[.answer] = -6_701_259_982_628_096_170
    return BaselineCase(name: name, data: data, counts: counts, launchNanoseconds: nanoseconds)
  }

  @Test func comparesWithWhatWasWritten() throws {
    let path = try write(header(), measured("a", "ff", probes: 1000, nanoseconds: [90, 100, 110]).line)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let baseline = try Baseline(readingFrom: path)
    #expect(baseline.isOfMachine(Machine()))
    func compare(_ new: BaselineCase) -> CaseResult { baseline.compare(new) }
    let same = compare(measured("a", "ff", probes: 1000, nanoseconds: [95, 120, 130]))
    #expect(same.coarse == .same && !same.isRegression && same.missing == nil)
    #expect(same.gates.map(\.verdict) == [.same, .same])
    #expect(compare(measured("a", "ff", probes: 2000, nanoseconds: [95, 99])).isRegression)
    #expect(compare(measured("a", "ff", probes: 1000, nanoseconds: [127, 130])).coarse == .regression)
    #expect(compare(measured("a", "ff", probes: 1000, nanoseconds: [60, 70])).coarse == .faster)
    #expect(compare(measured("a", "ff", probes: 1000, nanoseconds: [])).coarse == nil)
    #expect(compare(measured("b", "ff", probes: 1, nanoseconds: [])).missing != nil)
    #expect(compare(measured("a", "fe", probes: 1, nanoseconds: [])).missing != nil)
  }

  @Test func timesOfAnotherMachineAreNotJudged() throws {
    for lines in [header(processors: 999), header(optimized: false)] {
      let path = try write(lines)
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(try !Baseline(readingFrom: path).isOfMachine(Machine()))
    }
  }

  @Test func whatIsNoBaselineIsToldByItsCode() throws {
    func code(_ path: String) -> ExitCode? {
      do {
        _ = try Baseline(readingFrom: path)
      } catch {
        if case .failure(let code, _) = error { return code }
      }
      return nil
    }
    #expect(code("/no/such/file") == .noBaseline)
    for text in ["", "{}\n", "[1]\n", "{\"cordonBenchBaseline\": 99}\n", "nonsense"] {
      #expect(code(try write(Array(text.utf8))) == .badData, "\(text)")
    }
    #expect(code(try write(header(), Array("{\"case\": 3}\n".utf8))) == .badData)
    #expect(code(try write(header(), Array("nonsense\n".utf8))) == .badData)
  }
}
