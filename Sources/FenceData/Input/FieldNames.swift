/// The fields of a kind of row, by number, with the names under which files give them.
struct FieldNames: Sendable {
  /// One name as it is compared: its first eight bytes as a word, so that most names cost one comparison.
  private struct Entry: Sendable {
    let word: UInt64
    let name: StaticString
    let field: Int
  }

  /// For every field its name, then its aliases.
  let names: [[StaticString]]
  /// The fields that a CSV header must have.
  let required: [Int]
  private let entries: [Entry]

  init(_ names: [[StaticString]], required: [Int]) {
    self.names = names
    self.required = required
    entries = names.enumerated().flatMap { field, aliases in
      aliases.map { name in
        let bytes = Bytes(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return Entry(word: Self.word(bytes), name: name, field: field)
      }
    }
  }

  /// The first eight bytes of a name in small letters.
  @inline(__always) private static func word(_ name: Bytes) -> UInt64 {
    var word = 0 as UInt64
    for index in 0..<min(name.count, 8) { word = word << 8 | UInt64(Byte.lowercased(name[index])) }
    return word
  }

  /// The field of a name: blanks around it and the case of its letters do not count.
  func field(named name: Bytes) -> Int? {
    let name = name.trimmed
    let word = Self.word(name)
    for entry in entries where entry.word == word {
      if name.equalsIgnoringCase(entry.name) { return entry.field }
    }
    return nil
  }

  /// The name of a field, and its aliases in brackets.
  func description(of field: Int) -> String {
    let aliases = names[field].dropFirst().map(\.description)
    return "\"\(names[field][0])\"" + (aliases.isEmpty ? "" : " (or \(aliases.joined(separator: ", ")))")
  }

  /// What a second appearance of a field is called.
  func duplicateMessage(_ field: Int) -> String {
    "\(description(of: field)) is given twice; keep one"
  }
}

/// The fields of a sample, in the order of ``names``.
enum SampleField {
  static let sequence = 0
  static let device = 1
  static let time = 2
  static let latitude = 3
  static let longitude = 4
  static let accuracy = 5
  static let received = 6
  static let count = 7

  static let names = FieldNames(
    [
      ["seq"], ["device"], ["time", "timestamp", "tst"], ["latitude", "lat"], ["longitude", "lon", "lng"],
      ["accuracy", "acc", "horizontalAccuracy"], ["received"],
    ], required: [device, time, latitude, longitude, accuracy])
}

/// The fields of a fence, in the order of ``names``. Others, such as a name to read, are ignored.
enum FenceField {
  static let id = 0
  static let latitude = 1
  static let longitude = 2
  static let enterRadius = 3
  static let exitRadius = 4
  static let policy = 5
  static let count = 6

  static let names = FieldNames(
    [
      ["id"], ["latitude", "lat"], ["longitude", "lon", "lng"], ["enter_m", "radius"], ["exit_m"], ["policy"],
    ], required: [id, latitude, longitude])
}
