internal import FenceData

extension VerificationReport {
  /// The report as JUnit XML: one test suite, with a test case for each folder. A folder that is different or out of
  /// review is a failure, one that is unusable an error.
  public var junit: [UInt8] {
    let failures = count(of: .different) + count(of: .outOfReview)
    let seconds = folders.reduce(0) { $0 + $1.seconds }
    let attributes =
      #"name="cordon verify" tests="\#(folders.count)" failures="\#(failures)" errors="\#(count(of: .unusable))""#
      + #" skipped="0" time="\#(timeText(seconds))""#
    let cases = folders.map(\.junitCase).joined()
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      <testsuite \(attributes)>
      \(cases)</testsuite>
      </testsuites>

      """.utf8)
  }
}

extension FolderReport {
  fileprivate var junitCase: String {
    let head = #"<testcase classname="cordon.verify" name="\#(xmlEscaped(name))" time="\#(timeText(seconds))""#
    let element: String
    switch verdict {
    case .passed: return head + "/>\n"
    case .unusable: element = "error"
    case .different, .outOfReview: element = "failure"
    }
    let message = problem ?? (verdict == .different ? "results differ from what is expected" : "out of review")
    let text = details.joined(separator: "\n")
    return head + ">\n"
      + #"<\#(element) type="\#(verdict.rawValue)" message="\#(xmlEscaped(message))">"#
      + "\(xmlEscaped(text, keepsLines: true))</\(element)>\n</testcase>\n"
  }
}

/// Seconds to 1 ms.
private func timeText(_ seconds: Double) -> String {
  var out = OutputBuffer()
  out.append(seconds: seconds)
  return String(decoding: out.bytes, as: UTF8.self)
}

/// Text within XML 1.0: what would be read as markup is written as a reference, and characters that XML does not allow at
/// all, not even as references, are shown as `\u{1}`.
func xmlEscaped(_ text: String, keepsLines: Bool = false) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\n" where keepsLines: escaped += "\n"
    case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
    case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}":
      escaped += "\\u{\(String(scalar.value, radix: 16))}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
