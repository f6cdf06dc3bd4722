import FenceData
import FenceReplay
import GeoPolicy
import Workload

/// Files made of generated worlds, and what a replay of them counts.
struct SweepInput {
  var fences = "id,latitude,longitude,enter_m,exit_m,policy\n"
  var samples = "device,time,latitude,longitude,accuracy,received\n"
  var policies = PolicySet.standard

  /// A file of fences of which some give no radius, some one and some both, and of the world's samples.
  init(_ world: RandomWorld, _ random: inout SplitMix64) {
    policies = world.policies
    for fence in world.fences {
      let exit = random.chance(0.3) ? "\(fence.exitRadiusMeters)" : ""
      let enter = random.chance(0.3) ? "\(fence.enterRadiusMeters)" : ""
      appendFence(fence, enter, exit, policies.names[fence.policyIndex].text)
    }
    for case .samples(let columns) in world.steps { append(columns) }
  }

  /// Stores that take their radii from the policy, and devices that visit them.
  init(_ world: inout StoreWorld, sampleCount: Int) {
    for fence in world.fences { appendFence(fence, "", "", "") }
    append(world.nextBatch(sampleCount))
  }

  /// These files.
  init(fences: String, samples: String, policies: PolicySet = .standard) {
    self.fences = fences
    self.samples = samples
    self.policies = policies
  }

  private mutating func appendFence(_ fence: Fence, _ enter: String, _ exit: String, _ policy: String) {
    let name = "\"" + fence.id.text.replacing("\"", with: "\"\"") + "\""
    fences += "\(name),\(fence.center.latitude),\(fence.center.longitude),\(enter),\(exit),\(policy)\n"
  }

  private mutating func append(_ columns: SampleColumns) {
    func text(_ value: Double) -> String { SampleColumns.isAbsent(value) ? "" : "\(value)" }
    for row in 0..<columns.count {
      let received = columns.received.isEmpty || columns.received[row].isNaN ? "" : "\(columns.received[row])"
      samples +=
        "d\(columns.devices[row]),\(text(columns.times[row])),\(text(columns.latitudes[row])),"
        + "\(text(columns.longitudes[row])),\(text(columns.accuracies[row])),\(received)\n"
    }
  }

  /// What a replay under these policies counts, and its events.
  func replay(_ policies: PolicySet) throws -> (summary: ReplaySummary, events: String) {
    let file = try Array(fences.utf8).withUnsafeBytes { try readFences($0, policies: policies) }
    var replay = try Replay(fences: file, policies: policies)
    try Array(samples.utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty { rest = rest.dropFirst(try replay.read(UnsafeRawBufferPointer(rebasing: rest))) }
    }
    try replay.finish()
    return (replay.summary, String(decoding: replay.lines.events.bytes, as: UTF8.self))
  }

  /// A sweep that has read everything.
  func sweep(_ lists: SweepLists, _ options: SweepOptions = SweepOptions(), chunkBytes: Int = 1 << 16) throws -> Sweep {
    var sweep = try Sweep(fences: Array(fences.utf8), policies: policies, lists: lists, options: options)
    try Array(samples.utf8).withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: chunkBytes) {
        try sweep.read(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + chunkBytes, bytes.count)]))
      }
    }
    try sweep.finish()
    return sweep
  }
}

extension SweepLists {
  init(enter: [Double] = [], exit: [Double] = [], confirm: [Int] = [], accuracy: [Double] = []) {
    self.init()
    enterRadiiMeters = enter
    exitRadiiMeters = exit
    confirmations = confirm
    maxAccuraciesMeters = accuracy
  }
}

extension Sweep {
  /// All results, on one thread.
  var allResults: [SweepResult] { results(of: settings.indices, threads: 1) }
}
