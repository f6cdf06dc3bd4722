/// What kind of fence file some bytes are.
enum FenceFormat {
  /// CSV or NDJSON, in which whatever is wrong with a row stays there; with what to say where no row is a fence.
  case rows(hint: String?)
  /// A FeatureCollection that is sound JSON, with the position of its array of features.
  case geoJSON(features: Int)

  /// Tells the kind by the first byte that is not blank and, for JSON, by the first value.
  ///
  /// - Throws: ``UnusableInput`` for an empty file, and for JSON that is surely no fence file.
  /// - Complexity: Linear in the first value.
  init(_ bytes: Bytes) throws(UnusableInput) {
    let start = bytes.count >= 3 && Byte.mark.elementsEqual(bytes.prefix(3)) ? 3 : 0
    guard let first = bytes.dropFirst(start).firstIndex(where: { !Byte.isBlankOrBreak($0) }) else {
      throw UnusableInput(
        message: "no fences: the file is empty; give CSV with a header line, NDJSON or GeoJSON")
    }
    guard bytes[first] == Byte.openBrace || bytes[first] == Byte.openBracket else {
      self = .rows(hint: nil)
      return
    }
    guard bytes[first] == Byte.openBrace else {
      throw UnusableInput(
        line: bytes.lineBreaks(in: 0..<first) + 1,
        message: "a JSON array is no fence file; give a GeoJSON FeatureCollection, or one JSON object a line")
    }
    self = try Self.kind(of: TopLevelObject(bytes, at: first), in: bytes, first: first)
  }

  private static func kind(
    of object: TopLevelObject, in bytes: Bytes, first: Int
  ) throws(UnusableInput) -> FenceFormat {
    let firstLine = bytes.lineBreaks(in: 0..<first) + 1
    let lastLine = firstLine + bytes.lineBreaks(in: first..<object.end)
    guard object.type == .featureCollection || (object.features != nil && !object.hasPlace) else {
      if object.type == .otherGeoJSON {
        return .rows(hint: "GeoJSON, but no FeatureCollection; put the features into the \"features\" of one")
      }
      let isSpread = object.fault == nil && lastLine > firstLine
      return .rows(
        hint: isSpread ? "JSON, but no FeatureCollection; give one, or NDJSON with every fence on its own line" : nil)
    }
    if let fault = object.fault {
      throw UnusableInput(line: lastLine, message: "the GeoJSON is cut or broken: \(fault.message)")
    }
    guard bytes.isUTF8 else {
      throw UnusableInput(line: firstLine, message: "the GeoJSON is no UTF-8 text; save the file as UTF-8")
    }
    guard object.type == .featureCollection else {
      throw UnusableInput(
        line: firstLine, message: "JSON with \"features\", but its \"type\" is not \"FeatureCollection\"; name it so")
    }
    guard let features = object.features else {
      throw UnusableInput(line: firstLine, message: "the FeatureCollection has no array \"features\"; add one")
    }
    return .geoJSON(features: features)
  }
}

/// What the first value of a JSON file, an object, says of itself.
private struct TopLevelObject {
  enum Kind { case none, featureCollection, otherGeoJSON, unknown }

  var type = Kind.none
  /// Where the array `features` begins.
  var features: Int?
  /// Where the object ends, or where it is broken.
  var end = 0
  var fault: JSONFault?
  /// Whether it gives a latitude or longitude itself, as a fence in NDJSON does.
  var hasPlace = false

  init(_ bytes: Bytes, at start: Int) {
    var cursor = JSONCursor(bytes)
    cursor.position = start
    var kind = Kind.none
    var array: Int?
    var hasGeometry = false
    var place = false
    do throws(JSONFault) {
      try cursor.object { (cursor, key) throws(JSONFault) in
        let name = bytes.slice(key.range)
        let next = cursor.peek()
        if name.equals("features") && next == Byte.openBracket { array = cursor.position }
        if name.equals("geometry") || name.equals("coordinates") || name.equals("geometries") { hasGeometry = true }
        let field = FenceField.names.field(named: name)
        if field == FenceField.latitude || field == FenceField.longitude { place = true }
        let value = try cursor.value()
        if name.equals("type") && value.kind == .plain {
          kind = bytes.slice(value.range).equals("FeatureCollection") ? .featureCollection : .unknown
        }
      }
      // Lines of JSON go on behind the first object.
      if kind == .featureCollection { try cursor.end() }
    } catch {
      fault = error
    }
    hasPlace = place
    type = kind == .unknown && hasGeometry ? .otherGeoJSON : kind
    features = array
    end = min(cursor.position, bytes.count)
  }
}
