/// The path that stands for standard input or standard output.
package let standardStreamPath = "-"

/// Writes text to standard output.
package func writeToStandardOutput(_ text: String) throws(CommandEnd) {
  try OutputFile(path: standardStreamPath).write(Array(text.utf8))
}
