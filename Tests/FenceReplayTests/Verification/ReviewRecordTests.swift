import FenceData
import GeoPolicy
import Testing

@testable import FenceReplay

struct ReviewRecordTests {
  private func record(reviews: Int = 3) throws -> ReviewRecord {
    var probe = try FolderProbe.accepted()
    for index in 1..<reviews {
      probe.policy = "{\"maxAge\":\(index)}"
      try probe.accept(reviewer: "Reviewer \(index)", why: "because \"\(index)\"\n")
    }
    return try #require(probe.review)
  }

  @Test func aRecordReadsBackAsItWas() throws {
    let written = try record()
    let read = try ReviewRecord.read(written.document)
    #expect(read.document == written.document)
    #expect(read.isIntact)
    #expect(read.entries.map(\.reviewer) == ["Ada", "Reviewer 1", "Reviewer 2"])
    #expect(read.entries.map(\.why) == ["checked by hand", "because \"1\"\n", "because \"2\"\n"])
    #expect(read.entries.map(\.subject) == written.entries.map(\.subject))
    #expect(read.entries.map(\.date.description) == Array(repeating: "2025-05-30T09:00:00Z", count: 3))
  }

  @Test func entriesAreOnlyAdded() throws {
    let two = try record(reviews: 2).text
    let three = try record(reviews: 3).text
    #expect(three.hasPrefix(two.dropLast("\n  ]\n}\n".count)))
  }

  /// Any value of any entry, altered by hand, breaks the chain or the form.
  @Test(arguments: [
    "Ada", "checked by hand", "Reviewer 1", "2025-05-30T09:00:00Z", "\"tz\": null", "\"samples\": \"", "\"link\": \"",
  ])
  func anAlteredEntryShows(text: String) throws {
    let written = try record().text
    let range = try #require(written.firstRange(of: text))
    var altered = written
    switch text {
    case "\"tz\": null": altered.replaceSubrange(range, with: "\"tz\": \"+01:00\"")
    case "2025-05-30T09:00:00Z": altered.replaceSubrange(range, with: "2025-05-30T09:00:01Z")
    case _ where text.hasSuffix(": \""):
      let digit = written[range.upperBound]
      altered.replaceSubrange(range.upperBound...range.upperBound, with: digit == "0" ? "1" : "0")
    default: altered.replaceSubrange(range, with: text + "!")
    }
    #expect(!(try ReviewRecord.read(altered).isIntact))
  }

  @Test func anEntryThatIsTakenOutOrExchangedShows() throws {
    let value = try JSONValue(Array(try record().text.utf8))
    let entries = try #require(value["reviews"]?.elements)
    func isIntact(_ entries: [JSONValue]) throws -> Bool {
      let lines = entries.map { String(decoding: $0.compact, as: UTF8.self) }
      return try ReviewRecord.read("{\"format\":1,\"reviews\":[\(lines.joined(separator: ","))]}").isIntact
    }
    #expect(try isIntact(entries))
    #expect(try !isIntact([entries[0], entries[2]]))
    #expect(try !isIntact([entries[1], entries[2]]))
    #expect(try !isIntact([entries[1], entries[0], entries[2]]))
    // What cannot be told, and is not promised: that the last entries are gone.
    #expect(try isIntact([entries[0], entries[1]]))
  }

  @Test func aChangedPolicyDoesNotFitItsFingerprint() throws {
    let altered = try record().text.replacing("\"exitRadius\": 120", with: "\"exitRadius\": 500")
    let error = #expect(throws: UnusableInput.self) { try ReviewRecord.read(altered) }
    #expect(error?.message.hasPrefix("reviews[1].policy must be the fingerprint of effectivePolicy") == true)
  }

  @Test func nothingIsAddedToAnAlteredRecord() throws {
    var probe = try FolderProbe.accepted()
    probe.review = try ReviewRecord.read(try record().text.replacing("Ada", with: "Eve"))
    #expect(
      try probe.report().reviewFindings == [
        "review.json was changed by hand: entry 1 does not fit to those before; restore it"
      ])
    #expect(throws: UnusableInput.self) { try probe.accept() }
  }

  @Test(arguments: [
    ("", "broken JSON: it ends too early"), ("[]", "the record must be a JSON object"),
    ("{}", "format is missing"), ("{\"format\":\"1\",\"reviews\":[]}", "format must be a whole number"),
    ("{\"format\":0,\"reviews\":[]}", "format must be a whole number"),
    ("{\"format\":2,\"somethingNew\":[]}", "format 2 is newer than what this version understands, 1"),
    ("{\"format\":99999999999999999999,\"reviews\":[]}", "format must be a whole number"),
    ("{\"format\":1}", "reviews is missing"), ("{\"format\":1,\"reviews\":[]}", "reviews must have an entry"),
    ("{\"format\":1,\"reviews\":{}}", "reviews must be an array"),
    ("{\"format\":1,\"reviews\":[7]}", "reviews[1] must be an object"),
    ("{\"format\":1,\"reviews\":[{}]}", "reviews[1].date is missing"),
    ("{\"format\":1,\"reviews\":[],\"extra\":1}", "the record: unknown key \"extra\"; known are format, reviews"),
    ("{\"format\":1,\"format\":1,\"reviews\":[]}", "the key \"format\" is given twice"),
  ])
  func whatIsNoRecordIsExplained(text: String, beginning: String) {
    let error = #expect(throws: UnusableInput.self) { try ReviewRecord.read(text) }
    #expect(error?.message.hasPrefix(beginning) == true, "\(error?.message ?? "")")
  }

  /// Whatever byte is changed, and to what: the record is refused, or does not hold together, or means the same.
  @Test func anyChangedByteShows() throws {
    let original = try record(reviews: 2).document
    var unnoticed: [String] = []
    for position in original.indices {
      for byte in [UInt8(ascii: "0"), UInt8(ascii: "e"), UInt8(ascii: "\""), UInt8(ascii: " "), 0x00, 0xFF] {
        var altered = original
        altered[position] = byte
        guard let read = try? ReviewRecord.read(altered), read.isIntact, read.document != original else { continue }
        unnoticed.append("byte \(position) as \(byte)")
      }
    }
    #expect(unnoticed.isEmpty)
  }

  /// Cut anywhere, a record is no record: nothing is taken for whole that is not.
  @Test func aCutRecordIsRefused() throws {
    let bytes = try record(reviews: 2).document
    // All but the line break at the end belongs to it.
    for end in 0..<bytes.count - 1 {
      #expect(throws: UnusableInput.self, "cut at \(end)") { try ReviewRecord.read(Array(bytes[..<end])) }
    }
  }

  /// Every value of the wrong type is refused by the name of its key.
  @Test(arguments: [
    "date", "reviewer", "why", "tz", "policy", "fences", "samples", "expected", "effectivePolicy", "link",
  ])
  func aWrongTypeIsRefusedByName(key: String) throws {
    let value = try JSONValue(Array(try record(reviews: 1).text.utf8))
    let members = try #require(value["reviews"]?.elements?.first?.members)
    let altered = JSONValue.object(members.map { $0.key == key ? (key, .number("7")) : $0 })
    let text = String(decoding: altered.compact, as: UTF8.self)
    let error = #expect(throws: UnusableInput.self) { try ReviewRecord.read("{\"format\":1,\"reviews\":[\(text)]}") }
    #expect(error?.message.hasPrefix("reviews[1].\(key) ") == true, "\(error?.message ?? "")")
  }
}

extension JSONValue {
  init(_ bytes: [UInt8]) throws { self = try bytes.withUnsafeBytes { try JSONValue($0) } }
}
