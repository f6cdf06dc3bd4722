public import GeoPolicy

/// What the system's own region monitoring told: a device entered or left a fence.
public struct RegionEvent: Sendable, Hashable {
  /// The names under which samples may give the device, the surest first.
  public var devices: [Identifier]
  /// Unix seconds.
  public var time: Double
  /// The names under which fences may give the fence, the surest first.
  public var fences: [Identifier]
  /// ``GeoPolicy/EventKind/enter`` or ``GeoPolicy/EventKind/exit``.
  public var kind: EventKind
  /// The physical line on which it stands, from 1.
  public var line: Int

  /// An event of these values.
  public init(devices: [Identifier], time: Double, fences: [Identifier], kind: EventKind, line: Int) {
    self.devices = devices
    self.time = time
    self.fences = fences
    self.kind = kind
    self.line = line
  }
}

/// The region events of a file, and what is wrong with those that were skipped.
public struct RegionEventFile: Sendable {
  /// The usable events, in the order of the file.
  public var events: [RegionEvent] = []
  /// One problem for every row that was skipped, in the order of the file.
  public var problems: [RowProblem] = []
  /// The number of rows, skipped ones and messages of other types counted.
  public var rowCount = 0
  /// OwnTracks messages of other types than `transition`, which are passed over.
  public var otherMessageCount = 0

  /// A file without events.
  public init() {}
}

/// Reads region events: CSV or NDJSON with `device, time, fence, event`, or an OwnTracks recording.
///
/// - CSV has a header; `timestamp` and `tst` stand for `time`, `region` for `fence`. Times are those of samples. The event
///   is `enter` or `exit`, or a word of a system for it: `leave`, `didEnterRegion`, `GEOFENCE_TRANSITION_EXIT` …
/// - An *OwnTracks recording* is lines of JSON with `_type`, or the recorder's `.rec` lines, which have a time, a tab, a word
///   and a tab before the JSON. Messages of type `transition` count: `event`, `tst` (else the line's own time), the fence by
///   `desc` or `rid`, the device by `device`, by `topic` (`…/user/device/event`: `user/device` or `device`), or by `tid`;
///   one that names none is the only device's.
///
/// A row that gives no event is a problem, and skipped.
///
/// - Parameter offsetSeconds: The offset from UTC to assume for times that have none, or `nil` to skip those rows.
/// - Throws: ``UnusableInput`` for an empty file, a header that lacks a column or names one twice, and a JSON array.
/// - Complexity: Linear in the bytes; memory for the events and problems alone.
public func readRegionEvents(
  _ bytes: UnsafeRawBufferPointer, offsetSeconds: Int? = nil
) throws(UnusableInput) -> RegionEventFile {
  let bytes = bytes.assumingMemoryBound(to: UInt8.self)
  var parser = RegionEventParser(offsetSeconds: offsetSeconds)
  if isRecording(bytes) {
    readRecording(bytes, into: &parser)
    return parser.file
  }
  var rows = RowStream()
  var layout: CSVLayout?
  var position = 0
  while let row = rows.next(in: bytes, at: &position, atEnd: true) {
    if parser.file.rowCount == 0 && layout == nil {
      if rows.format == .csv {
        let header = try rows.layout(ofHeader: row, in: bytes, names: RegionEventField.names)
        rows.keepFields(header.columnCount)
        layout = header
        continue
      }
      guard rows.firstByte == Byte.openBrace else {
        throw UnusableInput(
          line: row.line, message: "a JSON array is no file of region events; give one JSON object a line, or CSV")
      }
    }
    parser.file.rowCount += 1
    if let flaw = row.flaw {
      parser.refuse(flaw.message, line: row.line)
    } else if case .chunk(let range) = row.place {
      parser.take(bytes.slice(range), row, layout: layout, ends: rows.fieldEnds)
    } else {
      rows.keptBytes(of: row).withUnsafeBufferPointer {
        parser.take($0, row, layout: layout, ends: rows.fieldEnds)
      }
    }
  }
  guard parser.file.rowCount > 0 || layout != nil else {
    throw UnusableInput(
      message: "no region events: the file is empty; give CSV with a header line, or one JSON object a line")
  }
  return parser.file
}

/// Whether the first line that is not blank is one of a recorder: two tabs before the brace that opens an object.
private func isRecording(_ bytes: Bytes) -> Bool {
  guard let first = bytes.firstIndex(where: { !Byte.isBlankOrBreak($0) }) else { return false }
  let end = bytes.firstIndex(of: Byte.lineFeed, from: first) ?? bytes.count
  return bytes[first] != Byte.openBrace && payload(of: bytes.slice(first..<end)) != nil
}

/// Where the JSON of a recorder's line begins, and where its time ends.
private func payload(of line: Bytes) -> (time: Range<Int>, json: Int)? {
  guard let first = line.firstIndex(of: Byte.tab, from: 0),
    let second = line.firstIndex(of: Byte.tab, from: first + 1), second + 1 < line.count,
    line[second + 1] == Byte.openBrace
  else { return nil }
  return (0..<first, second + 1)
}

private func readRecording(_ bytes: Bytes, into parser: inout RegionEventParser) {
  var start = 0
  var line = 0
  while start < bytes.count {
    line += 1
    let end = bytes.firstIndex(of: Byte.lineFeed, from: start) ?? bytes.count
    var row = bytes.slice(start..<end)
    if row.last == Byte.carriageReturn { row = row.slice(0..<row.count - 1) }
    start = end + 1
    if row.isBlank { continue }
    parser.file.rowCount += 1
    if row.count > RowStream.limit {
      parser.refuse(RowFlaw.tooLong.message, line: line)
    } else if let (time, json) = payload(of: row) {
      parser.takeJSON(row.slice(json..<row.count), line: line, recorded: row.slice(time))
    } else {
      // Encrypted and binary messages are recorded without JSON.
      parser.file.otherMessageCount += 1
    }
  }
}
