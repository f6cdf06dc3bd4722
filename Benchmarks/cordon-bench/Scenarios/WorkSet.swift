import GeoPolicy
import Workload

/// What is measured on: fences, and samples cut into batches as a server would hand them over.
struct WorkSet {
  /// Samples in a batch, the last of each part apart.
  static let batchSize = 32_768

  let policies: PolicySet
  let fences: [Fence]
  /// Devices that send samples.
  let deviceCount: Int
  /// The names of the devices by handle, where the samples came with names.
  let names: IdentifierTable?
  /// The part in which devices come for the first time: the first samples, as many as there are devices, though no more
  /// than half of all. In seeded worlds devices take turns, so that this is the first sample of each.
  let first: [SampleColumns]
  /// The samples after these.
  let steady: [SampleColumns]

  /// What changes of the fences before each batch of ``steady``; empty where nothing ever does.
  let changes: [[FenceChange]]

  let firstCount: Int
  let steadyCount: Int

  /// A work set of these samples.
  ///
  /// - Parameter change: Makes what changes before a steady batch, in turn.
  init(
    policies: PolicySet = .standard, fences: [Fence], deviceCount: Int, names: IdentifierTable? = nil,
    samples: SampleStream, change: (() -> [FenceChange])? = nil
  ) {
    var samples = samples
    let firstCount = min(deviceCount, samples.count / 2)
    let first = samples.take(firstCount)
    let steady = samples.take(samples.count)
    self.init(
      policies: policies, fences: fences, deviceCount: deviceCount, names: names, first: first, steady: steady,
      changes: change.map { change in steady.map { _ in change() } } ?? [])
  }

  /// A work set of these batches.
  init(
    policies: PolicySet, fences: [Fence], deviceCount: Int, names: IdentifierTable?, first: [SampleColumns],
    steady: [SampleColumns], changes: [[FenceChange]]
  ) {
    self.policies = policies
    self.fences = fences
    self.deviceCount = deviceCount
    self.names = names
    self.first = first
    self.steady = steady
    self.changes = changes
    firstCount = first.reduce(0) { $0 + $1.count }
    steadyCount = steady.reduce(0) { $0 + $1.count }
  }

  /// A seeded world of stores.
  init(_ parameters: StoreWorld.Parameters, sampleCount: Int) {
    var world = StoreWorld(parameters)
    let stream = SampleStream(count: sampleCount) { world.nextBatch($0) }
    self.init(fences: world.fences, deviceCount: parameters.deviceCount, samples: stream)
  }

  /// All batches in order.
  var batches: [SampleColumns] { first + steady }

  /// The fences of the beginning, and behind them those that are ever added.
  var fencesEver: [Fence] {
    fences + changes.flatMap { $0.compactMap { if case .add(let fence) = $0 { fence } else { nil } } }
  }

  /// The number of changes of fences.
  var changeCount: Int { changes.reduce(0) { $0 + $1.count } }
}

/// Samples that are yet to be cut into batches.
struct SampleStream {
  /// The number of samples left.
  private(set) var count: Int
  private let next: (Int) -> SampleColumns

  /// A stream of `count` samples that `next` makes, as many at a time as it is asked for.
  init(count: Int, next: @escaping (Int) -> SampleColumns) {
    self.count = count
    self.next = next
  }

  /// A stream of the rows of `columns`.
  init(_ columns: SampleColumns) {
    var row = 0
    self.init(count: columns.count) { count in
      defer { row += count }
      return columns.rows(row..<row + count)
    }
  }

  /// The next `total` samples in batches.
  mutating func take(_ total: Int) -> [SampleColumns] {
    var batches: [SampleColumns] = []
    var left = min(total, count)
    count -= left
    while left > 0 {
      let size = min(left, WorkSet.batchSize)
      batches.append(next(size))
      left -= size
    }
    return batches
  }
}

extension SampleColumns {
  /// Some of the rows.
  func rows(_ range: Range<Int>) -> SampleColumns {
    var part = SampleColumns()
    part.devices = Array(devices[range])
    part.times = Array(times[range])
    part.latitudes = Array(latitudes[range])
    part.longitudes = Array(longitudes[range])
    part.accuracies = Array(accuracies[range])
    part.received = received.isEmpty ? [] : Array(received[range])
    return part
  }

  /// Appends all rows of another batch.
  mutating func append(contentsOf other: SampleColumns) {
    if !other.received.isEmpty || !received.isEmpty {
      received += Array(repeating: .nan, count: count - received.count)
      received += other.received.isEmpty ? Array(repeating: .nan, count: other.count) : other.received
    }
    devices += other.devices
    times += other.times
    latitudes += other.latitudes
    longitudes += other.longitudes
    accuracies += other.accuracies
  }

  /// Appends a row of another batch as one of device `device`.
  mutating func append(row: Int, of other: SampleColumns, device: UInt32) {
    if !other.received.isEmpty { received.append(other.received[row]) }
    devices.append(device)
    times.append(other.times[row])
    latitudes.append(other.latitudes[row])
    longitudes.append(other.longitudes[row])
    accuracies.append(other.accuracies[row])
  }
}
