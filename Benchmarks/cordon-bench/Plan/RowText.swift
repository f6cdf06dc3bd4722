import FenceData
import GeoPolicy

/// Samples as text, in the form in which they arrive.
struct RowText {
  let form: PlanOptions.Input
  private var buffer = OutputBuffer()

  init(_ form: PlanOptions.Input) { self.form = form }

  var bytes: [UInt8] { buffer.bytes }

  /// What stands before the first row.
  static func header(_ form: PlanOptions.Input) -> [UInt8] {
    form == .csv ? Array("device,time,latitude,longitude,accuracy\n".utf8) : []
  }

  mutating func removeAll() { buffer.removeAll() }

  /// Appends all rows of `columns`, with names from `names`, and the number of bytes before each to `starts`.
  mutating func append(_ columns: SampleColumns, names: IdentifierTable, starts: inout [Int]) {
    for row in 0..<columns.count {
      starts.append(buffer.count)
      append(row, of: columns, names: names)
    }
  }

  /// Appends all rows of `columns`, with names from `names`.
  mutating func append(_ columns: SampleColumns, names: IdentifierTable) {
    for row in 0..<columns.count { append(row, of: columns, names: names) }
  }

  private mutating func append(_ row: Int, of columns: SampleColumns, names: IdentifierTable) {
    let isCSV = form == .csv
    if !isCSV { buffer.append(literal: "{\"device\":\"") }
    names.withBytes(of: columns.devices[row]) { buffer.append(raw: $0) }
    buffer.append(raw: isCSV ? "," : "\",\"time\":")
    appendTime(columns.times[row])
    buffer.append(raw: isCSV ? "," : ",\"latitude\":")
    buffer.append(number: columns.latitudes[row])
    buffer.append(raw: isCSV ? "," : ",\"longitude\":")
    buffer.append(number: columns.longitudes[row])
    buffer.append(raw: isCSV ? "," : ",\"accuracy\":")
    buffer.append(number: columns.accuracies[row])
    buffer.append(raw: isCSV ? "\n" : "}\n")
  }

  /// A time of ten digits, a point and three.
  private mutating func appendTime(_ time: Double) {
    let milliseconds = Int(min(max(time, 0), 9e9) * 1000 + 0.5)
    let seconds = String(milliseconds / 1000)
    let rest = String(milliseconds % 1000)
    buffer.append(raw: String(repeating: "0", count: max(0, 10 - seconds.utf8.count)) + seconds)
    buffer.append(raw: "." + String(repeating: "0", count: max(0, 3 - rest.utf8.count)) + rest)
  }
}

/// Some rounds of a fleet as text that can be read again and again: each time around all times are later.
///
/// Every device reports once in a round, and the rounds repeat. Before rows are handed out the digits of their times are
/// written anew, about what it costs to copy them from a network buffer.
final class TextLoop {
  private var bytes: [UInt8]
  private let starts: [UInt32]
  /// Whole seconds of each row's time, the first time around.
  private let seconds: [UInt32]
  private let secondsAround: UInt32
  /// Where the time stands in a row.
  private let timeOffset: Int
  /// The number of rows.
  let count: Int
  /// The mean length of a row.
  var bytesPerRow: Double { Double(bytes.count) / Double(count) }

  /// Renders `rounds` rounds of a fleet whose devices have names of equal length.
  init(_ fleet: inout FleetSource, rounds: Int, form: PlanOptions.Input, names: IdentifierTable) {
    var text = RowText(form)
    var starts: [Int] = []
    var seconds: [UInt32] = []
    var columns = SampleColumns()
    var left = rounds * fleet.deviceCount
    count = left
    while left > 0 {
      let size = min(left, 4096)
      fleet.fill(&columns, count: size)
      text.append(columns, names: names, starts: &starts)
      for time in columns.times { seconds.append(UInt32(time + 0.000_5)) }
      left -= size
    }
    bytes = text.bytes
    self.starts = (starts + [bytes.count]).map { UInt32($0) }
    self.seconds = seconds
    secondsAround = (seconds.last ?? 0) - (seconds.first ?? 0) + UInt32(fleet.intervalSeconds.rounded(.up)) + 1
    timeOffset = (form == .csv ? 0 : 11) + names.withBytes(of: 0) { $0.count } + (form == .csv ? 1 : 9)
  }

  /// Calls `body` with the text of these rows, counted through all times around: in one piece, or in two at the end.
  func withText(_ rows: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    var next = rows.lowerBound
    while next < rows.upperBound {
      let around = next / count
      let first = next % count
      let end = min(count, first + rows.upperBound - next)
      for row in first..<end { setTime(of: row, around: around) }
      try bytes.withUnsafeBytes {
        try body(UnsafeRawBufferPointer(rebasing: $0[Int(starts[first])..<Int(starts[end])]))
      }
      next += end - first
    }
  }

  private func setTime(of row: Int, around: Int) {
    var value = seconds[row] &+ UInt32(truncatingIfNeeded: around) &* secondsAround
    let place = Int(starts[row]) + timeOffset
    for digit in stride(from: 9, through: 0, by: -1) {
      bytes[place + digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
      value /= 10
    }
  }
}
