import FenceData
import GeoPolicy
import Testing

/// One line of JSON that is a good sample, with some keys of its own.
private func line(_ keys: String) -> String {
  "{\"device\":\"d\",\"time\":1,\"latitude\":2,\"longitude\":3,\(keys)}\n"
}

@Suite struct SampleLinesTests {
  @Test func readsEveryKey() {
    let reading = Reading(
      """
      {"device": "a", "time": 1.5, "latitude": 40.25, "longitude": -75, "accuracy": 5, "received": "2", "seq": 7}

      {"DEVICE":7.0,"tst":"2024-03-01T00:00:00Z","lat":"-1e1","lng":180,"acc":null,"seq":"-9","x":{"y":[1,{"z":null}]}}
      {"device":"007"}
      """)
    #expect(reading.malformed.isEmpty)
    #expect(reading.rows.map(\.device) == ["a", "7.0", "007"])
    #expect(reading.rows.map(\.sequence) == [7, -9, 2])
    #expect(reading.rows.map(\.line) == [1, 3, 4])
    #expect((0..<5).map { reading.value(0, $0) } == [1.5, 40.25, -75, 5, 2])
    #expect((0..<3).map { reading.value(1, $0) } == [1_709_251_200, -10, 180])
    #expect(SampleColumns.isAbsent(reading.value(1, 3)))
    #expect(SampleColumns.isAbsent(reading.value(2, 3)))
    #expect((0..<3).allSatisfy { reading.value(2, $0).isNaN })
  }

  @Test(arguments: [
    ("\"\\u00e9\\n\\\"\\\\\\/\\b\\f\\r\\t\"", "é\n\"\\/\u{8}\u{C}\r\t"), ("\"\\uD83D\\uDE00\"", "😀"), ("\"日本\"", "日本"),
    ("\" \"", " "), ("1e2", "1e2"), ("-0.50", "-0.50"), ("\"\\u0000\"", "\u{0}"),
  ])
  func devicesAreDecodedOrLiteral(json: String, device: String) {
    let reading = Reading("{\"device\":\(json)}")
    #expect(reading.rows.map { Array($0.device.utf8) } == [Array(device.utf8)])
  }

  @Test(arguments: [
    "{\"device\":\"d\"", "{\"device\":\"d\",}", "{\"device\" \"d\"}", "{device:\"d\"}", "{'device':'d'}",
    "{\"device\":d}",
    "{\"device\":\"d\"} x", "{\"device\":\"d\"}{}", "[]", "1", "\"d\"", "null", "{\"device\":\"\\x\"}",
    "{\"device\":\"\\ud800\"}", "{\"device\":\"\\ud800\\u0041\"}", "{\"device\":\"\\udc00\"}", "{\"device\":\"a\tb\"}",
    "{\"device\":\"d\",\"time\":01}", "{\"device\":\"d\",\"time\":+1}", "{\"device\":\"d\",\"time\":.5}",
    "{\"device\":\"d\",\"time\":5.}", "{\"device\":\"d\",\"time\":1e}", "{\"device\":\"d\",\"time\":NaN}",
    "{\"device\":\"d\",\"time\":0x1}", "{\"device\":\"d\",\"x\":tru}", "{\"device\":\"d\",\"x\":[1,]}", "{}",
    "{\"device\":null}", "{\"device\":\"\"}", "{\"device\":true}", "{\"device\":{}}", "{\"device\":[\"d\"]}",
    "{\"device\":\"d\",\"seq\":1.0}", "{\"device\":\"d\",\"seq\":\"x\"}", "{\"device\":\"d\",\"seq\":true}",
    "{\"device\":\"d\",\"device\":\"d\"}", "{\"device\":\"d\",\"lat\":1,\"latitude\":1}", "{\"device\":\"d\"}\u{0}",
    "{\"device\":\"d\",\"x\":\"\u{0}\"}", "{", "{\"", "{\"device\":\"d\",\"x\":[[}", "{\"device\":\"\\u12\"}",
  ])
  func brokenLinesAreMalformed(text: String) {
    let reading = Reading("{\"device\":\"a\"}\n\(text)\n{\"device\":\"b\"}\n")
    #expect(reading.malformedLines == [2])
    #expect(reading.rows.map(\.device) == ["a", "b"])
    #expect(reading.rows.map(\.sequence) == [0, 2])
  }

  @Test(arguments: ["true", "{}", "[5]", "\"x\"", "\"0x5\"", "\"1e999\"", "1e999", "\"nan\""])
  func valuesOfAnotherKindCannotBeRead(json: String) {
    let reading = Reading(line("\"accuracy\":\(json),\"received\":\(json)"))
    #expect(reading.malformed.isEmpty)
    #expect(!reading.value(0, 3).isFinite && !SampleColumns.isAbsent(reading.value(0, 3)))
    #expect(reading.value(0, 4).isNaN)
  }

  @Test(arguments: ["null", "\"\"", "\" \""])
  func nullAndEmptyAreAbsent(json: String) {
    let reading = Reading(line("\"accuracy\":\(json),\"seq\":\(json)"))
    #expect(SampleColumns.isAbsent(reading.value(0, 3)))
    #expect(reading.rows.map(\.sequence) == [0])
  }

  @Test(arguments: ["[", "{\"a\":"])
  func depthIsBounded(opening: String) {
    let deep = "{\"device\":\"d\",\"x\":" + String(repeating: opening, count: 100_000)
    let reading = Reading(deep + "\n{\"device\":\"e\",\"x\":[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]}")
    #expect(reading.malformedLines == [1])
    #expect(reading.rows.map(\.device) == ["e"])
  }

  @Test func badUTF8IsMalformed() {
    let bytes = Array("{\"device\":\"".utf8) + [0xC3, 0x28] + Array("\"}\n{\"device\":\"é\"}".utf8)
    #expect(Reading(bytes).malformedLines == [1])
    #expect(Reading(bytes).rows.map(\.device) == ["é"])
  }
}
