import GeoPolicy
import Testing

@Suite struct FenceTests {
  static let center = Point(latitude: 40, longitude: -75)

  @Test func missingRadiiComeFromFenceThenPolicy() throws {
    let policies = try PolicySet(named: [("wide", try FencePolicy(enterRadiusMeters: 200, exitRadiusMeters: 500))])
    func radii(_ enter: Double?, _ exit: Double?, _ policy: Identifier) throws -> [Double] {
      let fence = try Fence(
        id: "f", center: Self.center, enterRadiusMeters: enter, exitRadiusMeters: exit, policy: policy, in: policies)
      return [fence.enterRadiusMeters, fence.exitRadiusMeters]
    }
    #expect(try radii(nil, nil, "default") == [80, 120])
    #expect(try radii(50, nil, "default") == [50, 75])
    #expect(try radii(nil, 300, "default") == [80, 300])
    #expect(try radii(50, 50, "default") == [50, 50])
    #expect(try radii(nil, nil, "wide") == [200, 500])
    #expect(try radii(300, nil, "wide") == [300, 450])
    #expect(try radii(nil, 201, "wide") == [200, 201])
    #expect(try radii(9e8, nil, "wide") == [9e8, 13.5e8])
  }

  @Test func knowsItsPolicy() throws {
    let policies = try PolicySet(named: [("a", .standard), ("b", .standard)])
    #expect(try Fence(id: "f", center: Self.center, in: policies).policyIndex == 0)
    #expect(try Fence(id: "f", center: Self.center, policy: "b", in: policies).policyIndex == 2)
  }

  @Test func errorsNameTheFence() {
    func error(
      id: Identifier = "f", _ center: Point = FenceTests.center, enter: Double? = nil, exit: Double? = nil,
      policy: Identifier = "default"
    ) -> FenceError? {
      do throws(FenceError) {
        _ = try Fence(id: id, center: center, enterRadiusMeters: enter, exitRadiusMeters: exit, policy: policy)
        return nil
      } catch {
        return error
      }
    }
    #expect(error(id: "") == .emptyID)
    #expect(error(Point(latitude: -100, longitude: 40)) == .center("f", .mends))
    #expect(error(Point(latitude: 100, longitude: 200)) == .center("f", .doesNotMend))
    #expect(error(Point(latitude: .nan, longitude: 40)) == .center("f", .doesNotMend))
    #expect(error(policy: "none") == .unknownPolicy("f", "none"))
    #expect(error(enter: 0) == .enterRadius("f", 0))
    #expect(error(enter: -1) == .enterRadius("f", -1))
    #expect(error(enter: .infinity) == .enterRadius("f", .infinity))
    #expect(error(enter: .nan) != nil)
    #expect(error(enter: 100, exit: 99) == .exitRadius("f", 99, enter: 100))
    #expect(error(exit: 79) == .exitRadius("f", 79, enter: 80))
    #expect(error(exit: .infinity) == .exitRadius("f", .infinity, enter: 80))
    #expect(error(exit: .nan) != nil)
    // 1.5 times the greatest number is no number any more.
    #expect(error(enter: .greatestFiniteMagnitude) != nil)
    #expect(error(enter: .leastNonzeroMagnitude) == nil)
  }

  @Test func errorsSayWhatWouldMendAndHoldNoPlace() {
    let errors: [FenceError] = [
      .center("shop", .mends), .center("shop", .doesNotMend), .unknownPolicy("shop", "x"), .enterRadius("shop", -1),
      .exitRadius("shop", 1, enter: 2), .duplicateID("shop"), .unknownID("shop"),
    ]
    for error in errors { #expect("\(error)".contains("\"shop\"")) }
    #expect("\(FenceError.center("shop", .mends))".contains("exchanging"))
  }
}
