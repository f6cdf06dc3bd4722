internal import FenceData
import GeoPolicy

/// All results of a sweep, with the best trade-offs marked.
public struct SweepReport: Sendable {
  /// One result for each setting, in their order.
  public let results: [SweepResult]
  let sweep: Sweep

  /// The report on these results, one for each setting of the sweep.
  public init(_ sweep: Sweep, _ results: [SweepResult]) {
    var results = results
    results.markBestTradeOffs()
    self.results = results
    self.sweep = sweep
  }

  /// The results as CSV: one row for each setting, in their order. Delays are in seconds, empty without events.
  public var csv: [UInt8] {
    var out = OutputBuffer()
    out.append(
      literal: "enter_m,exit_m,max_accuracy_m,enter_confirmations,exit_confirmations,best,flaps,missed_visits,")
    out.append(literal: "delay_median_s,delay_p90_s,enter_delay_median_s,enter_delay_p90_s,exit_delay_median_s,")
    out.append(
      literal: "exit_delay_p90_s,enters,exits,flapping_devices,flapping_fences,accepted,fences,fences_skipped\n")
    for result in results {
      let setting = result.setting
      out.append(number: setting.enterRadiusMeters)
      out.appendField { $0.append(number: setting.exitRadiusMeters) }
      out.appendField { $0.append(number: setting.maxAccuracyMeters) }
      out.appendField(setting.enterConfirmations)
      out.appendField(setting.exitConfirmations)
      out.appendField(result.isBestTradeOff ? 1 : 0)
      out.appendField(result.flapCount)
      out.appendField(result.missedVisitCount)
      for delay in [result.delay, result.enterDelay, result.exitDelay] {
        for seconds in [delay.medianSeconds, delay.ninthDecileSeconds] {
          out.appendField { if let seconds { $0.append(seconds: seconds) } }
        }
      }
      for count in [
        result.enterCount, result.exitCount, result.flappingDeviceCount, result.flappingFenceCount,
        result.acceptedCount, result.fenceCount, result.skippedFenceCount,
      ] { out.appendField(count) }
      out.append(literal: "\n")
    }
    return out.bytes
  }

  /// The report as one line of JSON:
  ///
  ///     {"samples":…,"malformed":…,"devices":…,"fences":…,"sweptFences":…,"visits":…,"flapWindow":…,"impossible":…,
  ///      "yardstick":{"arrival":…,"departure":…,"visit":…,"maxAccuracy":…},"settings":[
  ///        {"enter":…,"exit":…,"maxAccuracy":…,"enterConfirmations":…,"exitConfirmations":…,"best":…,"flaps":…,
  ///         "missedVisits":…,"delay":{"count":…,"median":…,"p90":…},"enterDelay":{…},"exitDelay":{…},"enters":…,
  ///         "exits":…,"flappingDevices":…,"flappingFences":…,"accepted":…,"fences":…,"fencesSkipped":…}]}
  public var json: [UInt8] {
    var out = OutputBuffer()
    out.append(literal: "{\"samples\":")
    out.append(integer: sweep.sampleCount)
    out.appendMember("malformed", sweep.malformedCount)
    out.appendMember("devices", sweep.deviceCount)
    out.appendMember("fences", sweep.fenceCount)
    out.appendMember("sweptFences", sweep.sweptFenceCount)
    out.appendMember("visits", sweep.visitCount)
    out.appendMember("flapWindow", sweep.options.flapWindowSeconds)
    out.appendMember("impossible", sweep.impossibleCount)
    out.append(literal: ",\"yardstick\":{\"arrival\":")
    out.append(number: sweep.yardstick.arrivalMeters)
    out.appendMember("departure", sweep.yardstick.departureMeters)
    out.appendMember("visit", sweep.yardstick.visitMeters)
    out.appendMember("maxAccuracy", sweep.yardstick.accuracyMeters)
    out.append(literal: "},\"settings\":")
    out.appendList(results) { $0.append($1) }
    out.append(literal: "}\n")
    return out.bytes
  }
}

extension OutputBuffer {
  fileprivate mutating func append(_ result: SweepResult) {
    append(literal: "{\"enter\":")
    append(number: result.setting.enterRadiusMeters)
    appendMember("exit", result.setting.exitRadiusMeters)
    appendMember("maxAccuracy", result.setting.maxAccuracyMeters)
    appendMember("enterConfirmations", result.setting.enterConfirmations)
    appendMember("exitConfirmations", result.setting.exitConfirmations)
    append(literal: ",\"best\":")
    if result.isBestTradeOff { append(literal: "true") } else { append(literal: "false") }
    appendMember("flaps", result.flapCount)
    appendMember("missedVisits", result.missedVisitCount)
    append("delay", result.delay)
    append("enterDelay", result.enterDelay)
    append("exitDelay", result.exitDelay)
    appendMember("enters", result.enterCount)
    appendMember("exits", result.exitCount)
    appendMember("flappingDevices", result.flappingDeviceCount)
    appendMember("flappingFences", result.flappingFenceCount)
    appendMember("accepted", result.acceptedCount)
    appendMember("fences", result.fenceCount)
    appendMember("fencesSkipped", result.skippedFenceCount)
    append(literal: "}")
  }

  private mutating func append(_ name: StaticString, _ delay: DelaySummary) {
    append(literal: ",\"")
    append(literal: name)
    append(literal: "\":{\"count\":")
    append(integer: delay.count)
    append(literal: ",\"median\":")
    append(seconds: delay.medianSeconds ?? .nan)
    append(literal: ",\"p90\":")
    append(seconds: delay.ninthDecileSeconds ?? .nan)
    append(literal: "}")
  }

  fileprivate mutating func appendMember(_ name: StaticString, _ value: Int) {
    append(literal: ",\"")
    append(literal: name)
    append(literal: "\":")
    append(integer: value)
  }

  fileprivate mutating func appendMember(_ name: StaticString, _ value: Double) {
    append(literal: ",\"")
    append(literal: name)
    append(literal: "\":")
    append(number: value)
  }

  fileprivate mutating func appendField(_ value: Int) { appendField { $0.append(integer: value) } }

  /// Appends a comma and what `body` appends.
  fileprivate mutating func appendField(_ body: (inout OutputBuffer) -> Void) {
    append(literal: ",")
    body(&self)
  }
}
