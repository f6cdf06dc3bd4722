internal import FenceData
import GeoPolicy

extension ReplaySummary {
  /// The summary as text to read: a table of counts, and below it what could be mended, one line each.
  public var text: String {
    let rows = tableRows
    let labelWidth = rows.map(\.label.count).max() ?? 0
    let countWidth = rows.map { String($0.count).count }.max() ?? 0
    let table = rows.map { row in
      let label = row.label + String(repeating: " ", count: labelWidth - row.label.count)
      let count = String(row.count)
      let padding = String(repeating: " ", count: countWidth - count.count)
      return "\(label)  \(padding)\(count)\(row.remark.isEmpty ? "" : "  \(row.remark)")"
    }
    return (table + notes).map { $0 + "\n" }.joined()
  }

  private struct Row {
    var label: String
    var count: Int
    var remark = ""
  }

  private var tableRows: [Row] {
    var rows = [Row(label: "samples", count: sampleCount)]
    rows.append(Row(label: "  accepted", count: acceptedCount, remark: share(acceptedCount)))
    rows.append(Row(label: "  rejected", count: rejectedCount, remark: share(rejectedCount)))
    for (entry, count) in zip(RejectionReasons.named, reasonCounts) where count > 0 {
      rows.append(Row(label: "    \(entry.name)", count: count))
    }
    rows.append(Row(label: "  malformed", count: malformedCount, remark: share(malformedCount)))
    rows.append(Row(label: "events", count: enterCount + exitCount + removedCount))
    rows.append(Row(label: "  enter", count: enterCount))
    rows.append(Row(label: "  exit", count: exitCount))
    if removedCount > 0 { rows.append(Row(label: "  removed", count: removedCount)) }
    rows.append(Row(label: "devices", count: deviceCount))
    let skipped = skippedFenceCount == 0 ? "" : "and \(Self.rows(skippedFenceCount)) skipped"
    rows.append(Row(label: "fences", count: fenceCount, remark: skipped))
    return rows
  }

  private var notes: [String] {
    var notes: [String] = []
    if partialRefusalCount > 0 {
      notes.append("note: \(Self.samples(partialRefusalCount)) accepted under some policies and refused under others")
    }
    if timesWithoutOffset > 0 {
      notes.append(
        "note: \(Self.samples(timesWithoutOffset)) with a time without offset, hence timeInvalid; "
          + "say which zone is meant, as in --tz UTC or --tz +02:00")
    }
    if unjudgedAgeCount > 0 {
      notes.append(
        "note: \(Self.samples(unjudgedAgeCount)) that maxAge and maxFuture could not judge; "
          + "give a column \"received\", or drop the limits")
    }
    let missing = count(of: .accuracyMissing)
    if missing > 0 {
      notes.append(
        "note: \(Self.samples(missing)) without accuracy; "
          + "a policy's \"missingAccuracy\" says how many meters to assume")
    }
    if let bands = narrowBands {
      notes.append(
        "warning: \(bands.count) of \(Self.fences(fenceCount)) with exit - enter < 2 x maxAccuracy, where noise alone "
          + "can enter and exit; the narrowest is \(Self.meters(bands.narrowestMeters)) where "
          + "\(Self.meters(bands.neededMeters)) would do")
    }
    return notes
  }

  private func share(_ count: Int) -> String {
    guard sampleCount > 0, count > 0 else { return "" }
    // In tenths of a percent, and never rounded to "100" or "0" where a few are missing or present.
    let tenths = (Double(count) * 1000 / Double(sampleCount)).rounded()
    if count == sampleCount { return "100 %" }
    let shown = min(max(Int(tenths), 1), 999)
    return "\(shown / 10).\(shown % 10) %"
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
  private static func samples(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }
  private static func fences(_ count: Int) -> String { count == 1 ? "1 fence" : "\(count) fences" }

  private static func meters(_ value: Double) -> String {
    var out = OutputBuffer()
    out.append(meters: value)
    return String(decoding: out.bytes, as: UTF8.self) + " m"
  }
}
