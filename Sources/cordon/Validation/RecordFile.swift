import CommandLineSupport
import FenceData
import FenceReplay

/// The file of a record of validations.
struct RecordFile {
  /// Its path.
  let path: String

  /// What the file holds; a record of nothing where there is no file yet.
  func read() throws(CommandEnd) -> ValidationRecord {
    do {
      let status = try FileSystem.status(of: path)
      if status.kind == .directory { throw CommandEnd.failure(.noInput, "\(path): is a directory; name a file") }
      guard status.kind == .regular, status.size <= recordLimit else {
        throw CommandEnd.failure(.badData, "\(path): is no record of validations; name another file")
      }
    } catch let error as SystemError {
      if error.isMissing { return ValidationRecord() }
      throw .failure(.noInput, "\(path): cannot be opened: \(error.message); \(error.mendOfInput)")
    } catch let end as CommandEnd {
      throw end
    } catch {
      throw .failure(.internalError, "\(path): \(error)")
    }
    return try InputFile(path: path).record { (bytes) throws(UnusableInput) in try ValidationRecord(bytes) }
  }

  /// Reads the file, changes the record and puts it in place: as one step for all that do it this way.
  func update(_ change: (inout ValidationRecord) -> Void) throws(CommandEnd) {
    let lock = try FolderLock(folder: folder)
    defer { withExtendedLifetime(lock) {} }
    var record = try read()
    change(&record)
    let output = try OutputFile(path: path)
    try output.write(record.document)
    try [output].publishAll()
  }

  /// The folder of the file itself, where the path is a link to it.
  private var folder: String {
    let target = FileSystem.resolve(path) ?? path
    guard let slash = target.lastIndex(of: "/") else { return "." }
    return slash == target.startIndex ? "/" : String(target[..<slash])
  }
}

/// The time that records get: `SOURCE_DATE_EPOCH`, for those who need the same bytes every time, or now.
func recordTime() throws -> UTCTime {
  guard let text = environmentValue("SOURCE_DATE_EPOCH"), !text.isEmpty else {
    guard let now = UTCTime(unixSeconds: unixSeconds()) else {
      throw CommandEnd.failure(.internalError, "the clock is out of the years 1 to 9999; set it")
    }
    return now
  }
  guard let seconds = Int64(text), let time = UTCTime(unixSeconds: seconds) else {
    throw UsageError("SOURCE_DATE_EPOCH is no whole number of seconds since 1970; set it right, or unset it")
  }
  return time
}
