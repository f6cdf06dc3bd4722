/// The name that a mistyped word most likely meant, or `nil` where none is near.
///
/// Near is a third of the word's letters, at least one and at most three, wrong, missing, superfluous or exchanged with
/// their neighbor; or a word of three letters or more that begins the name.
public func nearestName(to word: String, among names: [String]) -> String? {
  let limit = min(max(word.count / 3, 1), 3)
  let near = names.map { (name: $0, distance: editDistance(Array(word), Array($0))) }
  if let best = near.min(by: { $0.distance < $1.distance }), best.distance <= limit { return best.name }
  let begun = names.filter { $0.hasPrefix(word) && word.drop { $0 == "-" }.count >= 3 }
  return begun.count == 1 ? begun.first : nil
}

/// `, did you mean X?` where a name is near, else nothing.
package func suggestion(for word: String, among names: [String]) -> String {
  nearestName(to: word, among: names).map { ", did you mean \($0)?" } ?? ""
}

/// The fewest insertions, deletions, replacements and exchanges of neighbors that make `b` of `a`.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
