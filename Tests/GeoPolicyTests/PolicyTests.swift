import GeoPolicy
import Testing

@Suite struct PolicyTests {
  @Test func standardIsAsTheRulesSay() throws {
    let standard = FencePolicy.standard
    #expect(standard.enterRadiusMeters == 80 && standard.exitRadiusMeters == 120)
    #expect(standard.maxAccuracyMeters == 30 && standard.acceptsZeroAccuracy)
    #expect(standard.missingAccuracyMeters == nil)
    #expect(standard.enterConfirmations == 1 && standard.exitConfirmations == 1)
    #expect(try FencePolicy() == standard)
  }

  @Test func enterRadiusAloneBringsTheExitRadius() throws {
    let policy = try FencePolicy(enterRadiusMeters: 40)
    #expect(policy.exitRadiusMeters == 60)
    #expect(try FencePolicy(exitRadiusMeters: 300).enterRadiusMeters == 80)
  }

  static let invalid: [(PolicyError, @Sendable () throws(PolicyError) -> FencePolicy)] = [
    (.enterRadius(0), { () throws(PolicyError) in try FencePolicy(enterRadiusMeters: 0) }),
    (.enterRadius(.infinity), { () throws(PolicyError) in try FencePolicy(enterRadiusMeters: .infinity) }),
    (.exitRadius(79, enter: 80), { () throws(PolicyError) in try FencePolicy(exitRadiusMeters: 79) }),
    (
      .exitRadius(.infinity, enter: 80), { () throws(PolicyError) in try FencePolicy(exitRadiusMeters: .infinity) }
    ),
    (.accuracy("maxAccuracy", -1), { () throws(PolicyError) in try FencePolicy(maxAccuracyMeters: -1) }),
    (.accuracy("maxAccuracy", .infinity), { () throws(PolicyError) in try FencePolicy(maxAccuracyMeters: .infinity) }),
    (.accuracy("missingAccuracy", -0.5), { () throws(PolicyError) in try FencePolicy(missingAccuracyMeters: -0.5) }),
    (.confirmations("enterConfirmations", 0), { () throws(PolicyError) in try FencePolicy(enterConfirmations: 0) }),
    (.confirmations("exitConfirmations", 101), { () throws(PolicyError) in try FencePolicy(exitConfirmations: 101) }),
  ]

  @Test(arguments: invalid.indices)
  func invalidPolicyIsATypedError(index: Int) {
    let (expected, make) = Self.invalid[index]
    #expect(throws: expected) { try make() }
    #expect("\(expected)".contains("must be"))
  }

  @Test func notANumberIsNoPolicy() {
    #expect(throws: PolicyError.self) { try FencePolicy(enterRadiusMeters: .nan) }
    #expect(throws: PolicyError.self) { try FencePolicy(exitRadiusMeters: .nan) }
    #expect(throws: PolicyError.self) { try FencePolicy(maxAccuracyMeters: .nan) }
    #expect(throws: PolicyError.self) { try FencePolicy(missingAccuracyMeters: .nan) }
  }

  @Test func limitsAreValid() throws {
    let policy = try FencePolicy(
      enterRadiusMeters: 1, exitRadiusMeters: 1, maxAccuracyMeters: 0, missingAccuracyMeters: 0,
      enterConfirmations: 100, exitConfirmations: 100)
    #expect(policy.enterConfirmations == FencePolicy.maximumConfirmations)
  }

  @Test func setHoldsUpToSixteen() throws {
    let fifteen = (1...15).map { (name: Identifier("p\($0)"), policy: FencePolicy.standard) }
    let set = try PolicySet(named: fifteen)
    #expect(set.policies.count == PolicySet.maximumCount)
    #expect(set.index(of: "default") == 0)
    #expect(set.index(of: "p15") == 15)
    #expect(set.index(of: "P15") == nil)
    #expect(throws: PolicyError.tooMany(17)) { try PolicySet(named: fifteen + [("p16", .standard)]) }
  }

  @Test func namesAreUnique() {
    #expect(throws: PolicyError.duplicateName("a")) { try PolicySet(named: [("a", .standard), ("a", .standard)]) }
    #expect(throws: PolicyError.duplicateName("default")) { try PolicySet(named: [("default", .standard)]) }
    // Names are bytes: composed and decomposed é are two.
    #expect(throws: Never.self) { try PolicySet(named: [("\u{E9}", .standard), ("e\u{301}", .standard)]) }
  }

  @Test func limitsOfTimeAreFiniteAndNotNegative() throws {
    #expect(try PolicySet(maxAgeSeconds: 0, maxFutureSeconds: 0).maxAgeSeconds == 0)
    #expect(throws: PolicyError.limit("maxAge", -1)) { try PolicySet(maxAgeSeconds: -1) }
    #expect(throws: PolicyError.limit("maxFuture", .infinity)) { try PolicySet(maxFutureSeconds: .infinity) }
    #expect(throws: PolicyError.self) { try PolicySet(maxAgeSeconds: .nan) }
    #expect(PolicySet.standard.maxAgeSeconds == nil && PolicySet.standard.maxFutureSeconds == nil)
  }
}
