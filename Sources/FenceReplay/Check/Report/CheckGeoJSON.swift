internal import FenceData
import GeoPolicy

extension CheckReport {
  /// The fences that something was found about, as a GeoJSON FeatureCollection to look at on a map.
  ///
  /// Each is a Point at its center with `line`, `findings`, the `severity` of the worst, its radii `enter_m` and `exit_m`,
  /// its `policy`, and a `marker-color` by severity; it can be read as a fence file. Rows that gave no fence come last,
  /// without a place but with a `message`.
  ///
  /// - What was found about every single fence puts none on the map by itself, for a map of all shows nothing.
  /// - Unlike every other report this holds coordinates: those of the fences, which are in their file anyway.
  public var geoJSON: [UInt8] {
    var everywhere: FindingKinds = []
    for finding in findings where !finding.kind.isAboutRows && finding.count == fences.count && fences.count > 1 {
      everywhere.insert(FindingKinds(finding.kind))
    }
    var out = OutputBuffer()
    out.append(literal: "{\"type\":\"FeatureCollection\",\"features\":[\n")
    var isFirst = true
    for index in fences.indices where !kinds[index].subtracting(everywhere).isEmpty {
      if !isFirst { out.append(literal: ",\n") }
      isFirst = false
      append(index, to: &out)
    }
    for problem in problems {
      if !isFirst { out.append(literal: ",\n") }
      isFirst = false
      out.append(literal: "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{\"line\":")
      out.append(integer: problem.line)
      out.appendFindings([FindingKind(problem.kind)])
      out.append(literal: ",\"message\":")
      out.append(string: problem.message)
      out.append(literal: "}}")
    }
    out.append(literal: "\n]}\n")
    return out.bytes
  }

  private func append(_ index: Int, to out: inout OutputBuffer) {
    let fence = fences[index]
    out.append(literal: "{\"type\":\"Feature\",\"id\":")
    out.append(string: fence.id.text)
    out.append(literal: ",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    out.append(number: fence.center.longitude)
    out.append(literal: ",")
    out.append(number: fence.center.latitude)
    out.append(literal: "]},\"properties\":{\"line\":")
    out.append(integer: lines[index])
    out.appendFindings(FindingKind.allCases.filter { kinds[index].contains(FindingKinds($0)) })
    out.append(literal: ",\"enter_m\":")
    out.append(number: fence.enterRadiusMeters)
    out.append(literal: ",\"exit_m\":")
    out.append(number: fence.exitRadiusMeters)
    out.append(literal: ",\"policy\":")
    out.append(string: policies.names[fence.policyIndex].text)
    out.append(literal: "}}")
  }
}

extension OutputBuffer {
  /// Appends the members that say what was found: the worst stands first.
  fileprivate mutating func appendFindings(_ kinds: [FindingKind]) {
    append(literal: ",\"findings\":")
    appendList(kinds) { $0.append(string: $1.rawValue) }
    guard let worst = kinds.first?.severity else { return }
    append(literal: ",\"severity\":")
    append(string: worst.rawValue)
    append(literal: ",\"marker-color\":")
    switch worst {
    case .error: append(literal: "\"#c62828\"")
    case .warning: append(literal: "\"#ef6c00\"")
    case .note: append(literal: "\"#1565c0\"")
    }
  }
}
