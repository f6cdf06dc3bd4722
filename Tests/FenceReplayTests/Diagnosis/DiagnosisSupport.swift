import FenceData
import FenceReplay
import GeoPolicy

/// What a diagnosis of these texts finds.
func diagnose(
  fences: String, samples: String, policies: PolicySet = .standard, regionEvents: String? = nil,
  options: DiagnosisOptions = DiagnosisOptions(), chunkBytes: Int = 1 << 16
) throws -> DiagnosisReport {
  let file = try Array(fences.utf8).withUnsafeBytes { try readFences($0, policies: policies) }
  var diagnosis = try Diagnosis(fences: file, policies: policies, options: options)
  try Array(samples.utf8).withUnsafeBytes { bytes in
    var start = 0
    while start < bytes.count {
      var chunk = bytes[start..<min(start + chunkBytes, bytes.count)]
      start = chunk.endIndex
      while !chunk.isEmpty { chunk = chunk.dropFirst(try diagnosis.read(UnsafeRawBufferPointer(rebasing: chunk))) }
    }
  }
  try diagnosis.finish()
  let events = try regionEvents.map { text in try Array(text.utf8).withUnsafeBytes { try readRegionEvents($0) } }
  return diagnosis.report(events)
}

extension DiagnosisReport {
  /// The findings of a kind.
  func findings(_ kind: DiagnosisFindingKind) -> [DiagnosisFinding] { findings.filter { $0.kind == kind } }

  /// All lines of JSON.
  var json: String {
    var out = OutputBuffer()
    for finding in findings { appendLine(of: finding, to: &out) }
    appendSummaryLine(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}

extension DiagnosisFinding {
  /// A number of the evidence.
  func number(_ name: String) -> Double? {
    for item in evidence where item.name == name {
      switch item.value {
      case .meters(let value), .seconds(let value), .speed(let value), .time(let value): return value
      case .count(let value): return Double(value)
      case .sequence(let value): return Double(value)
      case .words: return nil
      }
    }
    return nil
  }
}
