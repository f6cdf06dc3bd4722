/// What differs between two texts of one JSON value per line, as sentences; empty where they agree.
///
/// Keys must come in the same order. Numbers compare as numbers, `distance` to 2 µm; strings compare byte by byte. A
/// `message` is free text and may be missing on either side.
public func differences(ofLines actual: String, fromExpected expected: String) -> [String] {
  let actualLines = lines(of: actual)
  let expectedLines = lines(of: expected)
  var found: [String] = []
  for (number, (actual, expected)) in zip(actualLines, expectedLines).enumerated() {
    guard let actualValue = OrderedJSON(actual) else {
      found.append("line \(number + 1) is no JSON: \(actual)")
      continue
    }
    guard let expectedValue = OrderedJSON(expected) else {
      found.append("line \(number + 1) of the expectation is no JSON: \(expected)")
      continue
    }
    if !agree(actualValue, expectedValue, key: nil) {
      found.append("line \(number + 1) is \(actual)\n  where expected is \(expected)")
    }
  }
  if actualLines.count != expectedLines.count {
    found.append("\(actualLines.count) lines where expected are \(expectedLines.count)")
  }
  return found
}

private func lines(of text: String) -> [Substring] {
  text.split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r\n" }
}

private func agree(_ a: OrderedJSON, _ b: OrderedJSON, key: String?) -> Bool {
  switch (a, b) {
  case (.null, .null): true
  case (.bool(let a), .bool(let b)): a == b
  case (.number(_, let a), .number(_, let b)): key == "distance" ? abs(a - b) <= 2e-6 : a == b
  case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
  case (.array(let a), .array(let b)):
    a.count == b.count && zip(a, b).allSatisfy { agree($0, $1, key: nil) }
  case (.object(let a), .object(let b)):
    membersWithoutMessage(a).elementsEqual(membersWithoutMessage(b)) {
      $0.key.utf8.elementsEqual($1.key.utf8) && agree($0.value, $1.value, key: $0.key)
    }
  default: false
  }
}

private func membersWithoutMessage(
  _ members: [(key: String, value: OrderedJSON)]
) -> [(key: String, value: OrderedJSON)] {
  members.filter { $0.key != "message" }
}
