/// A circular fence: a center, a radius to enter and a radius to leave (rule R2).
public struct Fence: Hashable, Sendable {
  /// The unique, non-empty name.
  public let id: Identifier
  /// The middle of both circles.
  public let center: Point
  /// Metres at or within which a device is inside.
  public let enterRadiusMeters: Double
  /// Metres at or beyond which a device is outside; at least the enter radius.
  public let exitRadiusMeters: Double
  /// The index of the fence's policy in the set that it was made for.
  public let policyIndex: Int

  /// A fence whose missing radii come from its policy in `policies`.
  ///
  /// The exit radius is the fence's own; else, with an enter radius of its own, 1.5 times that; else its policy's. Radii
  /// beyond half the circumference, 20 015 087 m, hold the whole globe.
  ///
  /// - Throws: ``FenceError``, which names the fence.
  public init(
    id: Identifier, center: Point, enterRadiusMeters: Double? = nil, exitRadiusMeters: Double? = nil,
    policy name: Identifier = PolicySet.defaultName, in policies: PolicySet = .standard
  ) throws(FenceError) {
    guard !id.text.isEmpty else { throw .emptyID }
    guard center.valid else { throw .center(id, FenceError.Swap(center)) }
    guard let index = policies.index(of: name) else { throw .unknownPolicy(id, name) }
    let policy = policies.policies[index]
    let enter = enterRadiusMeters ?? policy.enterRadiusMeters
    let exit = exitRadiusMeters ?? enterRadiusMeters.map { 1.5 * $0 } ?? policy.exitRadiusMeters
    guard enter > 0, enter.isFinite else { throw .enterRadius(id, enter) }
    guard exit >= enter, exit.isFinite else { throw .exitRadius(id, exit, enter: enter) }
    self.id = id
    self.center = center
    self.enterRadiusMeters = enter
    self.exitRadiusMeters = exit
    policyIndex = index
  }
}

/// What is wrong with a fence, or with a change to the fences. Never contains coordinates.
public enum FenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether exchanging latitude and longitude would give a valid center.
  @frozen public enum Swap: Hashable, Sendable {
    /// Exchanged, the numbers would be valid: very likely they were given in the wrong order.
    case mends
    /// Exchanging them does not help.
    case doesNotMend

    init(_ point: Point) {
      self = Point(latitude: point.longitude, longitude: point.latitude).valid ? .mends : .doesNotMend
    }
  }

  /// A fence without a name.
  case emptyID
  /// A center that is not finite or out of range.
  case center(Identifier, Swap)
  /// A policy that the set does not have.
  case unknownPolicy(Identifier, Identifier)
  /// An enter radius that is not finite and above 0.
  case enterRadius(Identifier, Double)
  /// An exit radius that is not finite or lies below the enter radius.
  case exitRadius(Identifier, Double, enter: Double)
  /// A fence of this name exists already.
  case duplicateID(Identifier)
  /// No fence of this name exists.
  case unknownID(Identifier)

  /// One sentence that names the fence, what is wrong, and what would mend it.
  public var description: String {
    switch self {
    case .emptyID: "a fence needs an id"
    case .center(let id, .mends):
      "fence \"\(id)\": latitude out of ±90; exchanging latitude and longitude would mend it"
    case .center(let id, .doesNotMend):
      "fence \"\(id)\": latitude must be a number within ±90 and longitude within ±180"
    case .unknownPolicy(let id, let name): "fence \"\(id)\": no policy \"\(name)\"; add it to the policies"
    case .enterRadius(let id, let value) where value.isNaN:
      "fence \"\(id)\": enter radius is no number; give meters as in 80 or 82.5"
    case .exitRadius(let id, let value, _) where value.isNaN:
      "fence \"\(id)\": exit radius is no number; give meters as in 120 or 122.5"
    case .enterRadius(let id, let value): "fence \"\(id)\": enter radius \(value) must be finite and above 0"
    case .exitRadius(let id, let value, let enter):
      "fence \"\(id)\": exit radius \(value) must be finite and at least the enter radius \(enter)"
    case .duplicateID(let id): "fence \"\(id)\": a fence of this id exists already"
    case .unknownID(let id): "fence \"\(id)\": no fence of this id exists"
    }
  }
}
