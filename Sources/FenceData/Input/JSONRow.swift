/// Why a line of JSON is malformed.
enum JSONRowFault: Error {
  case json(JSONFault)
  case duplicate(field: Int)

  /// The fault as a clause.
  func message(_ names: FieldNames) -> String {
    switch self {
    case .json(let fault): fault.message
    case .duplicate(let field): "the key \(names.duplicateMessage(field))"
    }
  }
}

/// Notes where the fields of a line of JSON, one object, are; keys that `names` does not know are passed over.
///
/// A key that is given twice, by an alias too, makes the line malformed, as it makes a CSV header unusable: which of
/// the two values holds is anyone's guess.
func readJSONRow(_ bytes: Bytes, names: FieldNames, into fields: inout [RawField]) throws(JSONRowFault) {
  for field in fields.indices { fields[field] = .absent }
  var seen = 0 as UInt32
  var duplicate: Int?
  var scratch: [UInt8] = []
  var cursor = JSONCursor(bytes)
  do throws(JSONFault) {
    try cursor.object { (cursor, key) throws(JSONFault) in
      let field = key.withText(in: bytes, scratch: &scratch) { names.field(named: $0) }
      let value = try cursor.value()
      guard let field else { return }
      if seen & 1 << UInt32(field) != 0 { duplicate = field }
      seen |= 1 << UInt32(field)
      fields[field] = value
    }
    try cursor.end()
  } catch {
    throw .json(error)
  }
  if let duplicate { throw .duplicate(field: duplicate) }
}
