import CommandLineSupport
import Foundation

/// What a build once counted and how long it took, in a file: for where that build is no more.
///
/// Counts compare on any machine. Times compare on the same machine alone, and coarsely even there: what a virtual machine
/// does from day to day is more than what a change of a few percent does.
struct Baseline {
  /// The version of the form, in the header.
  static let formatVersion = 1
  /// Every launch must take so much longer than the slowest launch of the baseline, to count.
  static let coarseLimit = 0.15

  /// The machine, and what the header says besides.
  private let header: [String: Any]
  private var cases: [String: BaselineCase] = [:]

  /// Reads a file.
  ///
  /// - Throws: `CommandEnd` with the code of no baseline where there is no such file, and of bad data where it is none.
  init(readingFrom path: String) throws(CommandEnd) {
    guard path == standardStreamPath || FileManager.default.fileExists(atPath: path) else {
      throw .failure(.noBaseline, "\(path): no such file, hence nothing to compare with")
    }
    let bytes = try InputFile(path: path).readAll()
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Self.object(Array($0)) }
    guard let first = lines.first, let header = first, header["cordonBenchBaseline"] as? Int == Self.formatVersion
    else {
      throw .failure(
        .badData, "\(path):1: no baseline of this version; make one with cordon-bench baseline --json FILE")
    }
    self.header = header
    for (index, line) in lines.enumerated().dropFirst() {
      guard let line, let entry = BaselineCase(line) else {
        throw .failure(.badData, "\(path):\(index + 1): no case of a baseline; make the file anew")
      }
      cases[entry.name] = entry
    }
  }

  private static func object(_ bytes: [UInt8]) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
  }

  /// Whether it was made on this machine, by a build for speed.
  func isOfMachine(_ machine: Machine) -> Bool {
    header["machine"] as? String == machine.processor && header["processors"] as? Int == machine.processorCount
      && header["memoryBytes"] as? Int == machine.memoryBytes && header["system"] as? String == machine.system
      && header["optimized"] as? Bool == true
  }

  /// Compares what was measured now.
  func compare(_ new: BaselineCase) -> CaseResult {
    var result = CaseResult(name: new.name)
    guard let base = cases[new.name] else {
      result.missing = "the baseline does not have this case"
      return result
    }
    guard base.data == new.data else {
      result.missing = "the baseline was made on other data"
      return result
    }
    result.gates = CountGate.all(base: base.counts, new: new.counts)
    guard let before = Spread(base.launchNanoseconds), let now = Spread(new.launchNanoseconds) else { return result }
    let limit = 1 + Self.coarseLimit
    result.coarse = now.least > before.most * limit ? .regression : now.most * limit < before.least ? .faster : .same
    return result
  }
}

/// One case of a baseline.
struct BaselineCase {
  var name: String
  /// The checksum of the data.
  var data: String
  var counts: WorkCounts
  /// Nanoseconds of a block in the middle of each launch; none where no times were taken.
  var launchNanoseconds: [Double] = []

  /// A case of these numbers.
  init(name: String, data: String, counts: WorkCounts, launchNanoseconds: [Double]) {
    self.name = name
    self.data = data
    self.counts = counts
    self.launchNanoseconds = launchNanoseconds
  }

  /// Counts, and unless told otherwise takes times.
  init(
    measuring name: String, _ executable: String, limits: CaseComparison.Limits, seed: UInt64, valgrind: String?,
    isCountsOnly: Bool
  ) throws {
    self.name = name
    (counts, data) = try Counter(executable, name, role: "new").counts()
    if let valgrind {
      counts[.instructions] =
        try Counter(executable, name, role: "new", valgrind: valgrind).counts().counts[.instructions]
    }
    guard !isCountsOnly else { return }
    let itself = Contestants(base: executable, new: executable, processor: System.lastProcessor)
    var run = PairedRun(name, itself, seed: seed)
    let launches = try run.run(PairedRun.Effort(pairs: limits.pairs, launches: limits.launches))
    launchNanoseconds = launches.map { launch in
      var times = (launch.base + launch.new + launch.control).map { $0 / Double(launch.blocks) }
      return middle(of: &times)
    }
  }

  /// Reads a line of the file.
  init?(_ object: [String: Any]) {
    guard let name = object["case"] as? String, let data = object["data"] as? String else { return nil }
    self.name = name
    self.data = data
    counts = WorkCounts()
    for metric in WorkMetric.allCases { counts[metric] = object[metric.rawValue] as? Int }
    launchNanoseconds = ["nsPerBlockLeast", "nsPerBlock", "nsPerBlockMost"].compactMap { object[$0] as? Double }
  }

  /// The case as a line of the file.
  var line: [UInt8] {
    var object = JSONObject()
    object.add("case", text: name)
    object.add("data", text: data)
    let spread = Spread(launchNanoseconds)
    object.add("nsPerBlock", number: spread?.median)
    object.add("nsPerBlockLeast", number: spread?.least)
    object.add("nsPerBlockMost", number: spread?.most)
    for metric in counts.metrics { object.add(metric.rawValue, integer: counts[metric]) }
    return object.line()
  }
}
