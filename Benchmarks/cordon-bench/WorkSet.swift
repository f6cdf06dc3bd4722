import FenceData
import Foundation
import GeoPolicy
import Workload

/// What one scenario runs on: fences, and samples cut into batches as a server would hand them over.
struct WorkSet {
  static let batchSize = 4096

  let name: String
  let policies: PolicySet
  let fences: [Fence]
  let deviceCount: Int
  let batches: [SampleColumns]

  var sampleCount: Int { batches.reduce(0) { $0 + $1.count } }

  /// A seeded world of stores.
  init(name: String, _ parameters: StoreWorld.Parameters, samples: Int) {
    var world = StoreWorld(parameters)
    var batches: [SampleColumns] = []
    var left = samples
    while left > 0 {
      batches.append(world.nextBatch(min(left, Self.batchSize)))
      left -= min(left, Self.batchSize)
    }
    self.name = name
    policies = .standard
    fences = world.fences
    deviceCount = parameters.deviceCount
    self.batches = batches
  }

  /// The user's own files, read whole before anything is measured.
  init(fencePath: String, samplePath: String) throws {
    let fenceBytes = try Data(contentsOf: URL(fileURLWithPath: fencePath))
    let sampleBytes = try Data(contentsOf: URL(fileURLWithPath: samplePath))
    fences = try fenceBytes.withUnsafeBytes { bytes in try readFences(bytes, policies: .standard).fences }
    var devices = IdentifierTable()
    var batches: [SampleColumns] = []
    try sampleBytes.withUnsafeBytes { bytes in
      var reader = SampleReader()
      var batch = SampleBatch()
      var rest = bytes[...]
      while !rest.isEmpty {
        let read = try reader.read(
          UnsafeRawBufferPointer(rebasing: rest), into: &batch, devices: &devices, limit: Self.batchSize)
        rest = rest.dropFirst(read)
        if batch.columns.count == Self.batchSize {
          batches.append(batch.columns)
          batch = SampleBatch()
        }
      }
      try reader.finish(into: &batch, devices: &devices)
      if batch.columns.count > 0 { batches.append(batch.columns) }
    }
    name = "files"
    policies = .standard
    deviceCount = devices.count
    self.batches = batches
  }
}
