import FenceData
import Testing

struct JSONValueTests {
  private func read(_ text: String) throws -> JSONValue { try Array(text.utf8).withUnsafeBytes { try JSONValue($0) } }

  @Test func everyKindIsRead() throws {
    let value = try read(
      "\u{FEFF} {\"s\" : \"a\\n\\u00e9\\ud83d\\ude00\", \"n\":[1, -0.50, 1E3, 9007199254740993],\"t\":true,\"f\":false,\"z\":null,\"o\":{}} "
    )
    #expect(value.members?.map(\.key) == ["s", "n", "t", "f", "z", "o"])
    #expect(value["s"]?.string == "a\né😀")
    #expect(value["n"]?.elements?.map(\.number) == [1, -0.5, 1000, 9_007_199_254_740_992])
    #expect(value["n"]?.elements?.map(\.integer) == [1, nil, nil, 9_007_199_254_740_993])
    guard case .bool(true)? = value["t"], case .bool(false)? = value["f"], case .null? = value["z"] else {
      Issue.record("\(value)")
      return
    }
    #expect(value["o"]?.members?.isEmpty == true)
    #expect(value["none"] == nil)
    #expect(try read("1e999").number == .infinity)
  }

  /// `é` and `e` with an accent are two keys.
  @Test func keysAreBytes() throws {
    let value = try read("{\"\\u00e9\":1,\"e\\u0301\":2}")
    #expect(value["\u{e9}"]?.integer == 1)
    #expect(value["e\u{301}"]?.integer == 2)
  }

  @Test(arguments: [
    ("", "line 1: broken JSON"), ("{", "line 1: broken JSON"), ("{}\n\nx", "line 3: broken JSON"),
    ("[1,]", "line 1: broken JSON"),
    ("01", "line 1: broken JSON"), ("nul", "line 1: broken JSON"), ("'a'", "line 1: broken JSON"),
    ("\"\\ud800\"", "line 1: broken JSON"),
    ("{\"a\":1,\n\"a\":2}", "line 2: the key \"a\" is given twice"),
    ("[{\"a\":1,\"\\u0061\":2}]", "line 1: the key \"a\" is given twice"),
    (String(repeating: "[", count: 129), "line 1: JSON nested deeper than 128 levels"),
  ])
  func whatIsNoValueIsExplained(text: String, beginning: String) {
    let error = #expect(throws: UnusableInput.self) { try read(text) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  @Test func otherBytesAreNoText() {
    #expect(throws: UnusableInput(message: "no UTF-8 text")) {
      try [0x22, 0xFF, 0x22 as UInt8].withUnsafeBytes { try JSONValue($0) }
    }
  }
}
