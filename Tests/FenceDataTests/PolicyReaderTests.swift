import FenceData
import GeoPolicy
import Testing

@Suite struct PolicyReaderTests {
  @Test(arguments: [
    "{}", "\u{FEFF} {}\r\n", "{\"policies\":{}}", "{\"policies\":{\"default\":{}}}",
    """
    {"maxAge": null, "maxFuture": null, "policies": {"default": {"enterRadius": 80, "exitRadius": 120,
    "maxAccuracy": 30, "acceptZeroAccuracy": true, "missingAccuracy": null, "enterConfirmations": 1,
    "exitConfirmations": 1}}}
    """,
  ])
  func whatIsLeftOutIsStandard(text: String) throws {
    #expect(try policies(text) == .standard)
  }

  @Test func readsEveryKey() throws {
    let set = try policies(
      """
      {"policies": {"mall": {"enterRadius": 2e2, "maxAccuracy": 65, "acceptZeroAccuracy": false},
        "default": {"exitRadius": 100, "missingAccuracy": 5, "enterConfirmations": 2.0, "exitConfirmations": 3}},
       "maxFuture": 0, "maxAge": 60.5}
      """)
    #expect(set.names == ["default", "mall"])
    #expect(set.maxAgeSeconds == 60.5 && set.maxFutureSeconds == 0)
    let standard = try FencePolicy(
      exitRadiusMeters: 100, missingAccuracyMeters: 5, enterConfirmations: 2, exitConfirmations: 3)
    let mall = try FencePolicy(enterRadiusMeters: 200, maxAccuracyMeters: 65, acceptsZeroAccuracy: false)
    #expect(set.policies == [standard, mall])
  }

  @Test(arguments: [
    ("", "empty"), ("[]", "object"), ("{", "ends"), ("{}x", "broken"), ("{\"a\":1}", "unknown key \"a\""),
    ("{\"maxage\":1}", "did you mean \"maxAge\""), ("{\"maxAges\":1}", "did you mean \"maxAge\""),
    ("{\"policy\":{}}", "did you mean \"policies\""), ("{\"enterRadius\":80}", "belongs into a policy"),
    ("{\"policies\":{\"mall\":{\"maxAge\":1}}}", "beside \"policies\""),
    (
      "{\"policies\":{\"mall\":{\"exitradius\":1}}}",
      "policy \"mall\": unknown key \"exitradius\"; did you mean \"exitRadius\""
    ),
    ("{\"policies\":{\"mall\":{\"zzz\":1}}}", "known are enterRadius"), ("{\"policies\":[]}", "object"),
    ("{\"policies\":{\"mall\":5}}", "policy \"mall\" must be"), ("{\"policies\":{\"\":{}}}", "name"),
    ("{\"policies\":{\"a\":{},\"a\":{}}}", "twice"), ("{\"maxAge\":1,\"maxAge\":1}", "twice"),
    ("{\"maxAge\":\"60\"}", "\"maxAge\" must be a number or null"), ("{\"maxAge\":-1}", "maxAge"),
    ("{\"maxAge\":1e999}", "maxAge"), ("{\"maxAge\":true}", "number"), ("{\"maxFuture\":[]}", "number"),
    ("{\"policies\":{\"default\":{\"enterRadius\":null}}}", "\"enterRadius\" must be a number"),
    ("{\"policies\":{\"default\":{\"enterRadius\":\"80\"}}}", "\"enterRadius\" must be a number"),
    ("{\"policies\":{\"default\":{\"enterRadius\":-1}}}", "policy \"default\": enterRadius"),
    ("{\"policies\":{\"default\":{\"exitRadius\":10}}}", "exitRadius"),
    ("{\"policies\":{\"default\":{\"acceptZeroAccuracy\":1}}}", "true or false"),
    ("{\"policies\":{\"default\":{\"acceptZeroAccuracy\":null}}}", "true or false"),
    ("{\"policies\":{\"default\":{\"enterConfirmations\":1.5}}}", "whole number"),
    ("{\"policies\":{\"default\":{\"enterConfirmations\":0}}}", "whole number"),
    ("{\"policies\":{\"default\":{\"exitConfirmations\":1e99}}}", "whole number"),
    ("{\"policies\":{\"default\":{\"missingAccuracy\":-1}}}", "missingAccuracy"),
    ("{\"maxAge\":01}", "leading zeros"), ("{\"maxAge\":nan}", "JSON"),
  ])
  func errorsNameTheKey(text: String, words: String) throws {
    let failure = try #require(unusable { try policies(text) })
    #expect(failure.message.contains(words), "\(failure)")
    #expect(!failure.description.contains("\n"))
  }

  @Test func errorsNameTheLine() throws {
    let failure = try #require(unusable { try policies("{\n\"policies\": {\r\n\"a\": {},\n\"b\": {\"x\": 1}}}") })
    #expect(failure.line == 4)
    #expect(failure.description.hasPrefix("line 4: "))
  }

  @Test func sixteenPoliciesAtMost() throws {
    func text(_ count: Int) -> String {
      "{\"policies\":{" + (0..<count).map { "\"p\($0)\":{}" }.joined(separator: ",") + "}}"
    }
    #expect(try policies(text(15)).names.count == 16)
    #expect(unusable { try policies(text(16)) }?.message.contains("at most 16") == true)
  }

  @Test func depthIsBounded() {
    #expect(unusable { try policies("{\"maxAge\":" + String(repeating: "[", count: 1_000_000)) } != nil)
  }
}
