import FenceData
import GeoPolicy
import MultiFence
import Workload

/// Blocks of text for a reader of samples.
final class ReadingBlocks: BlockWork {
  /// The form of the text.
  enum Form { case csv, ndjson }

  let dataDigest: UInt64
  let blockCount: Int

  private let blocks: [[UInt8]]
  private var reader = SampleReader()
  private var devices = IdentifierTable()
  private var batch = SampleBatch()
  private var next = 0
  private var sampleCount = 0
  private var byteCount = 0
  private var answer: UInt64 = 0

  /// Work on the text of a world's samples. Extra work is rows of half a lap ago.
  init(_ world: StoreWorld, _ size: WorkCase.Size, _ form: Form) throws {
    var world = world
    let lap = LapSamples(&world, size)
    var names = IdentifierTable()
    for number in 0..<lap.deviceCount { _ = names.handle(for: Identifier("device-\(100_000 + number)")) }
    blocks = lap.blocks.map { columns in
      var text = OutputBuffer()
      for row in 0..<columns.count { Self.append(row: row, of: columns, names, form, to: &text) }
      return text.bytes
    }
    blockCount = blocks.count
    dataDigest = lap.digest
    if form == .csv { try read(Array("device,time,latitude,longitude,accuracy\n".utf8)) }
  }

  private static func append(
    row: Int, of columns: SampleColumns, _ names: IdentifierTable, _ form: Form, to text: inout OutputBuffer
  ) {
    let values = [columns.times[row], columns.latitudes[row], columns.longitudes[row], columns.accuracies[row]]
    let keys = ["time", "latitude", "longitude", "accuracy"]
    let device = names[columns.devices[row]].text
    text.append(raw: form == .csv ? device : "{\"device\":\"\(device)\"")
    for (key, value) in zip(keys, values) {
      text.append(raw: form == .csv ? "," : ",\"\(key)\":")
      text.append(number: value)
    }
    text.append(raw: form == .csv ? "\n" : "}\n")
  }

  func prepare() {
    batch.removeAll()
    next += 1
  }

  func run() { try? read(blocks[(next - 1) % blockCount]) }

  private func read(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let chunk = UnsafeRawBufferPointer(rebasing: rest)
        rest = rest.dropFirst(try reader.read(chunk, into: &batch, devices: &devices, limit: .max))
      }
    }
  }

  func finish() {
    sampleCount += batch.columns.count
    byteCount += blocks[(next - 1) % blockCount].count
    var sum = Checksum()
    for row in 0..<batch.columns.count {
      sum.add(UInt64(batch.columns.devices[row]))
      sum.add(batch.columns.times[row].bitPattern ^ batch.columns.latitudes[row].bitPattern)
      sum.add(batch.columns.longitudes[row].bitPattern ^ batch.columns.accuracies[row].bitPattern)
    }
    answer &+= sum.value
  }

  var counts: WorkCounts {
    var counts = WorkCounts()
    counts[.samples] = sampleCount
    counts[.answer] = Int(truncatingIfNeeded: answer)
    counts[.textBytes] = byteCount
    return counts
  }
}

/// Blocks of events for the writer of their lines.
final class WritingBlocks: BlockWork {
  let dataDigest: UInt64
  let blockCount: Int

  private let blocks: [[FenceEvent]]
  private let engine: FenceEngine
  private var devices = IdentifierTable()
  private var text = OutputBuffer()
  private var next = 0
  private var eventCount = 0
  private var byteCount = 0
  private var answer: UInt64 = 0

  /// Work on the events of a lap, the same number in each block. Extra work is some of these once more.
  init(_ world: StoreWorld, _ size: WorkCase.Size) throws {
    var world = world
    engine = try FenceEngine(fences: world.fences)
    let lap = LapSamples(&world, WorkCase.Size(blocks: size.blocks))
    var evaluation = Evaluation()
    for block in lap.blocks { engine.evaluate(block, into: &evaluation) }
    let events = evaluation.events
    let length = min(Self.blockEvents, events.count)
    blocks = stride(from: 0, through: events.count - length, by: max(length, 1)).map { start in
      let part = events[start..<start + length]
      return Array(part) + part.prefix(length * size.extraPercent / 100)
    }
    blockCount = blocks.count
    for number in 0..<lap.deviceCount { _ = devices.handle(for: Identifier("device-\(100_000 + number)")) }
    dataDigest = lap.digest
  }

  private static let blockEvents = 2048

  func prepare() {
    text.removeAll()
    next += 1
  }

  func run() {
    for event in blocks[(next - 1) % blockCount] {
      text.appendEvent(
        event, sequenceNumber: Int64(event.row), devices: devices, fence: engine.id(of: event.fence))
    }
  }

  func finish() {
    eventCount += blocks[(next - 1) % blockCount].count
    byteCount += text.count
    var sum = Checksum()
    for byte in text.bytes { sum.add(UInt64(byte)) }
    answer &+= sum.value
  }

  var counts: WorkCounts {
    var counts = WorkCounts()
    counts[.events] = eventCount
    counts[.answer] = Int(truncatingIfNeeded: answer)
    counts[.textBytes] = byteCount
    return counts
  }
}
