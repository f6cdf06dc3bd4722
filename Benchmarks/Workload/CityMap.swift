import GeoPolicy

/// The city of a ``CityDay`` on a plane: meters east and north of the market square.
struct CityMap {
  /// A fence, and where it stands.
  struct Site {
    var id: String
    var position: SIMD2<Double>
    var radii = ","
    var policy = ""
    var name: String
  }

  private(set) var sites: [Site] = []
  private let plane = CityPlan.City(center: Point(latitude: 50.3187, longitude: 10.4432), spread: 0)

  /// Where the road and the railway have no sky.
  static let tunnel = (west: -1900.0, east: -1150.0)
  static let quarters: [SIMD2<Double>] = [
    SIMD2(-2900, 300), SIMD2(-2300, 1900), SIMD2(-300, 2500), SIMD2(1800, 2100), SIMD2(2700, -200), SIMD2(1900, -2000),
    SIMD2(-200, -2400), SIMD2(-2200, -1700),
  ]
  static let malls: [(name: String, position: SIMD2<Double>)] = [
    ("north", SIMD2(700, 1300)), ("south", SIMD2(900, -1250)),
  ]

  init(_ random: inout SplitMix64) {
    addOldTown(&random)
    for mall in Self.malls {
      for number in 1...24 {
        add("mall-\(mall.name)-\(number)", mall.position + random.inDisc(radius: 110), policy: "mall", &random)
      }
    }
    for (index, quarter) in Self.quarters.enumerated() {
      for number in 1...8 {
        add("quarter-\(index + 1)-\(number)", quarter + random.inDisc(radius: 420), &random)
      }
    }
    for (name, center) in [("east", SIMD2(3600.0, 900.0)), ("west", SIMD2(-3700.0, -500.0))] {
      for number in 1...10 {
        let radius = random.pick([100, 120, 150, 200])
        add(
          "park-\(name)-\(number)", center + random.inDisc(radius: 500), radii: "\(radius),\(radius * 3 / 2)",
          &random)
      }
    }
    for (id, x, y, name) in [
      ("station", -650.0, 120.0, "Central station"), ("hospital", 1500.0, 650.0, "Hospital"),
      ("stadium", -1200.0, -2900.0, "Stadium"), ("airfield", 5200.0, -3100.0, "Airfield"),
      ("fairground", 2600.0, 3000.0, "Fairground"), ("university", -800.0, 1200.0, "University"),
    ] {
      sites.append(Site(id: id, position: SIMD2(x, y), policy: "site", name: name))
    }
    sites.append(Site(id: "depot-van", position: SIMD2(3950, 1350), radii: "60,100", name: "Depot"))
    sites.append(Site(id: "depot-bike", position: SIMD2(350, -420), radii: "30,50", name: "Depot"))
  }

  /// The place of a position, as two fields of text.
  func text(_ position: SIMD2<Double>) -> (latitude: String, longitude: String) {
    let place = plane.place(position)
    return (DecimalText.text(place.latitude, digits: 6), DecimalText.text(place.longitude, digits: 6))
  }

  /// The fence of this name.
  func site(_ id: String) -> Site {
    guard let site = sites.first(where: { $0.id == id }) else { preconditionFailure("the city has no \(id)") }
    return site
  }

  /// Fences whose names begin so.
  func sites(_ prefix: String) -> [Site] { sites.filter { $0.id.hasPrefix(prefix) } }

  /// The file of fences.
  var csv: String {
    "id,latitude,longitude,enter_m,exit_m,policy,name\n"
      + sites.map { site in
        let (latitude, longitude) = text(site.position)
        return "\(site.id),\(latitude),\(longitude),\(site.radii),\(site.policy),\(site.name)\n"
      }.joined()
  }

  /// Shops on both sides of three streets that cross three others.
  private mutating func addOldTown(_ random: inout SplitMix64) {
    for number in 1...60 {
      let street = Double(number % 3 - 1) * 170
      let along = random.uniform(-420, 420)
      let side = random.pick([-9, 9.0])
      let position = number % 2 == 0 ? SIMD2(along, street + side) : SIMD2(street + side, along)
      switch number % 6 {
      case 0: add("old-town-\(number)", position, policy: "counter", &random)
      case 1, 2: add("old-town-\(number)", position, radii: "40,60", &random)
      default: add("old-town-\(number)", position, &random)
      }
    }
  }

  private mutating func add(
    _ id: String, _ position: SIMD2<Double>, radii: String = ",", policy: String = "", _ random: inout SplitMix64
  ) {
    sites.append(Site(id: id, position: position, radii: radii, policy: policy, name: random.pick(Self.trades)))
  }

  private static let trades = [
    "Bakery", "Pharmacy", "Bookshop", "Grocer", "Florist", "Optician", "Hardware", "Coffee bar", "Shoes", "Toys",
    "\"Wine, beer and more\"", "Bicycles", "Records", "Tailor", "Electronics", "Stationery",
  ]
}
