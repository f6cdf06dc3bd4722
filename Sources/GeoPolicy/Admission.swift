/// Why a sample was refused: a set, for every check runs whatever the others said (rule R3).
@frozen public struct RejectionReasons: OptionSet, Hashable, Sendable {
  /// One bit per reason, in alphabetical order of their names.
  public let rawValue: UInt16

  /// The reasons of these bits.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// An accuracy that is unreadable, not finite or negative.
  public static let accuracyInvalid = RejectionReasons(rawValue: 1 << 0)
  /// No accuracy, and the policy assumes none.
  public static let accuracyMissing = RejectionReasons(rawValue: 1 << 1)
  /// An accuracy above the policy's limit.
  public static let accuracyTooCoarse = RejectionReasons(rawValue: 1 << 2)
  /// An accuracy of exactly 0 under a policy that refuses it.
  public static let accuracyZero = RejectionReasons(rawValue: 1 << 3)
  /// Coordinates that are absent, unreadable, not finite or out of range.
  public static let coordinates = RejectionReasons(rawValue: 1 << 4)
  /// Time and place equal to those of the device's last accepted sample.
  public static let duplicate = RejectionReasons(rawValue: 1 << 5)
  /// A time too far after the receipt.
  public static let future = RejectionReasons(rawValue: 1 << 6)
  /// A time before that of the device's last accepted sample.
  public static let outOfOrder = RejectionReasons(rawValue: 1 << 7)
  /// A time too long before the receipt.
  public static let stale = RejectionReasons(rawValue: 1 << 8)
  /// A time that is absent, unreadable or not finite.
  public static let timeInvalid = RejectionReasons(rawValue: 1 << 9)
  /// The device's authorization is revoked.
  public static let unauthorized = RejectionReasons(rawValue: 1 << 10)

  /// Every reason with its name, in alphabetical order.
  public static let named: [(reason: RejectionReasons, name: String)] = [
    (.accuracyInvalid, "accuracyInvalid"), (.accuracyMissing, "accuracyMissing"),
    (.accuracyTooCoarse, "accuracyTooCoarse"), (.accuracyZero, "accuracyZero"), (.coordinates, "coordinates"),
    (.duplicate, "duplicate"), (.future, "future"), (.outOfOrder, "outOfOrder"), (.stale, "stale"),
    (.timeInvalid, "timeInvalid"), (.unauthorized, "unauthorized"),
  ]

  /// The names of the reasons in the set, in alphabetical order.
  public var names: [String] { Self.named.compactMap { contains($0.reason) ? $0.name : nil } }
}

/// The time and place of the last sample that was accepted for a device.
@frozen public struct LastAccepted: Hashable, Sendable {
  /// Unix seconds.
  public var time: Double
  /// Degrees.
  public var latitude: Double
  /// Degrees.
  public var longitude: Double

  /// The time and place of an accepted sample.
  @inlinable public init(time: Double, latitude: Double, longitude: Double) {
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Is a sample usable? Every check of rule R3, each a pure function; `unauthorized` is the caller's to add.
public enum Admission {
  /// What coordinates, time and order say of a sample, for all policies alike.
  ///
  /// - Parameters:
  ///   - time: Unix seconds; not finite where the sample has none that can be read.
  ///   - received: When the sample arrived, Unix seconds; not finite where unknown, and then age is not judged.
  ///   - last: The device's last accepted sample, or `nil` where it has none.
  @inlinable public static func placeAndTimeReasons(
    time: Double, latitude: Double, longitude: Double, received: Double, last: LastAccepted?, maxAgeSeconds: Double?,
    maxFutureSeconds: Double?
  ) -> RejectionReasons {
    var reasons: RejectionReasons = []
    if !(latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180) {
      reasons.insert(.coordinates)
    }
    guard time.isFinite else { return reasons.union(.timeInvalid) }
    if let last {
      if time < last.time { reasons.insert(.outOfOrder) }
      if time == last.time && latitude == last.latitude && longitude == last.longitude {
        reasons.insert(.duplicate)
      }
    }
    if received.isFinite {
      if let maxAgeSeconds, received - time > maxAgeSeconds { reasons.insert(.stale) }
      if let maxFutureSeconds, time - received > maxFutureSeconds { reasons.insert(.future) }
    }
    return reasons
  }

  /// What the accuracy says of a sample under one policy: one reason, or none where it passes.
  ///
  /// - Parameter accuracy: Metres; ``SampleColumns/absent`` where the sample has none, any other NaN where it cannot be
  ///   read.
  @inlinable public static func accuracyReason(_ accuracy: Double, under policy: FencePolicy) -> RejectionReasons {
    let judged = assumedAccuracy(accuracy, under: policy)
    if judged > 0 && judged <= policy.maxAccuracyMeters { return [] }
    if SampleColumns.isAbsent(judged) { return .accuracyMissing }
    guard judged >= 0, judged.isFinite else { return .accuracyInvalid }
    if judged == 0 { return policy.acceptsZeroAccuracy ? [] : .accuracyZero }
    return .accuracyTooCoarse
  }

  /// The accuracy that is judged and reported: the sample's own or, where it has none, what the policy assumes;
  /// ``SampleColumns/absent`` where both are missing.
  @inlinable public static func assumedAccuracy(_ accuracy: Double, under policy: FencePolicy) -> Double {
    guard SampleColumns.isAbsent(accuracy), let assumed = policy.missingAccuracyMeters else { return accuracy }
    return assumed
  }
}
