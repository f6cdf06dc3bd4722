import CommandLineSupport
import Testing

struct ArgumentCursorTests {
  @Test func valuesFollowOrAreJoined() throws {
    var cursor = ArgumentCursor(["--a", "1", "--b=2", "--c=x=y", "--d", "-", "--e", "-03:00"])
    for (name, value) in [("--a", "1"), ("--b", "2"), ("--c", "x=y"), ("--d", "-"), ("--e", "-03:00")] {
      #expect(try cursor.next() == .option(name))
      #expect(try cursor.value() == value)
    }
    #expect(try cursor.next() == nil)
  }

  @Test func afterTwoDashesEverythingIsAnOperand() throws {
    var cursor = ArgumentCursor(["a", "-", "-x", "--", "--b", "--", "-"])
    var all: [ArgumentCursor.Argument] = []
    while let argument = try cursor.next() { all.append(argument) }
    #expect(all == [.operand("a"), .operand("-"), .option("-x"), .operand("--b"), .operand("--"), .operand("-")])
  }

  @Test(arguments: [["--a"], ["--a", "--b"], ["--a="], ["--a", ""], ["--a", "--"]])
  func aMissingValueIsAnError(arguments: [String]) throws {
    var cursor = ArgumentCursor(arguments)
    _ = try cursor.next()
    let error = #expect(throws: UsageError.self) { try cursor.value() }
    #expect(error?.message.hasPrefix("--a needs a value") == true)
  }

  @Test func aFlagTakesNoValue() throws {
    var cursor = ArgumentCursor(["--flag=yes", "--other"])
    #expect(try cursor.next() == .option("--flag"))
    #expect(throws: UsageError("--flag takes no value")) { try cursor.next() }
  }

  @Test func anOptionIsGivenOnce() throws {
    var cursor = ArgumentCursor(["--a=1", "--a=2"])
    var place: String?
    _ = try cursor.next()
    try cursor.take(into: &place)
    _ = try cursor.next()
    #expect(throws: UsageError("--a is given twice; give it once")) { try cursor.take(into: &place) }
    #expect(place == "1")
  }
}

struct NearestNameTests {
  static let names = ["--fences", "--samples", "--strict", "--states", "--summary", "--quiet", "replay", "help"]

  @Test(arguments: [
    ("--fence", "--fences"), ("--sample", "--samples"), ("--strcit", "--strict"), ("--Quiet", "--quiet"),
    ("repaly", "replay"), ("reply", "replay"), ("hlep", "help"), ("--sum", "--summary"), ("--stats", "--states"),
  ])
  func aSlipIsUnderstood(word: String, name: String) {
    #expect(nearestName(to: word, among: Self.names) == name)
  }

  @Test(arguments: ["", "-", "x", "--", "--s", "--st", "--verbose", "serve", "--output"])
  func anythingElseIsNot(word: String) {
    #expect(nearestName(to: word, among: Self.names) == nil)
  }
}
