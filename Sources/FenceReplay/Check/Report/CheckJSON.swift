internal import FenceData
import GeoPolicy

extension CheckReport {
  /// The report as one line of JSON, without coordinates:
  ///
  ///     {"rows":…,"fences":…,"interval":…,"speed":…,"errors":…,"warnings":…,"notes":…,"unfinished":[…],"findings":[
  ///       {"finding":…,"severity":…,"count":…,"of":…,"summary":…,"detail":…,"mend":…,"examples":[
  ///         {"line":…,"fence":…,"message":…,"alike":…,"other":{"line":…,"fence":…}}]}]}
  ///
  /// `interval` and `speed` are `null` where no interval was given, `fence` and `other` where there is none; `alike` counts
  /// fences of which the same is to be said; `errors`,
  /// `warnings` and `notes` count findings.
  public var json: [UInt8] {
    var out = OutputBuffer()
    out.append(literal: "{\"rows\":")
    out.append(integer: rowCount)
    out.append(literal: ",\"fences\":")
    out.append(integer: fences.count)
    out.append(literal: ",\"interval\":")
    out.append(number: settings.intervalSeconds ?? .nan)
    out.append(literal: ",\"speed\":")
    out.append(number: settings.intervalSeconds == nil ? .nan : settings.speedMetersPerSecond)
    for severity in FindingSeverity.allCases {
      out.append(literal: ",")
      out.append(string: severity.rawValue + "s")
      out.append(literal: ":")
      out.append(integer: count(of: severity))
    }
    out.append(literal: ",\"unfinished\":")
    out.appendList(unfinished) { $0.append(string: $1) }
    out.append(literal: ",\"findings\":")
    out.appendList(findings) { $0.append($1, of: $1.kind.isAboutRows ? rowCount : fences.count) }
    out.append(literal: "}\n")
    return out.bytes
  }
}

extension OutputBuffer {
  fileprivate mutating func append(_ finding: Finding, of total: Int) {
    append(literal: "{\"finding\":")
    append(string: finding.kind.rawValue)
    append(literal: ",\"severity\":")
    append(string: finding.kind.severity.rawValue)
    append(literal: ",\"count\":")
    append(integer: finding.count)
    append(literal: ",\"of\":")
    append(integer: total)
    append(literal: ",\"summary\":")
    append(string: finding.kind.summary)
    append(literal: ",\"detail\":")
    append(string: finding.detail)
    append(literal: ",\"mend\":")
    append(string: finding.kind.mend)
    append(literal: ",\"examples\":")
    appendList(finding.examples) { $0.append($1) }
    append(literal: "}")
  }

  private mutating func append(_ example: FindingExample) {
    append(literal: "{\"line\":")
    append(integer: example.line)
    append(literal: ",\"fence\":")
    if let fence = example.fence { append(string: fence.text) } else { append(literal: "null") }
    append(literal: ",\"message\":")
    append(string: example.message)
    append(literal: ",\"alike\":")
    append(integer: example.alikeCount)
    append(literal: ",\"other\":")
    if let other = example.other {
      append(literal: "{\"line\":")
      append(integer: other.line)
      append(literal: ",\"fence\":")
      append(string: other.fence.text)
      append(literal: "}")
    } else {
      append(literal: "null")
    }
    append(literal: "}")
  }

  /// Appends a JSON array of what `body` appends for each element.
  mutating func appendList<Element>(_ elements: [Element], _ body: (inout OutputBuffer, Element) -> Void) {
    append(literal: "[")
    for (index, element) in elements.enumerated() {
      if index > 0 { append(literal: ",") }
      body(&self, element)
    }
    append(literal: "]")
  }
}
