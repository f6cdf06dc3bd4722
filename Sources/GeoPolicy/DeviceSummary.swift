/// All states of one device at one moment, shortened by what most fences are: outside.
public struct DeviceSummary: Hashable, Sendable {
  /// Whether the device may be judged; where it may not, its states are unknown and it is shown as unavailable.
  public var isAuthorized: Bool
  /// The number of fences at which the device is no longer unknown.
  public var determinedCount: Int
  /// The fences that the device is inside, in fence order.
  public var inside: [FenceHandle]
  /// The fences at which the device is unknown, in fence order; `nil` says all of them, where none is determined.
  public var unknown: [FenceHandle]?

  /// A summary of these values.
  public init(isAuthorized: Bool, determinedCount: Int, inside: [FenceHandle], unknown: [FenceHandle]?) {
    self.isAuthorized = isAuthorized
    self.determinedCount = determinedCount
    self.inside = inside
    self.unknown = unknown
  }
}
