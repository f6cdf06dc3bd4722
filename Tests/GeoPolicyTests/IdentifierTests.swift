import GeoPolicy
import Testing

@Suite struct IdentifierTests {
  @Test func areBytes() {
    let composed: Identifier = "caf\u{E9}"
    let decomposed: Identifier = "cafe\u{301}"
    #expect(composed.text == decomposed.text, "String holds them for equal")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(Identifier("a") != "A" && Identifier("a ") != "a" && Identifier("07") != "7")
  }

  @Test func orderIsThatOfBytes() {
    let sorted: [Identifier] = ["", "A", "Z", "a", "a\u{0}", "aa", "\u{E9}", "\u{FFFD}", "\u{1F600}"]
    #expect(sorted.reversed().sorted() == sorted)
  }

  @Test func brokenBytesAreReplaced() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62]
    #expect(bytes.withUnsafeBufferPointer { Identifier(utf8: $0) }.text == "a\u{FFFD}b")
    #expect([UInt8]().withUnsafeBufferPointer { Identifier(utf8: $0) }.text.isEmpty)
  }
}

@Suite struct IdentifierTableTests {
  /// A stream of names of which many come again, against a dictionary.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func agreesWithADictionary(seed: UInt64) {
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var table = IdentifierTable()
    var expected: [Identifier: UInt32] = [:]
    for _ in 0..<20_000 {
      let number = next(3000)
      // Names of all lengths around the 8 bytes that are hashed at once, the empty one, and twins in other bytes.
      let stem = String(repeating: "x", count: number % 19)
      let name = Identifier(
        number == 0
          ? "" : number % 7 == 0 ? "e\u{301}\(number)" : number % 7 == 1 ? "\u{E9}\(number - 1)" : stem + "\(number)")
      #expect(table.find(name) == expected[name], "seed \(seed)")
      let handle = table.handle(for: name)
      if let known = expected[name] {
        #expect(handle == known, "seed \(seed)")
      } else {
        #expect(handle == UInt32(expected.count), "seed \(seed)")
        expected[name] = handle
      }
    }
    #expect(table.count == expected.count)
    for (name, handle) in expected {
      #expect(table[handle] == name)
      #expect(table.withBytes(of: handle) { $0.elementsEqual(name.text.utf8) })
    }
    #expect(table.find("never seen") == nil)
  }

  @Test func tableIsAValue() {
    var table = IdentifierTable()
    _ = table.handle(for: "a")
    let before = table
    #expect(table.handle(for: "b") == 1)
    #expect(before.count == 1 && before.find("b") == nil)
  }

  @Test func zeroBytesAndLengthsCount() {
    var table = IdentifierTable()
    let names: [Identifier] = ["", "\u{0}", "\u{0}\u{0}", "a", "a\u{0}", "aaaaaaaa", "aaaaaaaa\u{0}", "aaaaaaaaa"]
    for (index, name) in names.enumerated() { #expect(table.handle(for: name) == UInt32(index)) }
    for (index, name) in names.enumerated() { #expect(table.find(name) == UInt32(index)) }
  }
}

@Suite struct NameHashTests {
  private func hash(_ seed: NameHash, _ text: String) -> UInt64 {
    Array(text.utf8).withUnsafeBufferPointer { seed.hash($0) }
  }

  @Test func oneSeedHashesAlikeAndSpreads() {
    let seed = NameHash()
    #expect(hash(seed, "store-000123") == hash(seed, "store-000123"))
    // Names that count up must not crowd: of 65 536 slots, 65 536 names at random fill 63 %.
    var slots = Set<UInt64>()
    for number in 0..<65_536 { slots.insert(hash(seed, "store-\(number)") >> 20 & 0xFFFF) }
    #expect(slots.count > 35_000)
  }

  @Test func seedsDiffer() {
    let hashes = Set((0..<20).map { _ in hash(NameHash(), "store") })
    #expect(hashes.count > 15)
  }
}
