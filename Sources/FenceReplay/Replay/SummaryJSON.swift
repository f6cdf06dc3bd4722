internal import FenceData
import GeoPolicy

extension ReplaySummary {
  /// The summary as one line of JSON; every key is always there.
  public var json: [UInt8] {
    var out = OutputBuffer()
    out.append(literal: "{\"samples\":")
    out.append(integer: sampleCount)
    out.appendKey("accepted", acceptedCount)
    out.appendKey("rejected", rejectedCount)
    out.appendKey("malformed", malformedCount)
    out.append(literal: ",\"reasons\":{")
    for (index, entry) in RejectionReasons.named.enumerated() {
      if index > 0 { out.append(literal: ",") }
      out.append(string: entry.name)
      out.append(literal: ":")
      out.append(integer: reasonCounts[index])
    }
    out.append(literal: "},\"events\":{\"enter\":")
    out.append(integer: enterCount)
    out.appendKey("exit", exitCount)
    out.appendKey("removed", removedCount)
    out.append(literal: "}")
    out.appendKey("fences", fenceCount)
    out.appendKey("fencesSkipped", skippedFenceCount)
    out.appendKey("devices", deviceCount)
    out.appendKey("partialRefusals", partialRefusalCount)
    out.appendKey("ageNotJudged", unjudgedAgeCount)
    out.appendKey("timesWithoutOffset", timesWithoutOffset)
    out.append(literal: ",\"narrowBands\":")
    if let narrowBands {
      out.append(literal: "{\"fences\":")
      out.append(integer: narrowBands.count)
      out.append(literal: ",\"narrowest\":")
      out.append(meters: narrowBands.narrowestMeters)
      out.append(literal: ",\"fence\":")
      out.append(string: narrowBands.narrowestFence.text)
      out.append(literal: ",\"needed\":")
      out.append(meters: narrowBands.neededMeters)
      out.append(literal: "}")
    } else {
      out.append(literal: "null")
    }
    out.append(literal: "}\n")
    return out.bytes
  }
}

extension OutputBuffer {
  fileprivate mutating func appendKey(_ key: StaticString, _ value: Int) {
    append(literal: ",\"")
    append(literal: key)
    append(literal: "\":")
    append(integer: value)
  }
}
