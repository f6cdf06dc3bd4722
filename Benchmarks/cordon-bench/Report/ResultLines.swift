import FenceData
import MultiFence

/// Results as lines of JSON: a header that says on what they were measured, then a line for each row.
///
/// A value that is not known, or not to be had from a variant, is `null`. Keys may be added; none changes its meaning.
enum ResultLines {
  /// The version of the form, in the header.
  static let formatVersion = 1

  /// The header and the rows.
  static func bytes(of rows: [ResultRow], machine: Machine, options: RunOptions) -> [UInt8] {
    var object = JSONObject()
    object.add("cordonBench", integer: formatVersion)
    object.add(machine)
    object.add("seed", integer: options.files == nil ? Int(Scenario.seed) : nil)
    object.add("rounds", integer: options.rounds)
    var bytes = object.line()
    for row in rows { bytes += line(of: row) }
    return bytes
  }

  private static func line(of row: ResultRow) -> [UInt8] {
    var object = JSONObject()
    object.add("scenario", text: row.scenario)
    object.add("fences", integer: row.fences)
    object.add("devices", integer: row.devices)
    object.add("variant", text: row.variant)
    object.add("clock", text: row.clock.rawValue)
    object.add("nsPerSample", number: row.nanosecondsPerSample?.median)
    object.add("nsPerSampleMin", number: row.nanosecondsPerSample?.least)
    object.add("nsPerSampleMax", number: row.nanosecondsPerSample?.most)
    object.add("firstNsPerSample", number: row.firstNanosecondsPerSample)
    object.add("nsPerChange", number: row.nanosecondsPerChange)
    object.add("samples", integer: row.samples)
    object.add("rounds", integer: row.rounds)
    object.add("voidRounds", integer: row.voidRounds)
    object.add("othersShare", number: row.othersShare)
    object.add("hitsPerSample", number: row.perSample(row.work?.hits))
    object.add("probesPerSample", number: row.perSample(row.work?.probes))
    object.add("candidatesPerSample", number: row.candidatesPerSample)
    object.add("fallbacksPerSample", number: row.perSample(row.work?.fallbacks))
    object.add("skipShare", number: row.perSample(row.work?.skips))
    object.add("bytesPerFence", number: row.bytesPerFence)
    object.add("bytesPerDevice", number: row.bytesPerDevice)
    object.add("events", integer: row.digest?.count)
    object.add("checksum", text: row.digest?.hexadecimal)
    object.add("portableChecksum", text: row.digest.map { EventDigest.hexadecimal($0.portableChecksum) })
    object.add("nsPerLine", number: row.lines?.nanosecondsPerLine)
    object.add("linesPerSample", number: row.linesPerSample)
    object.add("indexBytes", integer: row.lines?.index.bytes)
    object.add("indexLineDependentNs", number: row.lines?.index.dependent)
    object.add("indexLineIndependentNs", number: row.lines?.index.independent)
    object.add("deviceBytes", integer: row.lines?.devices.bytes)
    object.add("deviceLineDependentNs", number: row.lines?.devices.dependent)
    object.add("deviceLineIndependentNs", number: row.lines?.devices.independent)
    return object.line()
  }
}

/// One object of JSON on its way out.
struct JSONObject {
  private var buffer = OutputBuffer()

  mutating func add(_ key: String, text: String?) {
    addKey(key)
    if let text { buffer.append(string: text) } else { buffer.append(literal: "null") }
  }

  mutating func add(_ key: String, integer: Int?) {
    addKey(key)
    if let integer { buffer.append(integer: integer) } else { buffer.append(literal: "null") }
  }

  /// Adds a number rounded to six places: measurements have no more digits that mean anything.
  mutating func add(_ key: String, number: Double?) {
    addKey(key)
    buffer.append(number: number.map { ($0 * 1e6).rounded() / 1e6 } ?? .nan)
  }

  mutating func add(_ key: String, bool: Bool) {
    addKey(key)
    buffer.append(raw: bool ? "true" : "false")
  }

  private mutating func addKey(_ key: String) {
    buffer.append(raw: buffer.isEmpty ? "{" : ", ")
    buffer.append(string: key)
    buffer.append(literal: ": ")
  }

  /// Adds what there is to say of a machine.
  mutating func add(_ machine: Machine) {
    add("date", text: machine.date)
    add("machine", text: machine.processor)
    add("processors", integer: machine.processorCount)
    add("memoryBytes", integer: machine.memoryBytes)
    add("system", text: machine.system)
    add("hugePages", text: machine.hugePages)
    add("toolchain", text: machine.toolchain)
    add("optimized", bool: machine.isOptimized)
  }

  /// The object, and the end of its line.
  func line() -> [UInt8] { (buffer.isEmpty ? Array("{".utf8) : buffer.bytes) + Array("}\n".utf8) }
}
