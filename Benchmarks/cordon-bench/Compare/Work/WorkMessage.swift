/// What a worker and the check that runs it say to each other: one line each, a word and then `key=value` fields.
///
///     worker 1 case=walk-10k data=9f… optimized=1 fences=…   the worker, when it is ready
///     run blocks=3                                           the check
///     ran ns=2817313                                         the worker
///     count                                                  the check
///     counted samples=262144 events=…                        the worker
///     refused reason=no-such-case                            the worker, in place of all this
///
/// A worker ends when its input does. The number behind `worker` is the version of all this; a build that speaks another
/// one cannot be compared.
struct WorkMessage: Equatable {
  /// The version of the conversation.
  static let version = "1"

  /// The first words.
  var words: [String]
  /// The fields, by key.
  var fields: [String: String]

  /// A message of these.
  init(_ words: String..., fields: [String: String] = [:]) {
    self.words = words
    self.fields = fields
  }

  /// Reads a line without its end.
  init(line: String) {
    words = []
    fields = [:]
    for part in line.split(separator: " ") {
      if let equals = part.firstIndex(of: "=") {
        fields[String(part[..<equals])] = String(part[part.index(after: equals)...])
      } else {
        words.append(String(part))
      }
    }
  }

  /// The message as a line, without its end.
  var line: String {
    (words + fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
  }

  /// The whole number of a field, or `nil` where there is none.
  func integer(_ key: String) -> Int? { fields[key].flatMap { Int($0) } }
}

extension WorkMessage {
  /// A message that brings counts.
  init(_ word: String, _ counts: WorkCounts) {
    self.init(word)
    for metric in counts.metrics { fields[metric.rawValue] = counts[metric].map { String($0) } }
  }

  /// The counts in a message; metrics that this build does not know are left out.
  var counts: WorkCounts {
    var counts = WorkCounts()
    for metric in WorkMetric.allCases { counts[metric] = integer(metric.rawValue) }
    return counts
  }
}
