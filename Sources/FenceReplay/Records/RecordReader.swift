internal import FenceData
internal import GeoPolicy

/// Reads one object of a record strictly: every key is known, there, and of its type.
///
/// A record that is read with a shrug would be written back without what was not understood.
struct RecordReader {
  private let place: String
  private let members: [JSONValue.Member]

  /// A reader of this object, which must have these keys and no others.
  ///
  /// - Parameter place: How messages call the object, as in `reviews[2]`; empty for the whole document.
  init(_ value: JSONValue, at place: String, keys: [String]) throws(UnusableInput) {
    self.place = place
    guard let members = value.members else {
      throw UnusableInput(message: "\(place.isEmpty ? "the record" : place) must be an object, {…}")
    }
    self.members = members
    for member in members where !keys.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) {
      throw UnusableInput(
        message: "\(Self.path(place, "")): unknown key \(ShownText.quoted(Identifier(member.key))); known are "
          + keys.joined(separator: ", "))
    }
    for key in keys where value[key] == nil {
      throw UnusableInput(message: "\(Self.path(place, key)) is missing; restore the record")
    }
  }

  /// The whole document of a record, whose first duty is to say which form it has.
  init(document value: JSONValue, format: Int, keys: [String]) throws(UnusableInput) {
    guard value.members != nil else { throw UnusableInput(message: "the record must be a JSON object, {…}") }
    guard let found = value["format"] else { throw UnusableInput(message: "format is missing; this is no such record") }
    guard let number = found.integer, number >= 1 else {
      throw UnusableInput(message: "format must be a whole number, from 1 on")
    }
    guard number <= format else {
      throw UnusableInput(
        message: "format \(number) is newer than what this version understands, \(format); use a newer cordon")
    }
    try self.init(value, at: "", keys: ["format"] + keys)
  }

  /// The value of a key, whatever it is.
  func value(_ key: String) -> JSONValue { members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value ?? .null }

  /// Whether the value of a key is null.
  func isNull(_ key: String) -> Bool { if case .null = value(key) { true } else { false } }

  func text(_ key: String) throws(UnusableInput) -> String {
    guard let text = value(key).string else { throw wrong(key, "a string") }
    return text
  }

  func count(_ key: String) throws(UnusableInput) -> Int {
    guard let count = value(key).integer, count >= 0 else { throw wrong(key, "a whole number, from 0 on") }
    return count
  }

  func elements(_ key: String) throws(UnusableInput) -> [JSONValue] {
    guard let elements = value(key).elements else { throw wrong(key, "an array, […]") }
    return elements
  }

  func fingerprint(_ key: String) throws(UnusableInput) -> Fingerprint {
    guard let fingerprint = value(key).string.flatMap({ Fingerprint($0) }) else {
      throw wrong(key, "a fingerprint, 64 hexadecimal digits in small letters")
    }
    return fingerprint
  }

  func time(_ key: String) throws(UnusableInput) -> UTCTime {
    guard let time = value(key).string.flatMap({ UTCTime($0) }) else {
      throw wrong(key, "a time in UTC, as in 2025-05-30T09:00:00Z")
    }
    return time
  }

  /// What is wrong where a key's value is not what it should be.
  func wrong(_ key: String, _ expected: String) -> UnusableInput {
    UnusableInput(message: "\(Self.path(place, key)) must be \(expected)")
  }

  private static func path(_ place: String, _ key: String) -> String {
    if key.isEmpty { return place.isEmpty ? "the record" : place }
    return place.isEmpty ? key : "\(place).\(key)"
  }
}
