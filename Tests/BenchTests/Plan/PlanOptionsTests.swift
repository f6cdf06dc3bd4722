import CommandLineSupport
import Testing

@testable import cordon_bench

@Suite struct PlanOptionsTests {
  static let least = ["--fences", "f.csv", "--devices", "10", "--interval", "5"]

  @Test func understandsAllOptions() throws {
    let options = try PlanOptions([
      "--fences=100", "--devices", "1e12", "--interval", "0.5", "--peak", "3", "--target-p99", "20", "--headroom",
      "0.5",
      "--input", "csv", "--policy", "p.json", "--json", "-", "--check",
    ])
    #expect(options.fences == .made(100))
    #expect(options.devices == 1e12)
    #expect(options.intervalSeconds == 0.5)
    #expect(options.peak == 3 && options.isPeakGiven)
    #expect(options.targetMilliseconds == 20 && options.isTargetGiven)
    #expect(options.headroom == 0.5 && options.isHeadroomGiven)
    #expect(options.input == .csv)
    #expect(options.policy == "p.json" && options.json == "-" && options.isChecked)
    let least = try PlanOptions(Self.least)
    #expect(least.fences == .file("f.csv"))
    #expect(!least.isPeakGiven && !least.isHeadroomGiven && !least.isTargetGiven && !least.isChecked)
  }

  @Test(
    "says what is wrong",
    arguments: ["0", "-1", "nan", "inf", "1e300", "1.5", "0x10", "", "ten", "1e16"])
  func refusesDevices(_ text: String) {
    let error = #expect(throws: UsageError.self) {
      try PlanOptions(["--fences", "f", "--devices=\(text)", "--interval", "1"])
    }
    #expect(error?.message.contains("--devices") == true)
  }

  @Test(
    arguments: [
      ("--interval", "0"), ("--interval", "-3"), ("--interval", "nan"), ("--interval", "1e300"), ("--peak", "0.5"),
      ("--peak", "inf"), ("--target-p99", "0"), ("--target-p99", "-1"), ("--headroom", "0"), ("--headroom", "1.5"),
      ("--headroom", "nan"), ("--input", "xml"), ("--fences", "0"), ("--fences", "99999999999999999999999"),
    ])
  func refusesValues(_ name: String, _ text: String) {
    var arguments = Self.least
    if let place = arguments.firstIndex(of: name) {
      arguments[place + 1] = text
    } else {
      arguments += ["\(name)=\(text)"]
    }
    // An argument that begins with a dash would be taken for an option.
    arguments = arguments.reduce(into: []) { list, argument in
      if argument == text, let last = list.popLast() {
        list.append("\(last)=\(argument)")
      } else {
        list.append(argument)
      }
    }
    let error = #expect(throws: UsageError.self) { try PlanOptions(arguments) }
    #expect(error?.message.contains(name) == true)
  }

  @Test func needsWhatItNeeds() {
    for left in ["--fences", "--devices", "--interval"] {
      var arguments = Self.least
      if let place = arguments.firstIndex(of: left) { arguments.removeSubrange(place...place + 1) }
      #expect(throws: UsageError.self) { try PlanOptions(arguments) }
    }
    #expect(throws: UsageError.self) { try PlanOptions(Self.least + ["extra"]) }
    let error = #expect(throws: UsageError.self) { try PlanOptions(Self.least + ["--chek"]) }
    #expect(error?.message.contains("--check") == true)
  }

  @Test(arguments: [1, 1e6, 1e12, 1e15])
  func whatIsMadeIsBounded(_ devices: Double) {
    for (fences, processors, memory) in [(1, 1, 1 << 30), (100_000, 2, 24 << 30), (5_000_000, 128, 64 << 30)] {
      let bounds = PlanBounds(
        fences: fences, devices: devices, processors: processors, memoryBytes: memory,
        pilot: Pilot(nanosecondsPerSample: 700, bytesPerDevice: 200))
      #expect(bounds.devices >= 1 && Double(bounds.devices) <= devices)
      #expect(bounds.devices <= PlanBounds.mostDevices)
      #expect(bounds.workers >= 1 && bounds.workers <= processors)
      #expect(bounds.rounds >= 2)
      #expect(bounds.workers * bounds.rounds * bounds.devices * 150 <= memory / 2 + 1000)
      #expect(bounds.grownFences >= fences)
      #expect(bounds.workers == 1 || bounds.workers * fences * 200 <= memory / 4)
    }
    #expect(!PlanBounds.canHold(fences: 10_000_000, memoryBytes: 4 << 30))
    #expect(PlanBounds.canHold(fences: 1_000_000, memoryBytes: 8 << 30))
  }
}
