/// Lines for people, on standard error. Nothing is done where they cannot be written.
package enum Diagnostics {
  /// Prints one line. Control characters, which a file's name or an id may hold, are shown as escapes, so that it stays
  /// one line and does nothing to a terminal.
  package static func print(_ line: String) {
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
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { try? Descriptor.standardError.write(UnsafeRawBufferPointer($0)) }
  }

  /// Prints a line on what is going on, nothing to keep: on a terminal alone.
  package static func progress(_ line: String) {
    if Descriptor.standardError.isTerminal { print(line) }
  }
}
