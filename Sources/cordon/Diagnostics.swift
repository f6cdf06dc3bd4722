/// Lines for people, on standard error. Nothing is done where they cannot be written.
enum Diagnostics {
  /// Prints one line. Control characters, which a file's name or an id may hold, are shown as escapes, so that it stays
  /// one line and does nothing to a terminal.
  static func print(_ line: String) {
    var text = ""
    for scalar in line.unicodeScalars {
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    write(text + "\n")
  }

  /// Writes text as it stands.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { try? Descriptor.standardError.write(UnsafeRawBufferPointer($0)) }
  }
}

/// Reports rows that cannot be used: the first ten of a file, then how many more there are.
struct BadRowReport {
  /// The most rows that are told of one by one.
  static let limit = 10

  private let file: String
  private var count = 0

  init(file: String) { self.file = file }

  /// Tells of one row, or counts it.
  mutating func add(line: Int, message: String) {
    count += 1
    if count <= Self.limit { Diagnostics.print("\(file):\(line): \(message)") }
  }

  /// Tells how many rows were only counted.
  func finish() {
    if count > Self.limit { Diagnostics.print("\(file): \(count - Self.limit) more") }
  }
}

/// How far a long replay has come: one line that is written over itself, on a terminal alone.
struct Progress {
  private let isShown: Bool
  private let totalBytes: Int64?
  private var nextTime = secondsSinceStart() + 1
  private var isLineOpen = false

  /// A progress that is shown unless it is muted or nobody watches.
  init(isMuted: Bool, totalBytes: Int64?) {
    isShown = !isMuted && Descriptor.standardError.isTerminal
    self.totalBytes = totalBytes
  }

  /// Shows the numbers, a few times a second at most.
  mutating func update(bytes: Int64, samples: Int) {
    guard isShown else { return }
    let now = secondsSinceStart()
    guard now >= nextTime else { return }
    nextTime = now + 0.25
    isLineOpen = true
    let share = totalBytes.map { $0 > 0 ? " (\(min(bytes * 100 / $0, 100)) %)" : "" } ?? ""
    Diagnostics.write("\r\u{1B}[K\(samples) samples, \(bytes / 1_000_000) MB\(share)")
  }

  /// Removes the line, so that another can be printed.
  mutating func clear() {
    if isLineOpen { Diagnostics.write("\r\u{1B}[K") }
    isLineOpen = false
  }
}
