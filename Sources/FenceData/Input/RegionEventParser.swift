import GeoPolicy

/// The fields of a region event, in the order of ``names``: those of a plain row, then those that OwnTracks adds.
enum RegionEventField {
  static let device = 0
  static let time = 1
  static let fence = 2
  static let event = 3
  static let type = 4
  static let description = 5
  static let region = 6
  static let topic = 7
  static let tracker = 8
  static let count = 9

  static let names = FieldNames(
    [
      ["device"], ["time", "timestamp", "tst"], ["fence", "region"], ["event"], ["_type"], ["desc"], ["rid"],
      ["topic"], ["tid"],
    ], required: [device, time, fence, event])
}

/// Turns rows into region events or problems.
struct RegionEventParser {
  var file = RegionEventFile()
  private let offsetSeconds: Int?
  private var fields = Array(repeating: RawField.absent, count: RegionEventField.count)
  private var scratch: [UInt8] = []

  init(offsetSeconds: Int?) { self.offsetSeconds = offsetSeconds }

  mutating func refuse(_ message: String, line: Int) {
    file.problems.append(RowProblem(line: line, message: message))
  }

  /// Takes a row of CSV, or of JSON where there is no layout.
  mutating func take(_ bytes: Bytes, _ row: RowStream.Row, layout: CSVLayout?, ends: [Int32]) {
    guard let layout else { return takeJSON(bytes, line: row.line, recorded: nil) }
    guard row.fieldCount == layout.columnCount else {
      return refuse("the row has \(row.fieldCount) fields, the header \(layout.columnCount)", line: row.line)
    }
    guard !row.mayHaveNonASCII || bytes.isUTF8 else { return refuse("the row is no UTF-8 text", line: row.line) }
    layout.locate(in: bytes, ends: ends, &fields)
    takePlain(bytes, line: row.line)
  }

  /// Takes an object: a plain one, or a message of OwnTracks.
  ///
  /// - Parameter recorded: The time with which a recorder has stored it, as text.
  mutating func takeJSON(_ bytes: Bytes, line: Int, recorded: Bytes?) {
    guard bytes.isUTF8 else { return refuse("the row is no UTF-8 text", line: line) }
    do throws(JSONRowFault) {
      try readJSONRow(bytes, names: RegionEventField.names, into: &fields)
    } catch {
      return refuse(error.message(RegionEventField.names), line: line)
    }
    let type = fields[RegionEventField.type]
    guard !type.isEmpty else { return takePlain(bytes, line: line) }
    guard type.withText(in: bytes, scratch: &scratch, { $0.equals("transition") }) else {
      file.otherMessageCount += 1
      return
    }
    takeTransition(bytes, line: line, recorded: recorded)
  }

  private mutating func takePlain(_ row: Bytes, line: Int) {
    guard let device = name(RegionEventField.device, in: row) else {
      return refuse("the row names no device", line: line)
    }
    guard let fence = name(RegionEventField.fence, in: row) else {
      return refuse("the row names no fence", line: line)
    }
    append(row, devices: [device], fences: [fence], recorded: nil, line: line)
  }

  private mutating func takeTransition(_ row: Bytes, line: Int, recorded: Bytes?) {
    let fences = [RegionEventField.fence, RegionEventField.description, RegionEventField.region]
      .compactMap { name($0, in: row) }
    guard !fences.isEmpty else { return refuse("the transition names no region, by desc or rid", line: line) }
    var devices = name(RegionEventField.device, in: row).map { [$0] } ?? []
    if let topic = name(RegionEventField.topic, in: row) {
      var parts = topic.text.split(separator: "/", omittingEmptySubsequences: true)
      if parts.last == "event" { parts.removeLast() }
      if parts.count >= 2 { devices.append(Identifier(parts.suffix(2).joined(separator: "/"))) }
      if let last = parts.last { devices.append(Identifier(String(last))) }
    }
    if let tracker = name(RegionEventField.tracker, in: row) { devices.append(tracker) }
    append(row, devices: devices, fences: fences, recorded: recorded, line: line)
  }

  private mutating func append(
    _ row: Bytes, devices: [Identifier], fences: [Identifier], recorded: Bytes?, line: Int
  ) {
    let word = fields[RegionEventField.event]
    guard let kind = word.withText(in: row, scratch: &scratch, Self.kind) else {
      return refuse("the event is neither enter nor exit", line: line)
    }
    let offset = offsetSeconds
    var reading = TimeReading.invalid
    let field = fields[RegionEventField.time]
    if !field.isEmpty {
      reading = field.withText(in: row, scratch: &scratch) { parseTime($0, assumedOffset: offset) }
    } else if let recorded {
      reading = parseTime(recorded, assumedOffset: offset)
    }
    switch reading {
    case .seconds(let time) where time.isFinite:
      file.events.append(RegionEvent(devices: devices, time: time, fences: fences, kind: kind, line: line))
    case .withoutOffset:
      refuse("the time has no offset; say which zone is meant, as in --tz UTC or --tz +02:00", line: line)
    default: refuse("the row has no time that can be read", line: line)
    }
  }

  private mutating func name(_ field: Int, in row: Bytes) -> Identifier? {
    let field = fields[field]
    guard !field.isEmpty, field.kind != .other else { return nil }
    return field.withText(in: row, scratch: &scratch) { Identifier(utf8: $0) }
  }

  private static let enters: [StaticString] = [
    "enter", "entered", "entry", "in", "inside", "arrive", "arrived", "arrival", "didEnterRegion",
    "GEOFENCE_TRANSITION_ENTER",
  ]
  private static let exits: [StaticString] = [
    "exit", "exited", "leave", "left", "out", "outside", "depart", "departed", "departure", "didExitRegion",
    "GEOFENCE_TRANSITION_EXIT",
  ]

  private static func kind(_ word: Bytes) -> EventKind? {
    let word = word.trimmed
    if enters.contains(where: { word.equalsIgnoringCase($0) }) { return .enter }
    return exits.contains(where: { word.equalsIgnoringCase($0) }) ? .exit : nil
  }
}
