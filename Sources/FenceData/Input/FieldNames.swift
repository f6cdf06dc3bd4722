/// The fields of a kind of row, by number, with the names under which files give them.
struct FieldNames: Sendable {
  /// For every field its name, then its aliases. None is longer than 18 bytes.
  let names: [[StaticString]]
  /// The fields that a CSV header must have.
  let required: [Int]

  /// The field of a name: blanks around it and the case of its letters do not count.
  func field(named name: Bytes) -> Int? {
    let name = name.trimmed
    guard name.count <= 18 else { return nil }
    for (field, aliases) in names.enumerated() where aliases.contains(where: { name.equalsIgnoringCase($0) }) {
      return field
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
    names: [
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
    names: [
      ["id"], ["latitude", "lat"], ["longitude", "lon", "lng"], ["enter_m", "radius"], ["exit_m"], ["policy"],
    ], required: [id, latitude, longitude])
}
