/// Where a number comes from.
enum Basis: String, CaseIterable, Sendable {
  /// Seen in this run, on this machine.
  case measured
  /// Arithmetic with measured and given numbers alone.
  case computed
  /// Rests on something that was neither given nor measured.
  case assumed

  /// The letter that stands beside a number.
  var letter: Character { rawValue.first ?? "?" }

  /// The basis of a number that is computed from numbers of these.
  static func of(_ bases: Basis...) -> Basis { bases.contains(.assumed) ? .assumed : .computed }
}

/// What a number counts.
enum QuantityUnit: String, Sendable {
  case count, perSecond, nanoseconds, milliseconds, microseconds, bytes, bytesPerSecond, cores, share, factor
}

/// A number of a plan, with its unit and where it comes from.
struct Quantity: Equatable, Sendable {
  var value: Double
  var unit: QuantityUnit
  var basis: Basis

  init(_ value: Double, _ unit: QuantityUnit, _ basis: Basis) {
    self.value = value
    self.unit = unit
    self.basis = basis
  }

  /// The number with its unit, in about three digits.
  var text: String {
    guard value.isFinite else { return "-" }
    switch unit {
    case .count: return value < 1e4 ? ResultTable.trimmed(value) : ResultTable.rate(value).trimmedEnd
    case .perSecond: return ResultTable.rate(value).trimmedEnd + "/s"
    case .nanoseconds: return ResultTable.short(value) + " ns"
    case .microseconds: return ResultTable.short(value) + " µs"
    case .milliseconds: return ResultTable.short(value) + " ms"
    case .bytes: return ResultTable.rate(value) + "B"
    case .bytesPerSecond: return ResultTable.rate(value) + "B/s"
    case .cores: return ResultTable.short(value)
    case .share: return ResultTable.decimals(value * 100, value < 0.1 ? 1 : 0) + " %"
    case .factor: return ResultTable.short(value) + " x"
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}

/// A part of a plan: rows of numbers under a title. Text for people and lines of JSON come from it alike.
struct PlanTable: Sendable {
  struct Row: Sendable {
    var label: String
    var cells: [Quantity?]
    var note: String?

    init(_ label: String, _ cells: Quantity?..., note: String? = nil) {
      self.label = label
      self.cells = cells
      self.note = note
    }
  }

  /// One word for machines.
  var key: String
  var title: String
  /// The titles of the columns; none where a row is one number.
  var columns: [String] = []
  var rows: [Row] = []
  /// Sentences below the rows.
  var notes: [String] = []

  private static let labelWidth = 38
  private static let cellWidth = 13

  /// The table for people: each number with the letter of where it comes from.
  var text: String {
    var text = "\n\(title)\n"
    if !columns.isEmpty {
      text += Self.padded("", Self.labelWidth + 2)
      for column in columns { text += Self.right(column, Self.cellWidth) + "  " }
      text = text.trimmedSpaces + "\n"
    }
    for row in rows {
      var line = "  " + Self.padded(row.label, Self.labelWidth)
      for cell in row.cells {
        line += Self.right(cell?.text ?? "-", Self.cellWidth) + " " + String(cell?.basis.letter ?? " ")
      }
      if let note = row.note { line += "  " + note }
      text += line.trimmedSpaces + "\n"
    }
    for note in notes { text += "  \(note)\n" }
    return text
  }

  /// A line of JSON for each number.
  var lines: [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      for (index, cell) in row.cells.enumerated() {
        guard let cell else { continue }
        var object = JSONObject()
        object.add("section", text: key)
        object.add("row", text: row.label)
        object.add("column", text: index < columns.count ? columns[index] : nil)
        object.add("value", number: cell.value)
        object.add("unit", text: cell.unit.rawValue)
        object.add("basis", text: cell.basis.rawValue)
        if let note = row.note { object.add("note", text: note) }
        bytes += object.line()
      }
    }
    return bytes
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

extension String {
  fileprivate var trimmedSpaces: String {
    var text = self[...]
    while text.hasSuffix(" ") { text.removeLast() }
    return String(text)
  }
}
