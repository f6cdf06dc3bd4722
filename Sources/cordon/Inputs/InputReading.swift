import CommandLineSupport
import FenceData
import GeoPolicy

extension InputFile {
  /// Reads the policies that this file holds.
  func policies() throws(CommandEnd) -> PolicySet {
    try reading { (bytes) throws(UnusableInput) in try readPolicies(bytes) }
  }

  /// Reads the fences that this file holds, with those that cannot be used; these are yet to be told of.
  func fences(_ policies: PolicySet) throws(CommandEnd) -> FenceFile {
    try reading { (bytes) throws(UnusableInput) in try readFences(bytes, policies: policies) }
  }

  /// Reads the region events that this file holds, with the rows that cannot be used; these are yet to be told of.
  func regionEvents(offsetSeconds: Int?) throws(CommandEnd) -> RegionEventFile {
    try reading { (bytes) throws(UnusableInput) in try readRegionEvents(bytes, offsetSeconds: offsetSeconds) }
  }

  /// Reads the record that this file holds, which a command has written, and so no one mends by hand.
  func record<Record>(
    _ body: (UnsafeRawBufferPointer) throws(UnusableInput) -> Record
  ) throws(CommandEnd) -> Record {
    try reading { (bytes) throws(UnusableInput) in
      do throws(UnusableInput) {
        return try body(bytes)
      } catch {
        // A line says where the text is broken; what is wrong with a value says itself what it must be.
        guard error.line != nil else { throw error }
        throw UnusableInput(
          line: error.line, message: "\(error.message); restore the file, as from version control")
      }
    }
  }

  /// Reads the whole file and makes something of it.
  func reading<Result>(
    _ body: (UnsafeRawBufferPointer) throws(UnusableInput) -> Result
  ) throws(CommandEnd) -> Result {
    let bytes = try readAll()
    do throws(UnusableInput) {
      return try bytes.withUnsafeBufferPointer { (buffer) throws(UnusableInput) in
        try body(UnsafeRawBufferPointer(buffer))
      }
    } catch {
      throw unusable(error.line, error.message)
    }
  }

  /// What ends the command where this file was opened but cannot be used.
  func unusable(_ line: Int?, _ message: String) -> CommandEnd {
    .failure(.badData, "\(name):\(line.map { "\($0):" } ?? "") \(message)")
  }
}

extension BadRowReport {
  /// Tells of all these rows of a file.
  static func tell(_ problems: [RowProblem], of file: String) {
    var report = BadRowReport(file: file)
    for problem in problems { report.add(line: problem.line, message: problem.message) }
    report.finish()
  }
}
