/// One location sample of one device, as a row.
public struct Sample: Hashable, Sendable {
  /// The device's handle: a small whole number that the caller gives each device, from 0.
  public var device: UInt32
  /// Unix seconds.
  public var time: Double
  /// Where the device believes it is.
  public var place: Point
  /// The uncertainty of the place in meters as the source defines it; `nil` where it gives none.
  public var accuracyMeters: Double?
  /// When the sample arrived, Unix seconds, if known.
  public var received: Double?

  /// A sample of these values, checked by nothing.
  public init(device: UInt32, time: Double, place: Point, accuracyMeters: Double?, received: Double? = nil) {
    self.device = device
    self.time = time
    self.place = place
    self.accuracyMeters = accuracyMeters
    self.received = received
  }
}

/// A batch of samples as columns of equal length: the form in which samples travel between modules.
///
/// Row `i` of every column belongs to one sample; the samples of one device stand in the order of their arrival. Values
/// that could not be read are NaN, an accuracy that is not there is ``absent``.
public struct SampleColumns: Sendable {
  /// Device handles, dense from 0: an engine keeps 64 bytes for every number up to the largest.
  public var devices: [UInt32] = []
  /// Unix seconds; not finite where absent or unreadable.
  public var times: [Double] = []
  /// Degrees; not finite where absent or unreadable.
  public var latitudes: [Double] = []
  /// Degrees; not finite where absent or unreadable.
  public var longitudes: [Double] = []
  /// Metres; ``absent`` where the sample has none, any other NaN where it cannot be read.
  public var accuracies: [Double] = []
  /// Unix seconds of arrival, NaN where unknown; an empty column where no row has any.
  public var received: [Double] = []

  /// An empty batch.
  public init() {}

  /// The accuracy of a sample that has none: a NaN of its own, told from others by ``isAbsent(_:)``.
  @inlinable public static var absent: Double { Double(bitPattern: 0x7FF8_0000_00AB_5E17) }

  /// Whether a value is ``absent``.
  @inlinable public static func isAbsent(_ value: Double) -> Bool { value.bitPattern == absent.bitPattern }

  /// The number of rows.
  @inlinable public var count: Int { devices.count }

  /// Appends one sample.
  public mutating func append(_ sample: Sample) {
    if sample.received != nil && received.isEmpty && count > 0 {
      received.append(contentsOf: repeatElement(.nan, count: count))
    }
    if sample.received != nil || !received.isEmpty { received.append(sample.received ?? .nan) }
    devices.append(sample.device)
    times.append(sample.time)
    latitudes.append(sample.place.latitude)
    longitudes.append(sample.place.longitude)
    accuracies.append(sample.accuracyMeters ?? Self.absent)
  }

  /// Removes all rows and keeps the memory for the next batch.
  public mutating func removeAll() {
    devices.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    latitudes.removeAll(keepingCapacity: true)
    longitudes.removeAll(keepingCapacity: true)
    accuracies.removeAll(keepingCapacity: true)
    received.removeAll(keepingCapacity: true)
  }
}
