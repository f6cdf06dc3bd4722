public import GeoPolicy

// The lines that tell of one sample: keys in the order that the rules fix.
extension OutputBuffer {
  /// Appends the line of an event: `seq, device, time, fence, event, from, to, distance, accuracy[, duration]`.
  ///
  /// - Parameters:
  ///   - sequenceNumber: That of the sample which completed the event.
  ///   - devices: The table that gave the event's device its handle.
  ///   - fence: The name of the event's fence.
  public mutating func appendEvent(
    _ event: FenceEvent, sequenceNumber: Int64, devices: IdentifierTable, fence: Identifier
  ) {
    appendSample(sequenceNumber, event.device, devices, event.time)
    append(literal: ",\"fence\":")
    append(string: fence.text)
    switch event.kind {
    case .removed: append(literal: ",\"event\":\"removed\"")
    case .exit: append(literal: ",\"event\":\"exit\"")
    case .enter: append(literal: ",\"event\":\"enter\"")
    }
    appendStates(from: event.from, to: event.to)
    append(literal: ",\"distance\":")
    append(meters: event.distanceMeters)
    append(literal: ",\"accuracy\":")
    append(number: event.accuracyMeters)
    if event.kind != .enter {
      append(literal: ",\"duration\":")
      append(seconds: event.durationSeconds)
    }
    append(literal: "}\n")
  }

  /// Appends the line of a refused sample: `seq, device, time, rejected: [reasons]`.
  ///
  /// - Parameters:
  ///   - devices: The table that gave the device its handle.
  ///   - time: Unix seconds; not finite where the sample has none that can be read.
  public mutating func appendRejection(
    _ reasons: RejectionReasons, sequenceNumber: Int64, device: UInt32, devices: IdentifierTable, time: Double
  ) {
    appendSample(sequenceNumber, device, devices, time)
    append(literal: ",\"rejected\":[")
    var isFirst = true
    for (reason, name) in RejectionReasons.named where reasons.contains(reason) {
      append(literal: isFirst ? "\"" : ",\"")
      append(raw: name)
      append(literal: "\"")
      isFirst = false
    }
    append(literal: "]}\n")
  }

  /// Appends the line of a row that could not be read: `line, rejected: ["malformed"], message`.
  ///
  /// - Parameter message: What is wrong; quotes nothing of the row.
  public mutating func appendMalformed(line: Int, message: String) {
    appendBadRow("malformed", line: line, message: message)
  }

  /// Appends the line of a fence that could not be used: `line, rejected: ["fence"], message`.
  public mutating func appendBadFence(line: Int, message: String) {
    appendBadRow("fence", line: line, message: message)
  }

  private mutating func appendBadRow(_ reason: StaticString, line: Int, message: String) {
    append(literal: "{\"line\":")
    append(integer: line)
    append(literal: ",\"rejected\":[\"")
    append(literal: reason)
    append(literal: "\"],\"message\":")
    append(string: message)
    append(literal: "}\n")
  }

  /// Appends the line of a decision: `seq, device, time, fence, distance, accuracy, from, to[, run]`.
  ///
  /// - Parameters:
  ///   - sequenceNumber: That of the sample.
  ///   - devices: The table that gave the decision's device its handle.
  ///   - time: The sample's time, Unix seconds.
  ///   - fence: The name of the decision's fence.
  public mutating func appendDecision(
    _ decision: FenceDecision, sequenceNumber: Int64, devices: IdentifierTable, time: Double, fence: Identifier
  ) {
    appendSample(sequenceNumber, decision.device, devices, time)
    append(literal: ",\"fence\":")
    append(string: fence.text)
    append(literal: ",\"distance\":")
    append(meters: decision.distanceMeters)
    append(literal: ",\"accuracy\":")
    append(number: decision.accuracyMeters)
    appendStates(from: decision.from, to: decision.to)
    if decision.run > 0 {
      append(literal: ",\"run\":")
      append(integer: decision.run)
    }
    append(literal: "}\n")
  }

  private mutating func appendSample(
    _ sequenceNumber: Int64, _ device: UInt32, _ devices: IdentifierTable, _ time: Double
  ) {
    append(literal: "{\"seq\":")
    append(integer: sequenceNumber)
    append(literal: ",\"device\":")
    devices.withBytes(of: device) { append(string: $0) }
    append(literal: ",\"time\":")
    append(number: time)
  }

  private mutating func appendStates(from: FenceState, to: FenceState) {
    append(literal: ",\"from\":\"")
    append(literal: from.word)
    append(literal: "\",\"to\":\"")
    append(literal: to.word)
    append(literal: "\"")
  }
}

extension FenceState {
  fileprivate var word: StaticString {
    switch self {
    case .unknown: "unknown"
    case .outside: "outside"
    case .inside: "inside"
    }
  }
}
