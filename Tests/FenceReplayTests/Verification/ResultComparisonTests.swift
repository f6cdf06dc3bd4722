import FenceData
import Testing
import Workload

@testable import FenceReplay

struct ResultComparisonTests {
  static func event(_ seq: Int, fence: String = "f", event: String = "enter", distance: String = "1") -> String {
    let (from, to) = event == "enter" ? ("outside", "inside") : ("inside", "outside")
    return #"{"seq":\#(seq),"device":"d","time":\#(seq),"fence":"\#(fence)","event":"\#(event)","from":"\#(from)","#
      + #""to":"\#(to)","distance":\#(distance),"accuracy":5}"#
  }

  private func compare(_ expected: [String], _ found: [String], _ output: ReplayOutput = .events) -> [ResultDifference]
  {
    func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
    return ResultComparison(output: output, expected: bytes(expected), found: bytes(found)).differences
  }

  private func kinds(_ differences: [ResultDifference]) -> [String] {
    differences.map { "\($0.sequenceNumber ?? -1) \($0.kind.rawValue)" }
  }

  @Test func equalLinesAgree() {
    let lines = (0..<5).map { Self.event($0) }
    #expect(compare(lines, lines).isEmpty)
    #expect(compare([], []).isEmpty)
    let crlf = lines.map { $0 + "\r" } + ["", "  \r"]
    #expect(compare(crlf, lines).isEmpty)
  }

  /// One line more or less says nothing of those that follow.
  @Test(arguments: 0..<5) func oneLineLessIsOneDifference(index: Int) {
    let lines = (0..<5).map { Self.event($0) }
    var fewer = lines
    fewer.remove(at: index)
    #expect(kinds(compare(lines, fewer)) == ["\(index) missing"])
    #expect(kinds(compare(fewer, lines)) == ["\(index) unexpected"])
  }

  @Test(arguments: [
    ("100", "100.000001", true), ("100", "100.000002", true), ("100.000002", "100", true), ("100", "100.000003", false),
    ("100", "99.999997", false), ("20015086.796021", "20015086.796023", true),
    ("20015086.796021", "20015086.796024", false),
    ("null", "null", true), ("null", "0", false), ("100", "1e2", true),
  ])
  func distancesAgreeToTwoMicrometers(a: String, b: String, agree: Bool) {
    #expect(compare([Self.event(1, distance: a)], [Self.event(1, distance: b)]).isEmpty == agree)
  }

  @Test func otherNumbersAgreeExactly() {
    let a = Self.event(1).replacing("\"accuracy\":5", with: "\"accuracy\":5.0000001")
    #expect(
      compare([Self.event(1)], [a]).map(\.text) == [
        "seq 1, device d, fence f, enter: accuracy 5.0000001 m, expected 5 m"
      ])
    let later = Self.event(1).replacing("\"time\":1", with: "\"time\":2")
    #expect(compare([Self.event(1)], [later]).map(\.text) == ["seq 1, device d, fence f, enter: time 2, expected 1"])
    // Two that no Double can tell apart.
    #expect(kinds(compare([Self.event(9_007_199_254_740_993)], [Self.event(9_007_199_254_740_992)])).count == 2)
  }

  @Test func aChangedLineNamesWhatChanged() {
    let differences = compare([Self.event(3, distance: "80")], [Self.event(3, distance: "81.5")])
    #expect(differences.map(\.text) == ["seq 3, device d, fence f, enter: distance 81.5 m, expected 80 m"])
  }

  /// The least that has to move is told, not all that stands behind it.
  @Test func aLineThatMovedIsOneDifference() {
    let lines = (0..<6).map { Self.event(7, fence: "f\($0)") }
    let toTheEnd = Array(lines[1...]) + [lines[0]]
    let toTheFront = [lines[5]] + lines[..<5]
    for moved in [toTheEnd, toTheFront] {
      #expect(kinds(compare(lines, moved)) == ["7 misplaced"])
    }
  }

  @Test func repeatedNumbersAreMatchedInOrder() {
    let twice = [Self.event(1, distance: "10"), Self.event(1, distance: "20")]
    #expect(compare(twice, twice).isEmpty)
    #expect(kinds(compare(twice, [twice[0]])) == ["1 missing"])
    #expect(kinds(compare([twice[0]], twice)) == ["1 unexpected"])
  }

  @Test(arguments: [
    "nonsense", "{}", "[1]", "{\"seq\":1", String(repeating: "[", count: 100_000), "\u{0}", "null",
    event(1).replacing("\"device\"", with: "\"latitude\""), event(1).dropLast() + ",\"extra\":1}",
    event(1).replacing("\"distance\":1,\"accuracy\":5", with: "\"accuracy\":5,\"distance\":1"),
    event(1).replacing("\"accuracy\":5", with: "\"accuracy\":{\"latitude\":5}"),
  ])
  func whatIsNoLineIsToldByItsNumber(line: String) {
    let differences = compare(["", Self.event(0), line, Self.event(2)], [Self.event(0), Self.event(2)])
    #expect(differences.map(\.text) == ["line 3 of expected-events.ndjson is no line of events"])
  }

  @Test func linesOfOtherOutputsCompare() {
    let rejection = #"{"seq":3,"device":"d","time":3,"rejected":["stale"]}"#
    let both = #"{"seq":3,"device":"d","time":3,"rejected":["future","stale"]}"#
    #expect(
      compare([rejection], [both], .rejections).map(\.text) == [
        "seq 3, device d: rejected future, stale, expected stale"
      ])
    let malformed = #"{"line":3,"rejected":["malformed"]}"#
    let fence = #"{"line":3,"rejected":["fence"],"message":"m"}"#
    #expect(
      compare([fence, malformed], [fence.replacing("\"m\"", with: "\"other\""), malformed], .rejections).isEmpty)
    #expect(
      compare([malformed], [fence], .rejections).map(\.text) == [
        "line 3, malformed: missing", "line 3, fence: unexpected",
      ])
    let state = #"{"device":"d","authorization":"granted","determined":1,"inside":["shop"],"unknown":[]}"#
    let other = #"{"device":"d","authorization":"granted","determined":2,"inside":[],"unknown":"all"}"#
    #expect(
      compare([state], [other], .states).map(\.text) == [
        "device d: determined 2, expected 1; inside none, expected shop; unknown all, expected none"
      ])
    let decision =
      #"{"seq":3,"device":"d","time":3,"fence":"f","distance":1,"accuracy":5,"from":"inside","to":"inside"}"#
    let running = decision.dropLast() + ",\"run\":1}"
    #expect(
      compare([decision], [String(running)], .decisions).map(\.text) == [
        "seq 3, device d, fence f: run 1, expected none"
      ])
  }

  @Test func namesDoNothingToATerminal() {
    let text = compare([Self.event(1, fence: "a\\u001b[31m\\n")], []).map(\.text).joined()
    #expect(text.contains(#"fence a\u{1b}[31m\u{a}, enter: missing"#), "\(text)")
  }

  /// Against random edits: what was taken out is missing, what was put in is unexpected, what was altered is changed.
  @Test(arguments: 0..<50 as Range<UInt64>) func randomEditsAreFound(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var expected: [String] = []
    var found: [String] = []
    var told: [String] = []
    for seq in 0..<200 {
      let line = Self.event(seq, event: random.next() % 2 == 0 ? "enter" : "exit")
      switch random.next() % 20 {
      case 0:
        expected.append(line)
        told.append("\(seq) missing")
      case 1:
        found.append(line)
        told.append("\(seq) unexpected")
      case 2:
        expected.append(line)
        found.append(line.replacing("\"distance\":1", with: "\"distance\":2"))
        told.append("\(seq) changed")
      default:
        expected.append(line)
        found.append(line)
      }
    }
    #expect(kinds(compare(expected, found)) == told, "seed \(seed)")
  }

  @Test func aLongestRiseLeavesOutTheLeast() {
    #expect(longestRise(in: []).isEmpty)
    #expect(longestRise(in: [5, 1, 2, 3]) == [1, 2, 3])
    #expect(longestRise(in: [1, 2, 3, 0]) == [0, 1, 2])
    #expect(longestRise(in: [3, 2, 1]).count == 1)
  }
}
