import FenceData
import GeoPolicy
import Testing

/// How an input is cut into chunks and batches changes nothing.
@Suite struct ChunkTests {
  static let header = "\u{FEFF}\"SEQ\",Device, TIME ,lat,lng,acc,extra\r\n"

  static let inputs: [String] = [
    header
      + "1,d,1,40,-75,5,x\r\n\r\n2,\"e\"\"e\",2,\"91\",-75,5,x\r\n3,d,3,40\r\n4,d,4,40,-75,5,\"two\r\nlines\"\r\n5,é,5,1,1,1,x",
    header
      + "1,\"d,1,40,-75,5,x\n2,\"d\",2,40,-75,5,x\n3,d,3,40,-75,5,\"x\n4,d,4,40,-75,5,x\r5,日本,5,1,1,1,\"\r\r\n\n\"\r\n",
    header + "\"\r\n\"\"\r\n\"\"\"\"\r\n,\",\r\n\",\"\"x\r\n\u{0}\r\n\"\u{0}\r\n1,d,1,1,1,1,\"",
    "\n\r\n\r device,time,lat,lon,acc\r\rd,1,1,1,1\r\r\n\"d\r\",1,1,1,1\r\"d\n\r\",1,1,1,1\n\r\"d\r\n",
    "\u{FEFF}\n {\"device\":\"d\",\"time\":\"1\"}\r\n\r\n{\"device\":7,\"x\":[{}]}\n{\"device\":\"\\ud83d\\ude00\"}\n{\"devi\n\r\n{}",
    "device,time,lat,lon,acc\nd,2024-03-01T00:00:00.123456789012+01:00,1e-3,-1.50,inf\nd,2024-03-01 00:00:00,nan,,\n",
    "", "\r", "x", "\"", "[", "{",
  ]

  @Test(arguments: inputs)
  func chunksDoNotMatter(text: String) {
    let bytes = Array(text.utf8)
    let whole = Reading(bytes)
    for (index, other) in Reading.inAllCuts(bytes).enumerated() {
      #expect(other == whole, "reading \(index) of \(text.debugDescription)")
    }
  }

  @Test(arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0x2C], [0xBB, 0xBF], [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF]])
  func halfAMarkIsNone(start: [UInt8]) {
    let bytes = start + Array("device,time,lat,lon,acc\nd,1,1,1,1\n".utf8)
    let whole = Reading(bytes)
    #expect(whole.failure != nil)
    for other in Reading.inAllCuts(bytes) { #expect(other == whole) }
  }

  /// Short texts of the bytes that matter, all of them up to a length.
  @Test(arguments: ["device,time,lat,lon,acc\n", "device\n", "{}\n"])
  func allShortTextsOfTheBytesThatMatter(start: String) {
    let alphabet: [UInt8] = Array("\",\r\nx".utf8)
    let length = 5
    var texts = 1
    for _ in 0..<length { texts *= alphabet.count }
    for number in 0..<texts {
      var rest = number
      var bytes = Array(start.utf8)
      for _ in 0..<length {
        bytes.append(alphabet[rest % alphabet.count])
        rest /= alphabet.count
      }
      let whole = Reading(bytes)
      let single = Reading(bytes, cuts: Array(0...bytes.count), limit: 1)
      let padded = Reading(bytes + Array("\nlast line, long enough for words\n".utf8))
      guard whole == single else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription) depends on its chunks")
        return
      }
      guard whole.failure != nil || padded.rows.count + padded.malformed.count > 0 else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription) loses a row")
        return
      }
    }
  }
}
