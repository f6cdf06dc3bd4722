/// Reports rows that cannot be used: the first ten of a file, then how many more there are.
package struct BadRowReport {
  /// The most rows that are told of one by one.
  package static let limit = 10

  private let file: String
  private var count = 0

  package init(file: String) { self.file = file }

  /// Tells of one row, or counts it.
  package mutating func add(line: Int, message: String) {
    count += 1
    if count <= Self.limit { Diagnostics.print("\(file):\(line): \(message)") }
  }

  /// Tells how many rows were only counted.
  package func finish() {
    if count > Self.limit { Diagnostics.print("\(file): \(count - Self.limit) more") }
  }
}
