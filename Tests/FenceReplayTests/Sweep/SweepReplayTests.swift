import FenceData
import FenceReplay
import Foundation
import GeoPolicy
import TestSupport
import Testing
import Workload

/// A setting of a sweep is a replay with its policies, event for event.
struct SweepReplayTests {
  private func expectReplays(_ input: SweepInput, _ sweep: Sweep, _ note: String) throws {
    for result in sweep.allResults {
      let policies = sweep.policies(of: result.setting)
      guard let replay = try? input.replay(policies) else {
        #expect(result.fenceCount == 0, "\(note)")
        continue
      }
      let summary = replay.summary
      let text = "\(note), \(result.setting)"
      #expect(result.enterCount == summary.enterCount, "\(text)")
      #expect(result.exitCount == summary.exitCount, "\(text)")
      #expect(result.acceptedCount == summary.acceptedCount, "\(text)")
      #expect(result.fenceCount == summary.fenceCount, "\(text)")
      #expect(result.skippedFenceCount == summary.skippedFenceCount, "\(text)")
      #expect(sweep.sampleCount == summary.sampleCount)
      #expect(sweep.deviceCount == summary.deviceCount)
      let flaps = Flaps(replay.events, windowSeconds: 600)
      #expect(result.flapCount == flaps.count, "\(text)")
      #expect(result.flappingDeviceCount == flaps.devices.count, "\(text)")
      #expect(result.flappingFenceCount == flaps.fences.count, "\(text)")
    }
  }

  @Test(
    arguments: [
      RandomWorld.Kind.city, .poles, .dateLine, .radii, .coincident, .equalRadii, .boundary, .disorder, .badValues,
      .policies, .confirmations, .mixed,
    ], [1, 2] as [UInt64])
  func randomWorlds(kind: RandomWorld.Kind, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let input = SweepInput(RandomWorld(seed: seed, kind: kind), &random)
    var options = SweepOptions()
    options.policy = input.policies.names[random.below(input.policies.names.count)]
    let lists = SweepLists(
      enter: [random.logUniform(5, 500), 80], exit: [90, random.logUniform(50, 2000)], confirm: [1, 3],
      accuracy: [10, 50])
    // Where no exit radius suits, there is nothing to sweep.
    guard let sweep = try? input.sweep(lists, options, chunkBytes: 777) else { return }
    try expectReplays(input, sweep, "\(kind) \(seed)")
  }

  @Test func stores() throws {
    var world = StoreWorld(StoreWorld.Parameters(fenceCount: 2000, deviceCount: 50, seed: 4))
    let input = SweepInput(&world, sampleCount: 20_000)
    let sweep = try input.sweep(SweepLists(enter: [50, 80], exit: [80, 120], confirm: [1, 2], accuracy: [15, 30]))
    #expect(sweep.settings.count == 16)
    try expectReplays(input, sweep, "stores")
    let results = sweep.allResults
    #expect(results.allSatisfy { $0.enterCount > 100 })
    // The setting that is the yardstick itself is never late and misses nothing; all others are compared with it.
    let loosest = try #require(
      results.first { result in
        result.setting
          == SweepSetting(
            enterRadiusMeters: 80, exitRadiusMeters: 80, maxAccuracyMeters: 30, enterConfirmations: 1,
            exitConfirmations: 1)
      })
    #expect(loosest.delay.count == loosest.enterCount + loosest.exitCount)
    #expect(loosest.delay.ninthDecileSeconds == 0)
    #expect(loosest.missedVisitCount == 0)
    #expect(results.allSatisfy { $0.delay.count == $0.enterCount + $0.exitCount })
    #expect(results.contains { $0.missedVisitCount > 0 } && results.contains { $0.delay.ninthDecileSeconds ?? 0 > 0 })
  }

  /// The day of the examples, whose fences have radii and policies of their own.
  @Test(arguments: ["default", "counter"] as [Identifier])
  func cityDay(policy: Identifier) throws {
    let folder = dataFolder.appending(path: "city-day")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    var input = SweepInput(fences: try text("fences.csv"), samples: try text("samples.csv"))
    input.policies = try Array(try text("policy.json").utf8).withUnsafeBytes { try readPolicies($0) }
    var options = SweepOptions()
    options.policy = policy
    let sweep = try input.sweep(
      SweepLists(enter: [20, 60], exit: [60, 100], confirm: [1, 2], accuracy: [12, 30]), options)
    #expect(sweep.sweptFenceCount > 0)
    try expectReplays(input, sweep, "city-day")
  }

  /// With the radii of all fences replaced, the file's columns of radii count for nothing.
  @Test func allFencesMayBeSwept() throws {
    var random = SplitMix64(seed: 8)
    let input = SweepInput(RandomWorld(seed: 8, kind: .city), &random)
    var options = SweepOptions()
    options.overridesAllFences = true
    let sweep = try input.sweep(SweepLists(enter: [60, 90], exit: [100], confirm: [1, 2]), options)
    let rows = input.fences.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").prefix(3).joined(separator: ",")
    }
    let bare = SweepInput(
      fences: "id,latitude,longitude\n" + rows.joined(separator: "\n"), samples: input.samples, policies: input.policies
    )
    try expectReplays(bare, sweep, "all fences")
    #expect(sweep.sweptFenceCount == sweep.fenceCount)
  }
}

/// Flaps counted from event lines.
private struct Flaps {
  var count = 0
  var devices: Set<String> = []
  var fences: Set<String> = []

  init(_ events: String, windowSeconds: Double) {
    var lastExits: [String: Double] = [:]
    for line in events.split(separator: "\n") {
      guard let event = OrderedJSON(line), let device = event["device"]?.string, let fence = event["fence"]?.string,
        let time = event["time"]?.number
      else { continue }
      let pair = "\(device)\u{0}\(fence)"
      if event["event"]?.string == "exit" {
        lastExits[pair] = time
      } else if let last = lastExits[pair], time - last <= windowSeconds {
        count += 1
        devices.insert(device)
        fences.insert(fence)
      }
    }
  }
}
