import GeoPolicy
import Testing

@Suite struct AdmissionTests {
  /// What rule R3 says of place and time, with a last accepted sample at (10, 20) at the time 100.
  private func reasons(
    time: Double = 101, latitude: Double = 10, longitude: Double = 20, received: Double = .nan, hasLast: Bool = true,
    maxAge: Double? = nil, maxFuture: Double? = nil
  ) -> RejectionReasons {
    Admission.placeAndTimeReasons(
      time: time, latitude: latitude, longitude: longitude, received: received,
      last: hasLast ? LastAccepted(time: 100, latitude: 10, longitude: 20) : nil, maxAgeSeconds: maxAge,
      maxFutureSeconds: maxFuture)
  }

  @Test func goodSampleHasNoReason() {
    #expect(reasons() == [])
    #expect(reasons(time: -1e9, hasLast: false) == [])
    #expect(reasons(latitude: -90, longitude: 180) == [])
  }

  @Test(arguments: [90.000_1, -91, Double.nan, Double.infinity, -Double.infinity, 1e300])
  func badCoordinate(value: Double) {
    #expect(reasons(latitude: value) == .coordinates)
    #expect(reasons(longitude: value == 90.000_1 || value == -91 ? 2 * value : value) == .coordinates)
  }

  @Test(arguments: [Double.nan, Double.infinity, -Double.infinity])
  func badTimeIsTheOnlyReasonOfTime(time: Double) {
    #expect(reasons(time: time, received: 1e9, maxAge: 1, maxFuture: 1) == .timeInvalid)
  }

  @Test func order() {
    #expect(reasons(time: 99.999) == .outOfOrder)
    #expect(reasons(time: 100, latitude: 10.000_000_1) == [])
    #expect(reasons(time: 100) == .duplicate)
    #expect(reasons(time: 99) == .outOfOrder)
    #expect(reasons(time: 100, hasLast: false) == [])
  }

  @Test func duplicatesAreEqualAsNumbers() {
    let last = LastAccepted(time: 0, latitude: 0, longitude: 0)
    let found = Admission.placeAndTimeReasons(
      time: -0.0, latitude: -0.0, longitude: -0.0, received: .nan, last: last, maxAgeSeconds: nil,
      maxFutureSeconds: nil)
    #expect(found == .duplicate)
    // ±180° is one meridian but two numbers.
    let seam = LastAccepted(time: 0, latitude: 0, longitude: 180)
    let other = Admission.placeAndTimeReasons(
      time: 0, latitude: 0, longitude: -180, received: .nan, last: seam, maxAgeSeconds: nil, maxFutureSeconds: nil)
    #expect(other == [])
  }

  @Test func age() {
    #expect(reasons(time: 200, received: 260, maxAge: 60) == [])
    #expect(reasons(time: 200, received: 260.001, maxAge: 60) == .stale)
    #expect(reasons(time: 200, received: 1e9) == [])
    #expect(reasons(time: 200, received: .nan, maxAge: 60, maxFuture: 0) == [])
    #expect(reasons(time: 200, received: .infinity, maxAge: 60) == [])
  }

  @Test func future() {
    #expect(reasons(time: 205, received: 200, maxFuture: 5) == [])
    #expect(reasons(time: 205.001, received: 200, maxFuture: 5) == .future)
    #expect(reasons(time: 1e9, received: 200) == [])
    #expect(reasons(time: 200.5, received: 200, maxFuture: 0) == .future)
  }

  @Test func reasonsAreASet() {
    let found = reasons(time: 50, latitude: 95, received: 500, maxAge: 60)
    #expect(found == [.coordinates, .outOfOrder, .stale])
    #expect(reasons(time: 100, received: 10, maxFuture: 5) == [.duplicate, .future])
  }

  @Test func namesAreSorted() {
    let names = RejectionReasons.named.map(\.name)
    #expect(names == names.sorted())
    #expect(Set(names).count == 11)
    let all = RejectionReasons.named.reduce(RejectionReasons()) { $0.union($1.reason) }
    #expect(all.names == names)
    #expect(
      RejectionReasons([.stale, .accuracyMissing, .unauthorized]).names == [
        "accuracyMissing", "stale", "unauthorized",
      ])
    #expect(RejectionReasons([]).names == [])
    for (index, named) in RejectionReasons.named.enumerated() { #expect(named.reason.rawValue == 1 << index) }
  }
}

@Suite struct AccuracyAdmissionTests {
  @Test(
    arguments: [
      (5, []), (30, []), (30.01, .accuracyTooCoarse), (1e300, .accuracyTooCoarse), (0, []), (-0.0, []),
      (5e-300, []), (-1, .accuracyInvalid), (-5e-300, .accuracyInvalid), (.nan, .accuracyInvalid),
      (.infinity, .accuracyInvalid), (-.infinity, .accuracyInvalid), (SampleColumns.absent, .accuracyMissing),
    ] as [(Double, RejectionReasons)])
  func standardPolicy(accuracy: Double, expected: RejectionReasons) {
    #expect(Admission.accuracyReason(accuracy, under: .standard) == expected)
  }

  @Test func zeroIsAMatterOfThePolicy() throws {
    let policy = try FencePolicy(acceptsZeroAccuracy: false)
    #expect(Admission.accuracyReason(0, under: policy) == .accuracyZero)
    #expect(Admission.accuracyReason(-0.0, under: policy) == .accuracyZero)
    #expect(Admission.accuracyReason(.leastNonzeroMagnitude, under: policy) == [])
    // A limit of zero passes zero alone, and nothing where zero is refused.
    let strict = try FencePolicy(maxAccuracyMeters: 0)
    #expect(Admission.accuracyReason(0, under: strict) == [])
    #expect(Admission.accuracyReason(0.1, under: strict) == .accuracyTooCoarse)
  }

  @Test func assumedAccuracyIsJudgedLikeAGivenOne() throws {
    let policy = try FencePolicy(missingAccuracyMeters: 10)
    #expect(Admission.accuracyReason(SampleColumns.absent, under: policy) == [])
    #expect(Admission.assumedAccuracy(SampleColumns.absent, under: policy) == 10)
    #expect(Admission.assumedAccuracy(7, under: policy) == 7)
    // What cannot be read is not missing.
    #expect(Admission.accuracyReason(.nan, under: policy) == .accuracyInvalid)
    let coarse = try FencePolicy(missingAccuracyMeters: 50)
    #expect(Admission.accuracyReason(SampleColumns.absent, under: coarse) == .accuracyTooCoarse)
    let zero = try FencePolicy(acceptsZeroAccuracy: false, missingAccuracyMeters: 0)
    #expect(Admission.accuracyReason(SampleColumns.absent, under: zero) == .accuracyZero)
    #expect(SampleColumns.isAbsent(Admission.assumedAccuracy(SampleColumns.absent, under: .standard)))
  }

  @Test func absentIsANaNOfItsOwn() {
    #expect(SampleColumns.absent.isNaN)
    #expect(SampleColumns.isAbsent(SampleColumns.absent))
    #expect(!SampleColumns.isAbsent(.nan) && !SampleColumns.isAbsent(-.nan) && !SampleColumns.isAbsent(.signalingNaN))
    #expect(!SampleColumns.isAbsent(0))
  }
}
