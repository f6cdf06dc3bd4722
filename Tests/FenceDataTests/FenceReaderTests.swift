import FenceData
import GeoPolicy
import Testing

@Suite struct FenceReaderTests {
  @Test func readsEveryColumn() throws {
    let file = try fences(
      """
      name,Policy,exit_m,RADIUS,lon,lat,id
      x,,,,-75,40,a
      x,mall,,50,"-75","40",b
      x,default,500,,-75,40, c
      """, policies: try PolicySet(named: [("mall", try FencePolicy(enterRadiusMeters: 200))]))
    #expect(file.problems.isEmpty)
    #expect(file.fences.map(\.id) == ["a", "b", " c"])
    #expect(file.fences.map(\.enterRadiusMeters) == [80, 50, 80])
    #expect(file.fences.map(\.exitRadiusMeters) == [120, 75, 500])
    #expect(file.fences.map(\.policyIndex) == [0, 1, 0])
    #expect(file.rowCount == 3)
  }

  @Test func readsLinesOfJSON() throws {
    let file = try fences(
      """
      {"id":"a","latitude":40,"longitude":-75,"features":["wifi"],"type":"shop"}
      {"id":7,"lat":"40","lng":"-75","radius":50,"exit_m":null,"policy":"","x":{"a":[[]]}}
      {"id":"b","lat":40,"lon":-75
      {"id":"c","lat":40,"lat":41,"lon":-75}
      {"id":{},"lat":40,"lon":-75}
      {"id":"d","lat":true,"lon":-75}
      """)
    #expect(file.fences.map(\.id) == ["a", "7"])
    #expect(file.problems.map(\.line) == [3, 4, 5, 6])
  }

  @Test(arguments: [
    ("a,91,-75,,,", "exchanging"), ("a,-100,20,,,", "exchanging"), ("a,91,-175,,,", "latitude"),
    ("a,,-75,,,", "latitude"),
    ("a,x,-75,,,", "latitude"), ("a,40,181,,,", "longitude"), ("a,nan,0,,,", "latitude"), (",40,-75,,,", "id"),
    ("a,40,-75,0,,", "enter radius"), ("a,40,-75,-1,,", "enter radius"), ("a,40,-75,x,,", "enter radius"),
    ("a,40,-75,inf,,", "enter radius"), ("a,40,-75,50,40,", "exit radius"), ("a,40,-75,,79,", "exit radius"),
    ("a,40,-75,,x,", "exit radius"), ("a,40,-75,,,mall", "policy"), ("a,40,-75,,", "fields"),
    ("a,40,-75,,,,", "fields"),
    ("good,40,-75,,,", "line 2"), ("a\"b,40,-75,,,", "quotation"), ("a,40,\u{0},,,", "NUL"),
  ])
  func badRowsAreProblems(row: String, word: String) throws {
    let file = try fences("id,latitude,longitude,enter_m,exit_m,policy\ngood,1,1,,,\n\n\(row)\nlast,2,2,,,\n")
    #expect(file.fences.map(\.id) == ["good", "last"])
    #expect(file.problems.map(\.line) == [4])
    #expect(file.problems.allSatisfy { $0.message.contains(word) }, "\(file.problems)")
    #expect(file.rowCount == 3)
    // A problem names the fence where it has a name, and no coordinate.
    if row.hasPrefix("a,") && word != "fields" && word != "NUL" {
      #expect(file.problems[0].message.contains("\"a\""))
    }
    for number in ["91", "100", "175", "181"] { #expect(!file.problems[0].message.contains(number)) }
  }

  @Test func theFirstOfEqualIdsStands() throws {
    let file = try fences("id,lat,lon\na,91,1\na,2,2\nb,1,1\n\na,3,3\nB,1,1\n")
    #expect(file.fences.map(\.id) == ["a", "b", "B"])
    #expect(file.fences[0].center.latitude == 2)
    #expect(file.problems.map(\.line) == [2, 6])
    #expect(file.problems[1].message.contains("line 3"))
  }

  @Test func namesInMessagesAreClippedAndEscaped() throws {
    let long = String(repeating: "x", count: 100_000)
    let file = try fences("id,lat,lon\n\(long),x,1\n\"a\u{1B}[31m\"\"\n\u{202E}b\",x,1\ngood,1,1\n")
    #expect(file.problems.count == 2)
    #expect(file.problems.allSatisfy { $0.message.count < 300 })
    #expect(file.problems[1].message.contains("a\\u{1b}[31m\\\"\\u{a}\\u{202e}b"))
  }

  @Test(arguments: [
    ("", "empty"), (" \n", "empty"), ("id,lat,lon\n", "no rows"), ("id,lat\n", "longitude"), ("lat,lon\n", "id"),
    ("id,ID,lat,lon\n", "twice"), ("id,lat,lon,radius,enter_m\n", "twice"), ("id,lat,lon\na,x,1\nb,x,1\n", "among 2"),
    ("[]", "array"), ("{}", "no usable"), ("{\"a\":\n1}", "FeatureCollection"), ("hello", "id"),
    ("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,1]},\"id\":1}", "no FeatureCollection"),
    ("{\"type\":\"FeatureCollection\"}", "features"), ("{\"type\":\"FeatureCollection\",\"features\":{}}", "features"),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}", "no fence"), ("{\"features\":[]}", "type"),
    ("{\"type\":\"FeatureCollection\",\"features\":[", "cut"),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}x", "broken"),
    ("{\"type\":\"FeatureCollection\",\"features\":[\"\u{1}\"]}", "broken"),
  ])
  func unusableFilesSayWhy(text: String, word: String) throws {
    let failure = try #require(unusable { try fences(text) })
    #expect(failure.message.contains(word), "\(failure)")
    #expect(!failure.description.contains("\n"))
  }

  @Test func rowsMaySpanAStrayQuote() throws {
    let file = try fences("id,lat,lon\n\"a,1,1\nb,1,1\n\"c\",1,1\n")
    #expect(file.fences.map(\.id) == ["b", "c"])
    #expect(file.problems.map(\.line) == [2])
  }
}
