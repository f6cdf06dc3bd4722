import CommandLineSupport

/// A file, and the option or operand that names it.
typealias NamedPath = (option: String, path: String)

/// Refuses that two options read standard input, or that two write standard output.
///
/// - Parameter mend: What to do where two write.
func checkStandardStreams(
  inputs: [NamedPath], outputs: [NamedPath], mend: String = "give one of them a file"
) throws(UsageError) {
  let fromInput = inputs.filter { $0.path == standardStreamPath }.map(\.option)
  if fromInput.count > 1 {
    throw UsageError("\(fromInput[0]) and \(fromInput[1]) both read standard input; give one of them a file")
  }
  let toOutput = outputs.filter { $0.path == standardStreamPath }.map(\.option)
  if toOutput.count > 1 {
    throw UsageError("\(toOutput[0]) and \(toOutput[1]) both write standard output; \(mend)")
  }
}
