/// A made day in a made city: 200 fences, six devices, and what a day of real samples is like.
///
/// Ostenbrück, on the map between villages where no city is, has an old town with shops at arm's length, two malls, eight
/// quarters, two retail parks, and a tunnel under its hill. Two people walk, one of them in and out of a mall without a
/// view of the sky; a courier rides, a van delivers, a car is parked 100 m from a shop, and a visitor comes by train with
/// a clock an hour fast. Samples get lost in the tunnel, come twice, come late, or come without what they need.
///
/// Nothing of it is anybody's data. The same seed gives the same bytes on every platform, so the files under
/// `data/city-day` can be compared with this at any time.
public struct CityDay: Sendable {
  /// The file of fences: CSV with radii and policies for some.
  public let fencesCSV: String
  /// The file of samples: CSV in order of arrival, with the time of arrival.
  public let samplesCSV: String

  /// The day of this seed; the files in the repository are of the seed that stands here.
  public init(seed: UInt64 = 20_250_514) {
    var random = SplitMix64(seed: seed)
    let map = CityMap(&random)
    fencesCSV = map.csv
    var rows: [CitySample] = []
    for (index, traveler) in CityTraveler.all(on: map, &random).enumerated() {
      var traveler = traveler
      var ofDevice = random.split()
      rows += traveler.samples(device: index, on: map, &ofDevice)
    }
    // Rows stand as a server gets them; those of one second by device, and those of one device as they were made.
    let order = rows.indices.sorted {
      (rows[$0].received, rows[$0].device, $0) < (rows[$1].received, rows[$1].device, $1)
    }
    samplesCSV = "device,time,latitude,longitude,accuracy,received\n" + order.map { rows[$0].line }.joined()
  }
}

/// One row of the file of samples, as text where a value may be missing.
struct CitySample {
  var device: Int
  var name: String
  var time: Int
  var latitude: String
  var longitude: String
  var accuracy: String
  var received: Int

  var line: String { "\(name),\(time),\(latitude),\(longitude),\(accuracy),\(received)\n" }
}
