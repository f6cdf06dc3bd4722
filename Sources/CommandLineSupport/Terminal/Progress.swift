/// How far a long work has come: one line that is written over itself, on a terminal alone.
package struct Progress {
  private let isShown: Bool
  private let totalBytes: Int64?
  private var nextTime = secondsSinceStart() + 1
  private var isLineOpen = false

  /// A progress that is shown unless it is muted or nobody watches.
  package init(isMuted: Bool, totalBytes: Int64?) {
    isShown = !isMuted && Descriptor.standardError.isTerminal
    self.totalBytes = totalBytes
  }

  /// Shows the numbers, a few times a second at most.
  package mutating func update(bytes: Int64, samples: Int) {
    let share = totalBytes.map { $0 > 0 ? " (\(min(bytes * 100 / $0, 100)) %)" : "" } ?? ""
    update("\(samples) samples, \(bytes / 1_000_000) MB\(share)")
  }

  /// Shows a line, a few times a second at most.
  package mutating func update(_ line: @autoclosure () -> String) {
    guard isShown else { return }
    let now = secondsSinceStart()
    guard now >= nextTime else { return }
    nextTime = now + 0.25
    isLineOpen = true
    Diagnostics.write("\r\u{1B}[K\(line())")
  }

  /// Removes the line, so that another can be printed.
  package mutating func clear() {
    if isLineOpen { Diagnostics.write("\r\u{1B}[K") }
    isLineOpen = false
  }
}
