import FenceData
import GeoPolicy
import Testing

struct LineTests {
  private let devices: IdentifierTable
  private let device: UInt32

  init() {
    var devices = IdentifierTable()
    _ = devices.handle(for: "first")
    device = devices.handle(for: "a \"b\"")
    self.devices = devices
  }

  private func text(_ append: (inout OutputBuffer) -> Void) -> String {
    var out = OutputBuffer()
    append(&out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private func event(
    _ kind: EventKind, _ from: FenceState, _ to: FenceState, accuracy: Double, distance: Double, duration: Double
  ) -> FenceEvent {
    FenceEvent(
      row: 0, device: device, fence: FenceHandle(rawValue: 3), kind: kind, from: from, to: to, time: 10.5,
      accuracyMeters: accuracy, distanceMeters: distance, durationSeconds: duration)
  }

  @Test func anEnterHasNoDuration() {
    let event = event(.enter, .unknown, .inside, accuracy: 5, distance: 66.7169561, duration: .nan)
    #expect(
      text { $0.appendEvent(event, sequenceNumber: -7, devices: devices, fence: "f\\") }
        == #"{"seq":-7,"device":"a \"b\"","time":10.5,"fence":"f\\","event":"enter","from":"unknown","to":"inside","#
        + #""distance":66.716956,"accuracy":5}"# + "\n")
  }

  @Test func anExitHasOne() {
    let event = event(.exit, .inside, .outside, accuracy: 0.1, distance: 200, duration: 2.0004)
    #expect(
      text { $0.appendEvent(event, sequenceNumber: .max, devices: devices, fence: "f") }
        == #"{"seq":9223372036854775807,"device":"a \"b\"","time":10.5,"fence":"f","event":"exit","from":"inside","#
        + #""to":"outside","distance":200,"accuracy":0.1,"duration":2}"# + "\n")
  }

  @Test func aRemovalMayLackDistanceAndAccuracy() {
    let event = event(.removed, .inside, .unknown, accuracy: SampleColumns.absent, distance: .nan, duration: 3)
    #expect(
      text { $0.appendEvent(event, sequenceNumber: 0, devices: devices, fence: "f") }
        == #"{"seq":0,"device":"a \"b\"","time":10.5,"fence":"f","event":"removed","from":"inside","to":"unknown","#
        + #""distance":null,"accuracy":null,"duration":3}"# + "\n")
  }

  @Test func reasonsAreSorted() {
    let reasons: RejectionReasons = [.unauthorized, .outOfOrder, .accuracyTooCoarse]
    #expect(
      text { $0.appendRejection(reasons, sequenceNumber: 4, device: 0, devices: devices, time: -1.5) }
        == #"{"seq":4,"device":"first","time":-1.5,"rejected":["accuracyTooCoarse","outOfOrder","unauthorized"]}"#
        + "\n")
    #expect(
      text { $0.appendRejection(.timeInvalid, sequenceNumber: 4, device: 0, devices: devices, time: .infinity) }
        == #"{"seq":4,"device":"first","time":null,"rejected":["timeInvalid"]}"# + "\n")
  }

  @Test func everyReasonHasItsName() {
    let all = RejectionReasons(rawValue: .max)
    let line = text { $0.appendRejection(all, sequenceNumber: 0, device: 0, devices: devices, time: 0) }
    let names = all.names.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(all.names == all.names.sorted())
    #expect(line.contains("[\(names)]"))
  }

  @Test func aMalformedRowHasALineAndAMessage() {
    #expect(
      text { $0.appendMalformed(line: 12, message: "a \"quote\" is open") }
        == #"{"line":12,"rejected":["malformed"],"message":"a \"quote\" is open"}"# + "\n")
  }

  @Test(arguments: [(0, ""), (2, #","run":2"#)])
  func aDecisionHasARunWhereOneIsInProgress(run: Int, shown: String) {
    let decision = FenceDecision(
      row: 0, device: device, fence: FenceHandle(rawValue: 3), from: .inside, to: .inside, run: run,
      accuracyMeters: 10, distanceMeters: 130.25)
    #expect(
      text { $0.appendDecision(decision, sequenceNumber: 1, devices: devices, time: 2, fence: "f") }
        == #"{"seq":1,"device":"a \"b\"","time":2,"fence":"f","distance":130.25,"accuracy":10,"from":"inside","#
        + #""to":"inside"\#(shown)}"# + "\n")
  }

  @Test func statesAreListedOrAllUnknown() {
    let name: (FenceHandle) -> Identifier = { Identifier("f\($0.rawValue)") }
    let some = DeviceSummary(
      isAuthorized: true, determinedCount: 2, inside: [FenceHandle(rawValue: 4), FenceHandle(rawValue: 1)],
      unknown: [FenceHandle(rawValue: 0)])
    #expect(
      text { $0.appendState(of: device, some, devices: devices, fenceName: name) }
        == #"{"device":"a \"b\"","authorization":"granted","determined":2,"inside":["f4","f1"],"unknown":["f0"]}"#
        + "\n")
    let revoked = DeviceSummary(isAuthorized: false, determinedCount: 0, inside: [], unknown: nil)
    #expect(
      text { $0.appendState(of: 0, revoked, devices: devices, fenceName: name) }
        == #"{"device":"first","authorization":"unavailable","determined":0,"inside":[],"unknown":"all"}"# + "\n")
  }
}
