import FenceData
import GeoPolicy
import Testing

/// A collection of one good feature and then `feature`, each on lines of its own.
private func collection(_ feature: String) -> String {
  """
  {"features": [
    {"type":"Feature","id":"good","geometry":{"type":"Point","coordinates":[1,1]},"properties":null},

    \(feature)
  ], "crs": {"x": [1]}, "type": "FeatureCollection"}
  """
}

@Suite struct GeoJSONTests {
  @Test(arguments: [
    (
      #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[-75,40,12]},"properties":{}}"#, "a", 80,
      120
    ),
    (
      #"{"properties":{"id":"b","radius":50},"geometry":{"coordinates":[-75,40],"type":"Point"},"type":"Feature"}"#,
      "b", 50, 75
    ),
    (
      #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[-75,40]},"properties":{"id":"x","enter_m":"50","exit_m":60}}"#,
      "7", 50, 60
    ),
    (
      #"{"type":"Feature","id":null,"geometry":{"type":"Point","coordinates":[-75,40]},"properties":{"id":7.0,"exitRadius":200,"radius":null}}"#,
      "7.0", 80, 200
    ),
    (
      #"{"type":"Feature","id":"a","bbox":[[[]]],"geometry":{"type":"Point","coordinates":[-75,40],"x":{}},"properties":{"x":[{}],"policy":"default"}}"#,
      "a", 80, 120
    ),
  ])
  func readsPoints(feature: String, id: String, enter: Double, exit: Double) throws {
    let file = try fences(collection(feature))
    #expect(file.problems.isEmpty)
    let fence = try #require(file.fences.last)
    #expect(fence.id == Identifier(id))
    #expect(fence.center == Point(latitude: 40, longitude: -75))
    #expect(fence.enterRadiusMeters == enter && fence.exitRadiusMeters == exit)
  }

  @Test(arguments: [
    ("7", "object"), ("null", "object"), ("{}", "Feature"), (#"{"type":"Feature"}"#, "Point"),
    (#"{"type":"Feature","id":"a","geometry":null}"#, "\"a\""),
    (#"{"type":"Feature","id":"a","geometry":{"type":"Polygon","coordinates":[[[1,1],[2,2],[1,1]]]}}"#, "Point"),
    (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1]}}"#, "coordinates"),
    (#"{"type":"Feature","id":"a","geometry":{"type":"Point"}}"#, "coordinates"),
    (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[1,null]}}"#, "latitude"),
    (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[40,-100]}}"#, "exchanging"),
    (#"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]}}"#, "id"),
    (#"{"type":"Feature","id":{},"geometry":{"type":"Point","coordinates":[1,1]}}"#, "id"),
    (#"{"type":"Feature","id":"good","geometry":{"type":"Point","coordinates":[2,2]}}"#, "line 2"),
    (
      #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2,2]},"properties":{"radius":-1}}"#,
      "radius"
    ),
    (
      #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2,2]},"properties":{"radius":true}}"#,
      "radius"
    ),
    (
      #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2,2]},"properties":{"radius":1,"enter_m":1}}"#,
      "twice"
    ),
    (
      #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2,2]},"properties":{"policy":"x"}}"#,
      "policy"
    ),
    (#"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2,2]},"id":"b"}"#, "twice"),
  ])
  func otherFeaturesAreProblems(feature: String, word: String) throws {
    let file = try fences(collection(feature))
    #expect(file.fences.map(\.id) == ["good"])
    #expect(file.problems.map(\.line) == [4])
    #expect(file.problems.allSatisfy { $0.message.contains(word) }, "\(file.problems)")
    #expect(file.rowCount == 2)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func depthIsBounded(opening: String) throws {
    let deep = String(repeating: opening, count: 1_000_000)
    #expect(unusable { try fences(deep) } != nil)
    #expect(unusable { try fences("{\"type\":\"FeatureCollection\",\"features\":" + deep) } != nil)
    let failure = try #require(unusable { try fences(collection("{\"type\":\"Feature\",\"properties\":" + deep)) })
    #expect(failure.message.contains("nested"))
  }

  @Test func aFileOnOneLineMayBeLong() throws {
    let features = (0..<20_000).map {
      "{\"type\":\"Feature\",\"id\":\($0),\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,1]},\"properties\":{}}"
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    #expect(text.utf8.count > 1 << 20)
    let file = try fences(text)
    #expect(file.fences.count == 20_000)
    let spread = try fences(text.replacing("},{", with: "},\r\n{"))
    #expect(spread.fences == file.fences)
  }

  @Test func aMarkIsPassedOver() throws {
    #expect(try fences("\u{FEFF}" + collection("{}")).fences.count == 1)
  }

  @Test func badUTF8IsUnusable() throws {
    var bytes = Array(collection("{}").utf8)
    let at = try #require(bytes.firstIndex(of: UInt8(ascii: "g")))
    bytes[at] = 0xFF
    #expect(unusable { try fences(bytes) }?.message.contains("UTF-8") == true)
  }
}
