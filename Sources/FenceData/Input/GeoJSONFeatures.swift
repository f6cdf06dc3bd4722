import GeoPolicy

/// Reads the features of a FeatureCollection, which has been found to be sound JSON in UTF-8.
///
/// - Parameter position: Where the array of features begins.
/// - Complexity: Linear in the bytes; nothing is kept but the fences and problems.
func readFeatures(_ bytes: Bytes, at position: Int, into parser: inout FenceRowParser) {
  var cursor = JSONCursor(bytes)
  cursor.position = position
  var line = bytes.lineBreaks(in: 0..<position) + 1
  var counted = position
  // The JSON is sound, so nothing is thrown here.
  try? cursor.array { (cursor) throws(JSONFault) in
    _ = cursor.peek()
    line += bytes.lineBreaks(in: counted..<cursor.position)
    counted = cursor.position
    let feature = try PointFeature(bytes, &cursor)
    if let problem = feature.problem {
      let id = feature.id.isEmpty || feature.id.kind == .other ? nil : feature.id
      var scratch: [UInt8] = []
      let name = id.map { $0.withText(in: bytes, scratch: &scratch) { ShownText.quoted($0) } }
      parser.refuse((name.map { "fence \($0): " } ?? "") + problem, line: line)
    } else {
      parser.fields[FenceField.id] = feature.id
      parser.fields[FenceField.longitude] = feature.longitude
      parser.fields[FenceField.latitude] = feature.latitude
      parser.fields[FenceField.enterRadius] = feature.properties.enterRadius
      parser.fields[FenceField.exitRadius] = feature.properties.exitRadius
      parser.fields[FenceField.policy] = feature.properties.policy
      parser.take(bytes, line: line)
    }
  }
}

/// One feature of a collection, as far as a fence needs it.
private struct PointFeature {
  private(set) var properties = FenceProperties()
  private(set) var longitude = RawField.absent
  private(set) var latitude = RawField.absent
  /// Why this is no fence, if anything.
  private(set) var problem: String?
  private var ownID = RawField.absent

  /// The feature's id or, where it has none, that of its properties.
  var id: RawField { ownID.isEmpty ? properties.id : ownID }

  init(_ bytes: Bytes, _ cursor: inout JSONCursor) throws(JSONFault) {
    guard cursor.peek() == Byte.openBrace else {
      _ = try cursor.value()
      problem = "the feature is no object"
      return
    }
    var isFeature = false
    var hasPoint = false
    var properties = FenceProperties()
    var place: [RawField] = []
    var id = RawField.absent
    var seen = Seen()
    try cursor.object { (cursor, key) throws(JSONFault) in
      let key = bytes.slice(key.range)
      let next = cursor.peek()
      if key.equals("type") {
        seen.note(0, "type")
        let value = try cursor.value()
        isFeature = value.kind == .plain && bytes.slice(value.range).equals("Feature")
      } else if key.equals("id") {
        seen.note(1, "id")
        id = try cursor.value()
      } else if key.equals("geometry") && next == Byte.openBrace {
        seen.note(2, "geometry")
        (hasPoint, place) = try Self.point(bytes, &cursor, &seen)
      } else if key.equals("properties") && next == Byte.openBrace {
        seen.note(3, "properties")
        properties = try FenceProperties(bytes, &cursor, &seen)
      } else {
        _ = try cursor.value()
      }
    }
    self.properties = properties
    ownID = id
    if let twice = seen.twice {
      problem = "\"\(twice)\" is given twice; keep one"
    } else if !isFeature {
      problem = "not of type \"Feature\""
    } else if !hasPoint {
      problem = "its geometry is no Point"
    } else if place.count < 2 {
      problem = "a Point needs coordinates: longitude, then latitude"
    } else {
      (longitude, latitude) = (place[0], place[1])
    }
  }

  /// Whether a geometry is a Point, and its first two coordinates.
  private static func point(
    _ bytes: Bytes, _ cursor: inout JSONCursor, _ seen: inout Seen
  ) throws(JSONFault) -> (isPoint: Bool, coordinates: [RawField]) {
    var isPoint = false
    var coordinates: [RawField] = []
    try cursor.object { (cursor, key) throws(JSONFault) in
      let key = bytes.slice(key.range)
      let next = cursor.peek()
      if key.equals("type") {
        seen.note(4, "type")
        let value = try cursor.value()
        isPoint = value.kind == .plain && bytes.slice(value.range).equals("Point")
      } else if key.equals("coordinates") && next == Byte.openBracket {
        seen.note(5, "coordinates")
        try cursor.array { (cursor) throws(JSONFault) in
          let value = try cursor.value()
          if coordinates.count < 2 { coordinates.append(value) }
        }
      } else {
        _ = try cursor.value()
      }
    }
    return (isPoint, coordinates)
  }
}

/// The properties of a feature that make it a fence; their names are matched exactly, as everything in GeoJSON.
private struct FenceProperties {
  var id = RawField.absent
  var enterRadius = RawField.absent
  var exitRadius = RawField.absent
  var policy = RawField.absent

  init() {}

  init(_ bytes: Bytes, _ cursor: inout JSONCursor, _ seen: inout Seen) throws(JSONFault) {
    var found = Self()
    try cursor.object { (cursor, key) throws(JSONFault) in
      let key = bytes.slice(key.range)
      let value = try cursor.value()
      if key.equals("id") {
        seen.note(6, "id")
        found.id = value
      } else if key.equals("radius") || key.equals("enter_m") {
        seen.note(7, "radius")
        found.enterRadius = value
      } else if key.equals("exitRadius") || key.equals("exit_m") {
        seen.note(8, "exitRadius")
        found.exitRadius = value
      } else if key.equals("policy") {
        seen.note(9, "policy")
        found.policy = value
      }
    }
    self = found
  }
}

/// Which keys of a feature have come, so that one that comes twice is noticed.
private struct Seen {
  private var bits = 0 as UInt32
  /// The name of a key that came twice.
  private(set) var twice: StaticString?

  mutating func note(_ bit: UInt32, _ name: StaticString) {
    if bits & 1 << bit != 0 { twice = name }
    bits |= 1 << bit
  }
}
