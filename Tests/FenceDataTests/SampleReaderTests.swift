import FenceData
import GeoPolicy
import Testing

private let header = "seq,device,time,latitude,longitude,accuracy,received\n"

@Suite struct SampleReaderTests {
  @Test func readsEveryColumn() {
    let reading = Reading(header + "7,phone,1.5,40.25,-75,5,2\n-9,\"tab\",2024-03-01T00:00:00Z,-1e1,180,0,\n")
    #expect(reading.failure == nil)
    #expect(reading.malformed.isEmpty)
    #expect(reading.rows.map(\.device) == ["phone", "tab"])
    #expect(reading.rows.map(\.sequence) == [7, -9])
    #expect(reading.rows.map(\.line) == [2, 3])
    #expect((0..<5).map { reading.value(0, $0) } == [1.5, 40.25, -75, 5, 2])
    #expect((0..<4).map { reading.value(1, $0) } == [1_709_251_200, -10, 180, 0])
    #expect(reading.value(1, 4).isNaN)
  }

  @Test func columnsComeInAnyOrderCaseAndByAlias() {
    let reading = Reading(" ACC ,\"LNG\",Lat,TST, device,name\n5,-75,40,9,d,x\n")
    #expect(reading.failure == nil)
    #expect((0..<4).map { reading.value(0, $0) } == [9, 40, -75, 5])
    let other = Reading("horizontalaccuracy,lon,latitude,timestamp,device,seq\n5,-75,40,9,d,3\n")
    #expect((0..<4).map { other.value(0, $0) } == [9, 40, -75, 5])
    #expect(other.rows.first?.sequence == 3)
  }

  @Test(arguments: ["", " ", "5,", "nan", "x", "0x28", "inf", "1e999", "-1", "\"40,0\"", "4 0"])
  func valuesThatCannotBeReadAreNoMalformedRows(value: String) {
    let text = value == "5," ? "" : value
    let reading = Reading("device,time,latitude,longitude,accuracy\nd,\(text),\(text),\(text),\(text)\n")
    #expect(reading.malformed.isEmpty)
    #expect(reading.rows.count == 1)
    let accuracy = reading.value(0, 3)
    if text.allSatisfy({ $0 == " " }) {
      #expect(SampleColumns.isAbsent(accuracy))
    } else if value == "-1" {
      #expect(accuracy == -1)
    } else {
      #expect(!accuracy.isFinite && !SampleColumns.isAbsent(accuracy))
    }
    if value != "-1" { #expect((0..<3).allSatisfy { !reading.value(0, $0).isFinite }) }
  }

  @Test(arguments: [
    ("d,1,1,1", "fewer fields"), ("d,1,1,1,1,1", "more fields"), (",1,1,1,1", "no device"),
    ("\"\",1,1,1,1", "empty quotes"),
    ("d\"d,1,1,1,1", "a quote in a field"), ("\"d\"d,1,1,1,1", "text behind quotes"),
    (" \"d\",1,1,1,1", "blank, quote"),
    ("d,1,1,1,\u{0}1", "NUL"), ("\"d\u{0}\",1,1,1,1", "NUL in quotes"), ("d", "one field"), ("\"\"", "quotes alone"),
    ("d,1,1,1,\"1", "a quote never closed"),
  ])
  func malformedRowsCostThemselvesAlone(row: String, why: String) {
    let text = "device,time,latitude,longitude,accuracy\na,1,1,1,1\n\(row)\nb,2,2,2,2\n"
    let reading = Reading(text)
    #expect(reading.malformedLines == [3], "\(why)")
    #expect(reading.malformed.map(\.beforeRow) == [1])
    #expect(reading.rows.map(\.device) == ["a", "b"])
    #expect(reading.rows.map(\.sequence) == [0, 2])
    #expect(reading.rows.map(\.line) == [2, 4])
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3],
      [0xC3, 0x28],
    ] as [[UInt8]])
  func badUTF8IsMalformed(bytes: [UInt8]) {
    for (before, after) in [("", ""), ("\"", "\""), ("aaaaaaaa", "aaaaaaaa")] {
      let row = Array(before.utf8) + bytes + Array((after + ",1,1,1,1\n").utf8)
      let text = Array("device,time,latitude,longitude,accuracy\n".utf8) + row + Array("é日😀,1,1,1,1\n".utf8)
      let reading = Reading(text)
      #expect(reading.malformedLines == [2])
      #expect(reading.rows.map(\.device) == ["é日😀"])
    }
  }

  @Test(arguments: ["x", "1.0", "1e3", "9223372036854775808", "0x1", "1 2", "-"])
  func aSequenceNumberThatIsNoneIsMalformed(text: String) {
    let reading = Reading(header + "\(text),d,1,1,1,1,\n ,d,1,1,1,1,\n")
    #expect(reading.malformedLines == [2])
    #expect(reading.rows.map(\.sequence) == [1])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func anyLineEndsLinesAndBlankOnesAreNoRows(end: String) {
    let lines = [
      "", "device,time,lat,lon,acc", "", "a,1,1,1,1", " \t", "\"b\(end)b\",2,2,2,2", "", "", "bad", "c,3,3,3,3",
    ]
    let reading = Reading(lines.joined(separator: end))
    #expect(reading.rows.map(\.device) == ["a", "b\(end)b", "c"])
    #expect(reading.rows.map(\.line) == [4, 6, 11])
    #expect(reading.malformedLines == [10])
    #expect(reading.rows.map(\.sequence) == [0, 1, 3])
  }

  @Test func quotesAreUndoubled() {
    let reading = Reading("device,time,lat,lon,acc\n\"say \"\"hi\"\", twice\",\"1\",\"2\",3,4\n\"\"\"\",1,1,1,1\n")
    #expect(reading.rows.map(\.device) == ["say \"hi\", twice", "\""])
    #expect((0..<4).map { reading.value(0, $0) } == [1, 2, 3, 4])
  }

  @Test func devicesAreBytes() {
    let names = [" lead", "trail ", "007", "7", "e\u{301}", "é", "É", "\t"]
    let reading = Reading("device,time,lat,lon,acc\n" + names.map { "\($0),1,1,1,1\n" }.joined())
    #expect(reading.rows.map { Array($0.device.utf8) } == names.map { Array($0.utf8) })
  }

  /// A stray quote costs its line, whether the quotes that follow close it wrongly, or nothing ever closes it.
  @Test(arguments: ["b,2,2,2,2\n\"c\",3,3,3,3\n", "b,2,2,2,2\nc,3,3,3,3\n", "b,2,2,2,2\r\n\"c\",\"3\",3,3,3"])
  func aStrayQuoteCostsItsLine(rest: String) {
    let reading = Reading("device,time,lat,lon,acc\n\"a,1,1,1,1\n" + rest)
    #expect(reading.malformedLines == [2])
    #expect(reading.rows.map(\.device) == ["b", "c"])
    #expect(reading.rows.map(\.line) == [3, 4])
  }

  @Test func timesWithoutOffsetAreCounted() {
    let text = "device,time,lat,lon,acc,received\nd,2024-03-01 00:00:07,1,1,1,2024-03-01 00:00:07\nd,x,1,1,1,\n"
    let without = Reading(text)
    #expect(without.timesWithoutOffset == 1)
    #expect(without.value(0, 0).isNaN && without.value(0, 4).isNaN)
    let with = Reading(text, offsetSeconds: 3600)
    #expect(with.timesWithoutOffset == 0)
    #expect(with.value(0, 0) == 1_709_247_607)
    #expect(with.value(0, 4) == 1_709_247_607)
  }

  @Test func receivedStaysEmptyWhereNoRowHasIt() throws {
    var reader = SampleReader()
    var batch = SampleBatch()
    var devices = IdentifierTable()
    let text = "device,time,lat,lon,acc,received\nd,1,1,1,1,\nd,1,1,1,1,inf\n"
    func feed(_ text: String) throws -> Int {
      try Array(text.utf8).withUnsafeBytes { try reader.read($0, into: &batch, devices: &devices, limit: 99) }
    }
    #expect(try feed(text) == text.utf8.count)
    #expect(batch.columns.received.isEmpty)
    _ = try feed("d,1,1,1,1,7\n")
    #expect(batch.columns.received.map(\.isNaN) == [true, true, false])
    batch.removeAll()
    #expect(batch.columns.received.isEmpty && batch.lines.isEmpty)
  }

  @Test func aFullBatchIsHandedOverFirst() throws {
    var reader = SampleReader()
    var batch = SampleBatch()
    var devices = IdentifierTable()
    let bytes = Array("device,time,lat,lon,acc\na,1,1,1,1\nbad\nb,2,2,2,2\nc,3,3,3,3\n".utf8)
    let consumed = try bytes.withUnsafeBytes {
      try reader.read($0, into: &batch, devices: &devices, limit: 3)
    }
    #expect(batch.columns.count == 2 && batch.malformed.count == 1)
    #expect(consumed == bytes.count - "c,3,3,3,3\n".utf8.count)
    let again = try bytes.withUnsafeBytes {
      try reader.read(
        UnsafeRawBufferPointer(rebasing: $0[consumed...]), into: &batch, devices: &devices, limit: 3)
    }
    #expect(again == 0)
  }

  @Test(arguments: [
    ("time,lat,lon,acc\n", "device"), ("device,lat,lon,acc\n", "time"), ("device,time,lon,acc\n", "lat"),
    ("device,time,lat,acc\n", "lon"), ("device,time,lat,lon\n", "acc"), ("hello", "device"),
    ("device;time;lat;lon;acc", "commas"),
    ("device,time,lat,latitude,lon,acc\n", "twice"), ("device,time,lat,lon,lng,acc\n", "twice"),
    ("device,Device ,time,lat,lon,acc\n", "twice"), ("\"device,time,lat,lon,acc\nd,1,1,1,1\n", "header"),
    ("device,ti\"me,lat,lon,acc\n", "header"), ("", "empty"), ("\r\n \n", "empty"), ("\u{FEFF}", "empty"),
    ("[{\"device\":\"d\"}]", "array"), ("device,time,lat,lon,acc,\u{0}\n", "header"),
  ])
  func unusableInputsSayWhy(text: String, word: String) throws {
    let failure = try #require(Reading(text).failure)
    #expect(failure.message.contains(word), "\(failure)")
    #expect(failure.description.split(whereSeparator: \.isNewline).count == 1)
    for other in Reading.inAllCuts(Array(text.utf8)) { #expect(other.failure == failure) }
  }

  @Test func aHeaderAloneIsNoError() {
    #expect(Reading("device,time,lat,lon,acc").failure == nil)
    #expect(Reading("device,time,lat,lon,acc").rows.isEmpty)
  }

  /// Numbers that could be coordinates, put into rows that are broken in every way, appear in no message.
  @Test func messagesHoldNoContent() {
    let rows = [
      "4242.5,4242.5", "\"4242.5\"4242.5,1,1,1,1", "4242.5,\"4242.5,1,1,1", ",4242.5,4242.5,4242.5,4242.5",
      "{\"device\":4242.5,4242.5}",
    ]
    for row in rows {
      let reading = Reading("device,time,lat,lon,acc\n" + row + "\n")
      #expect(reading.malformed.count == 1)
      #expect(reading.malformed.allSatisfy { !$0.problem.message.contains("4242") })
    }
  }
}
