/// What a plan must carry, and what of a machine that takes: arithmetic alone.
struct Demand: Equatable {
  var devices: Double
  var intervalSeconds: Double
  /// How many times the mean rate the highest is.
  var peak: Double
  /// The share of a core that the peak may take.
  var headroom: Double

  /// Samples per second in the mean.
  var meanRate: Double { devices / intervalSeconds }
  /// Samples per second at the peak.
  var peakRate: Double { meanRate * peak }

  /// Cores for the peak where one carries `rate` samples per second when it does nothing else.
  func cores(perCore rate: Double) -> Double { peakRate / (rate * headroom) }

  /// Machines for the peak where one carries `rate` samples per second with all of its cores; at least 1.
  func nodes(perNode rate: Double) -> Double { max(1, (peakRate / (rate * headroom)).rounded(.up)) }

  /// Workers on each of so many machines of so many cores: as many as the load takes, at most one for each core.
  func workers(perCore rate: Double, nodes: Double, cores: Int) -> Int {
    let needed = (peakRate / nodes / (rate * headroom)).rounded(.up)
    return Int(min(max(needed, 1), Double(max(cores, 1))))
  }

  /// The part of the machines that the peak takes, with one less of them; `nil` where none is left.
  func use(ofNodes nodes: Double, perNode rate: Double) -> Double? {
    nodes >= 1 ? peakRate / (nodes * rate) : nil
  }
}

/// The memory of one process, taken apart.
struct MemoryModel: Equatable {
  /// A process that holds nothing yet.
  var baseBytes: Double
  /// The fences of one worker, with their index.
  var fenceSetBytes: Double
  /// The list of fences from which an engine is made; it is there while one is being made.
  var fenceListBytes: Double
  /// One device: its record, its name, and what lists of names keep free.
  var deviceBytes: Double

  /// Bytes of a process with so many workers and devices.
  func now(workers: Double, devices: Double) -> Double {
    baseBytes + workers * fenceSetBytes + devices * deviceBytes
  }

  /// Bytes while every worker has its next engine beside the one that it still uses.
  func duringSwap(workers: Double, devices: Double) -> Double {
    now(workers: workers, devices: devices) + workers * fenceSetBytes + fenceListBytes
  }
}

/// One thing that ends growth.
struct GrowthLimit: Equatable {
  var name: String
  /// How many times the planned peak it bears.
  var factor: Double
  var basis: Basis
  var explanation: String

  /// The limits in the order in which they are met.
  static func inOrder(_ limits: [GrowthLimit]) -> [GrowthLimit] {
    limits.enumerated().sorted { ($0.element.factor, $0.offset) < ($1.element.factor, $1.offset) }.map(\.element)
  }
}
