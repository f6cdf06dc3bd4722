internal import FenceData

/// Ties each entry of a record to all before it, so that a change by hand shows.
///
/// An entry's link is the fingerprint of the link before it and of the entry's own values. So no entry can be altered,
/// exchanged or taken out of the middle without breaking the chain. What it does not protect against: entries cut off at
/// the end, and someone who computes all links anew; who may write the file can do both. The history of a version control
/// system tells those.
enum EntryChain {
  /// The key under which an entry keeps its link.
  static let key = "link"

  /// The link of an entry, whose own link must not be among its values.
  static func link(of entry: JSONValue, after previous: Fingerprint?) -> Fingerprint {
    var form = OutputBuffer()
    form.append(literal: "cordon entry 1\n")
    form.append(raw: previous?.description ?? "")
    form.append(literal: "\n")
    form.appendCompact(entry)
    return Fingerprint(of: form.bytes)
  }

  /// The entry with its link.
  static func linked(_ entry: JSONValue, after previous: Fingerprint?) -> JSONValue {
    .object((entry.members ?? []) + [(key, .string(link(of: entry, after: previous).description))])
  }

  /// The index of the first of these entries whose link does not fit, or `nil` where all do.
  static func firstBreak(in entries: [JSONValue]) -> Int? {
    var previous: Fingerprint?
    for (index, entry) in entries.enumerated() {
      let values = JSONValue.object((entry.members ?? []).filter { $0.key != key })
      let link = link(of: values, after: previous)
      guard entry[key]?.string == link.description else { return index }
      previous = link
    }
    return nil
  }
}
