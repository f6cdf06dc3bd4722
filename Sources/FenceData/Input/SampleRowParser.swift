import GeoPolicy

/// Turns one row into one sample, or into one malformed row: appends to the batch either way.
struct SampleRowParser: Sendable {
  /// The columns, once a CSV header has named them.
  var layout: CSVLayout?
  /// Seconds east of Greenwich to assume for times that do not say.
  let offsetSeconds: Int?
  /// The number of data rows so far, bad ones counted: the sequence number of a row that gives none.
  private var index = 0 as Int64
  private var fields = Array(repeating: RawField.absent, count: SampleField.count)
  private var scratch: [UInt8] = []

  init(offsetSeconds: Int?) { self.offsetSeconds = offsetSeconds }

  /// Takes a row of which the stream already knows that it is malformed.
  mutating func refuse(_ message: String, line: Int, into batch: inout SampleBatch) {
    index += 1
    batch.malformed.append(
      MalformedRow(beforeRow: batch.columns.count, problem: RowProblem(line: line, message: message)))
  }

  /// Takes a CSV row whose quotes are sound.
  mutating func takeCSV(
    _ bytes: Bytes, _ row: RowStream.Row, ends: [Int32], into batch: inout SampleBatch,
    devices: inout IdentifierTable
  ) {
    guard let layout, row.fieldCount == layout.columnCount else {
      let expected = layout?.columnCount ?? 0
      return refuse(
        "the row has \(row.fieldCount) fields, the header \(expected)", line: row.line, into: &batch)
    }
    guard !row.mayHaveNonASCII || bytes.isUTF8 else {
      return refuse("the row is no UTF-8 text", line: row.line, into: &batch)
    }
    layout.locate(in: bytes, ends: ends, &fields)
    take(bytes, line: row.line, into: &batch, devices: &devices)
  }

  /// Takes a line of JSON.
  mutating func takeJSON(_ bytes: Bytes, line: Int, into batch: inout SampleBatch, devices: inout IdentifierTable) {
    guard bytes.isUTF8 else { return refuse("the row is no UTF-8 text", line: line, into: &batch) }
    do throws(JSONRowFault) {
      try readJSONRow(bytes, names: SampleField.names, into: &fields)
    } catch {
      return refuse(error.message(SampleField.names), line: line, into: &batch)
    }
    take(bytes, line: line, into: &batch, devices: &devices)
  }

  private mutating func take(
    _ row: Bytes, line: Int, into batch: inout SampleBatch, devices: inout IdentifierTable
  ) {
    let device = fields[SampleField.device]
    guard !device.isEmpty, device.kind != .other else {
      return refuse(
        device.kind == .other ? "the device is neither text nor a number" : "the row names no device", line: line,
        into: &batch)
    }
    guard let sequence = sequenceNumber(in: row) else {
      return refuse("seq is no whole number of 64 bits", line: line, into: &batch)
    }
    let handle = device.withText(in: row, scratch: &scratch) { devices.handle(for: $0) }
    let time = readTime(SampleField.time, in: row)
    if time == .withoutOffset { batch.timesWithoutOffset += 1 }
    batch.columns.appendReceived(readTime(SampleField.received, in: row).finiteSeconds)
    batch.columns.devices.append(handle)
    batch.columns.times.append(time.value)
    batch.columns.latitudes.append(
      fields[SampleField.latitude].number(in: row, scratch: &scratch, absent: .nan))
    batch.columns.longitudes.append(
      fields[SampleField.longitude].number(in: row, scratch: &scratch, absent: .nan))
    batch.columns.accuracies.append(
      fields[SampleField.accuracy].number(in: row, scratch: &scratch, absent: SampleColumns.absent))
    batch.sequenceNumbers.append(sequence)
    batch.lines.append(line)
    index += 1
  }

  private mutating func sequenceNumber(in row: Bytes) -> Int64? {
    let field = fields[SampleField.sequence]
    guard field.kind != .absent else { return index }
    let fallback = index
    return field.withText(in: row, scratch: &scratch) { text in
      let text = text.trimmed
      return text.isEmpty && field.kind != .other ? fallback : parseInteger(text)
    }
  }

  private mutating func readTime(_ field: Int, in row: Bytes) -> TimeReading {
    let field = fields[field]
    if field.kind == .absent || field.kind == .other { return .invalid }
    if field.kind != .escaped { return parseTime(row.slice(field.range), assumedOffset: offsetSeconds) }
    return field.withText(in: row, scratch: &scratch) { parseTime($0, assumedOffset: offsetSeconds) }
  }
}

extension TimeReading {
  /// Unix seconds as the text says, NaN where it says none.
  fileprivate var value: Double {
    if case .seconds(let seconds) = self { seconds } else { .nan }
  }

  /// Unix seconds, NaN where the text says none or is not finite.
  fileprivate var finiteSeconds: Double { value.isFinite ? value : .nan }
}

extension SampleColumns {
  /// Appends a receive time for the row that is about to be appended; the column stays empty while none is known.
  @inline(__always) fileprivate mutating func appendReceived(_ seconds: Double) {
    if received.isEmpty {
      if seconds.isNaN { return }
      received.append(contentsOf: repeatElement(.nan, count: count))
    }
    received.append(seconds)
  }
}

/// The whole number of 64 bits that a text writes in decimal digits with an optional sign, or `nil`.
func parseInteger(_ text: Bytes) -> Int64? {
  let isNegative = text.first == Byte.minus
  var at = isNegative || text.first == Byte.plus ? 1 : 0
  guard at < text.count else { return nil }
  var value = 0 as Int64
  while at < text.count {
    let digit = text[at] &- Byte.zero
    guard digit < 10 else { return nil }
    // Below zero throughout, for there is one more number there.
    let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
    let (difference, passed) = product.subtractingReportingOverflow(Int64(digit))
    guard !overflowed, !passed else { return nil }
    value = difference
    at += 1
  }
  return isNegative ? value : value == .min ? nil : -value
}
