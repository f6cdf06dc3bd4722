/// The fields of a kind of row, by number, with the names under which files give them.
struct FieldNames: Sendable {
  private struct Entry: Sendable {
    let name: StaticString
    let field: Int
  }

  /// For every field its name, then its aliases.
  let names: [[StaticString]]
  /// The fields that a CSV header must have.
  let required: [Int]
  private let entries: [Entry]
  /// The word of every entry: names are told apart by it, so that nearly all cost one comparison of words.
  private let words: [UInt64]

  init(_ names: [[StaticString]], required: [Int]) {
    self.names = names
    self.required = required
    entries = names.enumerated().flatMap { field, aliases in aliases.map { Entry(name: $0, field: field) } }
    words = entries.map { Self.word(Bytes(start: $0.name.utf8Start, count: $0.name.utf8CodeUnitCount)) }
  }

  /// The bit, in every byte, that tells small letters from capitals.
  private static let small = 0x2020_2020_2020_2020 as UInt64

  /// The first eight bytes of a name, fewer of a shorter one.
  @inline(__always) private static func word(_ name: Bytes) -> UInt64 {
    if name.count >= 8 {
      return UInt64(littleEndian: UnsafeRawBufferPointer(name).loadUnaligned(as: UInt64.self))
    }
    var word = 0 as UInt64
    var at = name.count
    while at > 0 {
      at -= 1
      word = word << 8 | UInt64(name[at])
    }
    return word
  }

  /// The field of a name: blanks around it and the case of its letters do not count.
  func field(named name: Bytes) -> Int? {
    let name = name.trimmed
    let word = Self.word(name)
    for index in words.indices where words[index] | Self.small == word | Self.small {
      let entry = entries[index]
      let isWhole = words[index] == word && name.count == entry.name.utf8CodeUnitCount && name.count <= 8
      if isWhole || name.equalsIgnoringCase(entry.name) { return entry.field }
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
