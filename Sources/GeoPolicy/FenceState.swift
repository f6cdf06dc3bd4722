/// What is known of one device at one fence.
///
/// `unknown` is not `outside`: a device whose first good sample lies in the band between the radii was never seen on
/// either side.
@frozen public enum FenceState: UInt8, Hashable, Sendable, CaseIterable {
  /// No good sample has decided yet.
  case unknown
  /// Last decided at or beyond the exit radius.
  case outside
  /// Last decided at or within the enter radius.
  case inside
}

extension FenceState: CustomStringConvertible {
  /// The word that files and messages use: `unknown`, `outside` or `inside`.
  public var description: String {
    switch self {
    case .unknown: "unknown"
    case .outside: "outside"
    case .inside: "inside"
    }
  }
}
