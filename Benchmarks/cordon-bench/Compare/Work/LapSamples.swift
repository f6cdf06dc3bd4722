import GeoPolicy
import Workload

/// The samples of a lap in blocks, and those of any later lap.
struct LapSamples {
  /// The blocks of the first lap.
  let blocks: [SampleColumns]
  /// Seconds from a lap to the next.
  let lapSeconds: Double
  /// The number of devices, those of extra work too.
  let deviceCount: Int

  /// The first samples of a world.
  ///
  /// Extra work is done on *twins*: so many percent of the devices have one that reports all that they report, but half a
  /// lap behind, when nothing of it is in a cache any more. It costs what any samples cost.
  init(_ world: inout StoreWorld, _ size: WorkCase.Size) {
    var blocks = (0..<size.blocks).map { _ in world.nextBatch(WorkCase.blockSamples) }
    // A device reports every 5 s: a lap that takes a whole number of these keeps the order of all times.
    let first = blocks.first?.times.first ?? 0
    let last = blocks.last?.times.last ?? 0
    let lapSeconds = ((last - first) / 5).rounded(.down) * 5 + 5
    let deviceCount = world.parameters.deviceCount
    if size.extraPercent > 0 {
      let original = blocks
      for index in blocks.indices {
        let behind = index + original.count / 2
        let source = original[behind % original.count]
        let shift = behind >= original.count ? 0 : -lapSeconds
        for row in 0..<source.count where Self.hasTwin(source.devices[row], size) {
          blocks[index].append(row: row, of: source, device: source.devices[row] + UInt32(deviceCount))
          blocks[index].times[blocks[index].count - 1] += shift
        }
      }
    }
    self.blocks = blocks
    self.lapSeconds = lapSeconds
    self.deviceCount = size.extraPercent > 0 ? 2 * deviceCount : deviceCount
  }

  /// So many in a hundred devices, of all kinds.
  private static func hasTwin(_ device: UInt32, _ size: WorkCase.Size) -> Bool {
    Int((device &* 0x9E37_79B1) >> 8) % 100 < size.extraPercent
  }

  /// A checksum of all values.
  var digest: UInt64 {
    var sum = Checksum()
    for block in blocks {
      for device in block.devices { sum.add(UInt64(device)) }
      for column in [block.times, block.latitudes, block.longitudes, block.accuracies] {
        for value in column { sum.add(value.bitPattern) }
      }
    }
    return sum.value
  }
}
