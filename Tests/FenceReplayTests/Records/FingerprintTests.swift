import FenceData
import FenceReplay
import GeoPolicy
import Testing

/// What changes a fingerprint, and what does not.
struct FingerprintTests {
  private func policies(_ text: String) throws -> PolicySet {
    try Array(text.utf8).withUnsafeBytes { try readPolicies($0) }
  }

  private func policy(_ text: String) throws -> Fingerprint { Fingerprint(try policies(text)) }

  static let defaults = """
    {"maxAge": null, "maxFuture": null, "policies": {"default": {"enterRadius": 80, "exitRadius": 120, "maxAccuracy": 30,
     "acceptZeroAccuracy": true, "missingAccuracy": null, "enterConfirmations": 1, "exitConfirmations": 1}}}
    """

  @Test(arguments: [
    ("{}", defaults), ("{}", #"{"policies":{}}"#), ("{}", #"{"policies":{"default":{}}}"#),
    ("{}", #"{"policies":{"default":{"exitRadius":1.2e2}}}"#),
    ("{}", #"{"policies":{"default":{"enterRadius":80.0}}}"#),
    // An enter radius alone brings 1.5 times itself.
    (#"{"policies":{"default":{"enterRadius":60}}}"#, #"{"policies":{"default":{"exitRadius":90,"enterRadius":60}}}"#),
    (#"{"maxAge":5,"maxFuture":6}"#, #"{"maxFuture":6,  "maxAge":5.0}"#),
    (#"{"policies":{"a":{},"b":{"maxAccuracy":9}}}"#, #"{"policies":{"b":{"maxAccuracy":9},"a":{"maxAccuracy":30}}}"#),
    (#"{"policies":{"default":{"maxAccuracy":0}}}"#, #"{"policies":{"default":{"maxAccuracy":-0.0}}}"#),
    (#"{"policies":{"b":{}}}"#, #"{"policies":{"\u0062":{}}}"#),
  ])
  func theSamePolicyInOtherWordsIsTheSame(a: String, b: String) throws { #expect(try policy(a) == policy(b)) }

  static let changed = [
    #"{"maxAge":900}"#, #"{"maxFuture":900}"#, #"{"maxAge":0}"#, #"{"policies":{"default":{"enterRadius":79}}}"#,
    #"{"policies":{"default":{"enterRadius":80}}}"#.replacing("80", with: "80.000001"),
    #"{"policies":{"default":{"exitRadius":121}}}"#, #"{"policies":{"default":{"maxAccuracy":31}}}"#,
    #"{"policies":{"default":{"acceptZeroAccuracy":false}}}"#, #"{"policies":{"default":{"missingAccuracy":0}}}"#,
    #"{"policies":{"default":{"missingAccuracy":30}}}"#, #"{"policies":{"default":{"enterConfirmations":2}}}"#,
    #"{"policies":{"default":{"exitConfirmations":2}}}"#, #"{"policies":{"other":{}}}"#, #"{"policies":{"other2":{}}}"#,
    #"{"policies":{"\u0065\u0301":{}}}"#, #"{"policies":{"\u00e9":{}}}"#,
  ]

  /// Each of these is another policy than the default, and than all others here.
  @Test func everyValueCounts() throws {
    let fingerprints = try (["{}"] + Self.changed).map(policy)
    #expect(Set(fingerprints).count == Self.changed.count + 1)
  }

  /// The effective form is itself a policy file, with nothing left out.
  @Test(
    arguments: changed + [
      "{}", #"{"policies":{"z":{},"a\"\\b\n":{"enterRadius":0.1,"missingAccuracy":12.5}}}"#,
    ]) func theEffectiveFormReadsBack(text: String) throws
  {
    let original = try policies(text)
    let record = FolderProbe.entry(policies: original)
    let readBack = try #require(try ReviewRecord.read(record.document).entries.first?.subject.policies)
    #expect(Fingerprint(readBack) == Fingerprint(original))
    #expect(Set(readBack.names) == Set(original.names))
    for (name, policy) in zip(original.names, original.policies) {
      #expect(readBack.index(of: name).map { readBack.policies[$0] } == policy)
    }
  }

  private func fences(_ text: String, _ policyText: String = #"{"policies":{"counter":{}}}"#) throws -> Fingerprint {
    let policies = try policies(policyText)
    let file = try Array(text.utf8).withUnsafeBytes { try readFences($0, policies: policies) }
    return Fingerprint(file.fences, policies: policies)
  }

  static let plain = "id,latitude,longitude\na,1,2\nb,3,4\n"

  @Test(arguments: [
    "name,longitude,latitude,id,enter_m,exit_m\nx,2,1,a,80,120\ny,4.0,3,b,,\n",
    "id,latitude,longitude,policy\na,1,2,default\nb,3,4,\n", "id,latitude,longitude\r\na,1,2\r\nbad\r\nb,3,4",
    #"{"id":"a","latitude":1,"longitude":2}"# + "\n" + #"{"id":"b","latitude":3,"longitude":4,"radius":80}"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2,1]},"#
      + #""properties":{}},{"type":"Feature","geometry":{"type":"Point","coordinates":[4,3]},"properties":{"id":"b"}}]}"#,
  ])
  func theSameFencesInOtherFormsAreTheSame(text: String) throws { #expect(try fences(text) == fences(Self.plain)) }

  @Test func everythingOfAFenceCounts() throws {
    let header = "id,latitude,longitude,enter_m,exit_m,policy\n"
    let variants = [
      "a,1,2,80,120,\nb,3,4,80,120,\n", "b,3,4,80,120,\na,1,2,80,120,\n", "a,1,2,80,120,\n",
      "c,1,2,80,120,\nb,3,4,80,120,\n",
      "a,1.0000001,2,80,120,\nb,3,4,80,120,\n", "a,1,2.0000001,80,120,\nb,3,4,80,120,\n",
      "a,1,2,81,120,\nb,3,4,80,120,\n",
      "a,1,2,80,121,\nb,3,4,80,120,\n", "a,1,2,80,120,counter\nb,3,4,80,120,\n", "\"a,1\",2,80,80,120,\n",
    ]
    #expect(try Set(variants.map { try fences(header + $0) }).count == variants.count)
  }

  /// A policy's radius is in effect where a fence gives none.
  @Test func thePolicyRadiusReachesTheFences() throws {
    let wide = #"{"policies":{"default":{"enterRadius":90},"counter":{}}}"#
    #expect(try fences(Self.plain, wide) != fences(Self.plain))
    let own = "id,latitude,longitude,enter_m,exit_m\na,1,2,80,120\nb,3,4,80,120\n"
    #expect(try fences(own, wide) == fences(Self.plain))
  }
}
