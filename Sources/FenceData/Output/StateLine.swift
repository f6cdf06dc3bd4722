public import GeoPolicy

extension OutputBuffer {
  /// Appends the line of a device's states: `device, authorization, determined, inside: [ids], unknown: [ids]`.
  ///
  /// `unknown` is `"all"` where no fence is determined; a device that may not be judged is `unavailable`.
  ///
  /// - Parameters:
  ///   - devices: The table that gave the device its handle.
  ///   - name: The name of a fence that the summary lists.
  public mutating func appendState(
    of device: UInt32, _ summary: DeviceSummary, devices: IdentifierTable, fenceName name: (FenceHandle) -> Identifier
  ) {
    append(literal: "{\"device\":")
    devices.withBytes(of: device) { append(string: $0) }
    append(literal: ",\"authorization\":")
    append(literal: summary.isAuthorized ? "\"granted\"" : "\"unavailable\"")
    append(literal: ",\"determined\":")
    append(integer: summary.determinedCount)
    append(literal: ",\"inside\":")
    appendList(summary.inside, name)
    append(literal: ",\"unknown\":")
    // An engine without fences has nothing that is determined, and nothing that is unknown: still "all".
    if let unknown = summary.unknown, summary.determinedCount > 0 {
      appendList(unknown, name)
    } else {
      append(literal: "\"all\"")
    }
    append(literal: "}\n")
  }

  private mutating func appendList(_ fences: [FenceHandle], _ name: (FenceHandle) -> Identifier) {
    append(literal: "[")
    for (index, fence) in fences.enumerated() {
      if index > 0 { append(literal: ",") }
      append(string: name(fence).text)
    }
    append(literal: "]")
  }
}
