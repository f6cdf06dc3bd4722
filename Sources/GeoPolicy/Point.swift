/// A place on Earth in degrees, as a receiver reports it.
///
/// A point may hold any numbers at all; ``valid`` tells whether they name a place.
public struct Point: Hashable, Sendable {
  /// Degrees north of the equator, −90…90.
  public var latitude: Double
  /// Degrees east of Greenwich, −180…180; both ends are the same meridian.
  public var longitude: Double

  /// A point of these degrees, checked by nothing.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite, the latitude within ±90 and the longitude within ±180.
  public var valid: Bool {
    // A comparison with NaN is false, and no infinity lies within the ranges.
    latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180
  }
}
