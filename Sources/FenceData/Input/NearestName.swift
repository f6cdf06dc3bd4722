/// Guesses which known name a misspelled one was meant to be.
enum NearestName {
  /// The known name that takes the fewest insertions, deletions and replacements of letters, case not counted, if that
  /// is at most two fifths of its length.
  static func of(_ name: String, among known: [String]) -> String? {
    let letters = Array(name.lowercased().unicodeScalars.prefix(40))
    let distances = known.map { (name: $0, distance: distance(letters, Array($0.lowercased().unicodeScalars))) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance * 5 <= best.name.count * 2 ? best.name : nil
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var previous = Array(0...b.count)
    for (row, letter) in a.enumerated() {
      var current = [row + 1]
      for (column, other) in b.enumerated() {
        let replaced = previous[column] + (letter == other ? 0 : 1)
        current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
      }
      previous = current
    }
    return previous[b.count]
  }
}
