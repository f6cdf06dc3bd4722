/// How much a finding matters.
public enum FindingSeverity: String, Sendable, Hashable, CaseIterable {
  /// Something is wrong: the row is lost, or the fence is surely not where it should be.
  case error
  /// Something will most likely hurt in use.
  case warning
  /// Something to know; it may well be meant.
  case note
}

/// What can be found about the fences of a file, in the order in which it is reported. The raw value names it in files.
public enum FindingKind: String, Sendable, Hashable, CaseIterable {
  /// The row gives no fence.
  case unreadableRow
  /// The row's id is taken by a row before it.
  case duplicateID
  /// Latitude and longitude stand in each other's place: out of range, and exchanging them would mend it.
  case swappedCoordinates
  /// The center is no place.
  case invalidCenter
  /// A radius is no number, not positive, or the exit radius is less than the enter radius.
  case invalidRadius
  /// The row names a policy that does not exist.
  case unknownPolicy
  /// The center is at latitude 0, longitude 0, where values go that were never filled in.
  case zeroCoordinates
  /// Far from all other fences, and among them with latitude and longitude exchanged.
  case suspectedSwap
  /// The same center, radii and policy as another fence.
  case duplicateFence
  /// The exit radius reaches around the globe: no place is far enough to leave.
  case neverLeft
  /// The band between the radii is narrower than twice the coarsest accuracy of the policy (rule R2).
  case narrowBand
  /// The enter radius is smaller than the coarsest accuracy of the policy.
  case smallRadius
  /// A device can cross the enter circle between two reports.
  case crossedUnseen
  /// The same center as another fence, with other radii or another policy.
  case sharedCenter
  /// Another fence's center within a few meters: perhaps one place, written twice.
  case nearbyCenter
  /// The whole exit circle lies within another fence's enter circle.
  case swallowed
  /// The center lies within the enter circles of many fences.
  case heavyOverlap

  /// How much it matters.
  public var severity: FindingSeverity {
    switch self {
    case .unreadableRow, .duplicateID, .swappedCoordinates, .invalidCenter, .invalidRadius, .unknownPolicy,
      .zeroCoordinates:
      .error
    case .suspectedSwap, .duplicateFence, .neverLeft, .narrowBand, .smallRadius, .crossedUnseen: .warning
    case .sharedCenter, .nearbyCenter, .swallowed, .heavyOverlap: .note
    }
  }

  /// What was found, in a clause that follows the number of fences or rows.
  public var summary: String {
    switch self {
    case .unreadableRow: "rows that give no fence; they are skipped"
    case .duplicateID: "rows whose id is taken; the first of each stands, these are skipped"
    case .swappedCoordinates: "rows with latitude and longitude exchanged; they are skipped"
    case .invalidCenter: "rows whose center is no place; they are skipped"
    case .invalidRadius: "rows with an unusable radius; they are skipped"
    case .unknownPolicy: "rows that name an unknown policy; they are skipped"
    case .zeroCoordinates: "fences at latitude 0, longitude 0, where values go that were never filled in"
    case .suspectedSwap: "fences far from all others that would be among them with latitude and longitude exchanged"
    case .duplicateFence: "fences with the center, radii and policy of another: every visit is told once for each"
    case .neverLeft: "fences whose exit radius reaches around the globe: once entered they are never left"
    case .narrowBand: "fences with exit - enter < 2 x maxAccuracy, where noise alone can enter and exit"
    case .smallRadius:
      "fences with enter radius < maxAccuracy: a sample that is good enough cannot tell inside from outside"
    case .crossedUnseen: "fences that a device can cross between its reports"
    case .sharedCenter: "fences with the center of another, but other radii or another policy"
    case .nearbyCenter: "fences with another center within a few meters: perhaps one place, written twice"
    case .swallowed: "fences whose exit circle lies within another's enter circle: who is there is always at both"
    case .heavyOverlap: "fences whose center lies within the enter circles of many: one sample enters all of them"
    }
  }

  /// What mends it.
  public var mend: String {
    switch self {
    case .unreadableRow, .invalidCenter, .invalidRadius: "mend the row as its message says"
    case .duplicateID: "give every fence an id of its own, or remove the repetition"
    case .swappedCoordinates: "exchange latitude and longitude; GeoJSON has the longitude first"
    case .unknownPolicy: "add the policy to the file of --policy, or correct its name"
    case .zeroCoordinates: "find the place, or remove the fence"
    case .suspectedSwap: "look at them on a map, and exchange latitude and longitude where that is right"
    case .duplicateFence: "keep one of them, or tell them apart by their places"
    case .neverLeft: "give meters, and less than half the globe's circumference, 20 015 086 m"
    case .narrowBand: "raise the exit radius, lower maxAccuracy, or ask for confirmations"
    case .smallRadius: "raise the enter radius, or lower the policy's maxAccuracy"
    case .crossedUnseen: "report more often, raise the enter radius, or do not count on visits that pass through"
    case .sharedCenter: "nothing, if rings around one place are meant"
    case .nearbyCenter: "remove one of the two, if they are one place"
    case .swallowed: "nothing, if a place within a place is meant; else mend the larger radius"
    case .heavyOverlap: "smaller radii, where a device is meant to be at one place at a time"
    }
  }
}

/// A set of kinds of findings, such as those of one fence.
struct FindingKinds: OptionSet {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ kind: FindingKind) {
    rawValue = 1 << UInt32(FindingKind.allCases.firstIndex(of: kind) ?? 0)
  }
}
