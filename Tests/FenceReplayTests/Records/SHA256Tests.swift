import Testing

@testable import FenceReplay

struct SHA256Tests {
  /// The examples of FIPS 180 and, for the last, of RFC 6234.
  static let vectors: [(text: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
      "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ]

  @Test(arguments: vectors) func theStandardVectorsHold(text: String, digest: String) {
    #expect(Fingerprint(of: Array(text.utf8)).description == digest)
  }

  /// Every length around the ends of blocks, fed in pieces of every size: always what all of it at once gives.
  @Test func piecesDoNotMatter() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
    var wrong: [String] = []
    for length in 0...200 {
      let whole = Fingerprint(of: Array(bytes[..<length]))
      for piece in 1...130 {
        var hash = SHA256()
        for start in stride(from: 0, to: length, by: piece) {
          bytes[start..<min(start + piece, length)].withUnsafeBytes { hash.update($0) }
        }
        if Fingerprint(&hash) != whole { wrong.append("\(length) bytes in pieces of \(piece)") }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: ["", "abc", String(repeating: "A", count: 64), String(repeating: "a", count: 65)])
  func otherTextIsNoFingerprint(text: String) { #expect(Fingerprint(text) == nil) }

  @Test func digitsAreRead() {
    let digits = String(repeating: "0123456789abcdef", count: 4)
    #expect(Fingerprint(digits)?.description == digits)
    #expect(Fingerprint(digits)?.short == "0123456789ab")
  }
}
