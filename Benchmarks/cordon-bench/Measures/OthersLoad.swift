import CommandLineSupport

/// How busy the machine was with other things.
///
/// The system counts what all processors did, in hundredths of a second; what this process used is taken away from it. A
/// virtual machine's time that its host gave to others counts as theirs.
struct OthersLoad {
  /// The share of the machine's capacity above which wall time says nothing about this process.
  static let limit = 0.1

  private let total: Double
  private let busy: Double
  private let own: Double

  /// The counts of this moment, or `nil` where the system has none to read.
  static func now() -> OthersLoad? {
    guard let bytes = try? InputFile(path: "/proc/stat").readAll() else { return nil }
    return OthersLoad(statistics: String(decoding: bytes, as: UTF8.self), ownNanoseconds: Clock.ofProcess())
  }

  /// Reads `cpu user nice system idle iowait irq softirq steal …`, in hundredths of a second.
  init?(statistics: String, ownNanoseconds: Double) {
    guard let line = statistics.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    guard ticks.count == 8 else { return nil }
    total = ticks.reduce(0, +)
    busy = total - ticks[3] - ticks[4]
    own = ownNanoseconds / 1e7
  }

  /// The share of the machine's capacity that others used from this moment to a later one; `nil` where too little time
  /// passed to tell.
  func share(until later: OthersLoad) -> Double? {
    guard later.total - total >= 4 else { return nil }
    return max(0, (later.busy - busy) - (later.own - own)) / (later.total - total)
  }
}
