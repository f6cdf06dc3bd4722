import FenceData
import GeoPolicy

/// Everything that a reader made of an input, comparable to the last bit.
struct Reading: Equatable {
  struct Row: Equatable {
    var line: Int
    var sequence: Int64
    var device: String
    /// Time, latitude, longitude, accuracy, received; NaNs of one kind are equal here.
    var bits: [UInt64]
  }

  var rows: [Row] = []
  var malformed: [MalformedRow] = []
  var timesWithoutOffset = 0
  var failure: UnusableInput?

  /// The lines of malformed rows.
  var malformedLines: [Int] { malformed.map(\.problem.line) }

  func value(_ row: Int, _ column: Int) -> Double { Double(bitPattern: rows[row].bits[column]) }
  func times() -> [Double] { rows.indices.map { value($0, 0) } }

  /// Reads `bytes`, given in chunks that end at the given places, in batches of at most `limit` rows.
  init(_ bytes: [UInt8], cuts: [Int] = [], offsetSeconds: Int? = nil, limit: Int = 1000) {
    var reader = SampleReader(offsetSeconds: offsetSeconds)
    var devices = IdentifierTable()
    var batch = SampleBatch()
    do {
      try bytes.withUnsafeBytes { raw in
        var start = 0
        for end in cuts + [raw.count] {
          while start < end {
            start += try reader.read(
              UnsafeRawBufferPointer(rebasing: raw[start..<end]), into: &batch, devices: &devices, limit: limit)
            if start < end { take(&batch, devices) }
          }
        }
      }
      try reader.finish(into: &batch, devices: &devices)
    } catch {
      failure = error as? UnusableInput
    }
    take(&batch, devices)
  }

  init(_ text: String, cuts: [Int] = [], offsetSeconds: Int? = nil, limit: Int = 1000) {
    self.init(Array(text.utf8), cuts: cuts, offsetSeconds: offsetSeconds, limit: limit)
  }

  /// The same input, read byte by byte and cut in two at every place (or `places` of them), in every way.
  static func inAllCuts(_ bytes: [UInt8], offsetSeconds: Int? = nil, places: Int = 2000) -> [Reading] {
    let step = max(1, bytes.count / places)
    var readings = [
      Reading(bytes, cuts: Array(0...bytes.count), offsetSeconds: offsetSeconds),
      Reading(bytes, cuts: Array(0...bytes.count), offsetSeconds: offsetSeconds, limit: 1),
      Reading(bytes, offsetSeconds: offsetSeconds, limit: 1),
      Reading(bytes, offsetSeconds: offsetSeconds, limit: 3),
    ]
    for cut in stride(from: 0, through: bytes.count, by: step) {
      readings.append(Reading(bytes, cuts: [cut], offsetSeconds: offsetSeconds, limit: 2))
    }
    return readings
  }

  private mutating func take(_ batch: inout SampleBatch, _ devices: IdentifierTable) {
    let columns = batch.columns
    for row in 0..<columns.count {
      let values = [
        columns.times[row], columns.latitudes[row], columns.longitudes[row], columns.accuracies[row],
        columns.received.isEmpty ? .nan : columns.received[row],
      ]
      rows.append(
        Row(
          line: batch.lines[row], sequence: batch.sequenceNumbers[row], device: devices[columns.devices[row]].text,
          bits: values.map { $0.isNaN && !SampleColumns.isAbsent($0) ? Double.nan.bitPattern : $0.bitPattern }))
    }
    let before = rows.count - columns.count
    malformed += batch.malformed.map { MalformedRow(beforeRow: $0.beforeRow + before, problem: $0.problem) }
    timesWithoutOffset += batch.timesWithoutOffset
    batch.removeAll()
  }
}

/// Reads fences from text.
func fences(_ text: String, policies: PolicySet = .standard) throws -> FenceFile {
  try fences(Array(text.utf8), policies: policies)
}

/// Reads fences from bytes.
func fences(_ bytes: [UInt8], policies: PolicySet = .standard) throws -> FenceFile {
  try bytes.withUnsafeBytes { try readFences($0, policies: policies) }
}

/// Reads policies from text.
func policies(_ text: String) throws -> PolicySet {
  try Array(text.utf8).withUnsafeBytes { try readPolicies($0) }
}

/// The error that `body` throws, if it is one of an unusable input.
func unusable<Value>(_ body: () throws -> Value) -> UnusableInput? {
  do { _ = try body() } catch { return error as? UnusableInput }
  return nil
}
