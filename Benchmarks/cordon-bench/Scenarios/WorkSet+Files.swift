import CommandLineSupport
import FenceData
import GeoPolicy

extension WorkSet {
  /// The user's own files, read whole before anything is measured.
  ///
  /// - Throws: ``CommandEnd`` where a file cannot be read or used. Rows that cannot be used are told of on standard error.
  init(_ files: RunOptions.Files) throws(CommandEnd) {
    let policies = try Self.policies(files.policy)
    let fences = try Self.fences(files.fences, policies)
    var devices = IdentifierTable()
    let samples = try Self.samples(files.samples, devices: &devices)
    self.init(
      policies: policies, fences: fences, deviceCount: devices.count, names: devices, samples: SampleStream(samples))
  }

  static func policies(_ path: String?) throws(CommandEnd) -> PolicySet {
    guard let path else { return .standard }
    let bytes = try InputFile(path: path).readAll()
    return try naming(path) { try bytes.withUnsafeBytes { try readPolicies($0) } }
  }

  static func fences(_ path: String, _ policies: PolicySet) throws(CommandEnd) -> [Fence] {
    let bytes = try InputFile(path: path).readAll()
    let file = try naming(path) { try bytes.withUnsafeBytes { try readFences($0, policies: policies) } }
    if let problem = file.problems.first {
      noteSkipped(file.problems.count, problem, in: path)
    }
    return file.fences
  }

  private static func samples(_ path: String, devices: inout IdentifierTable) throws(CommandEnd) -> SampleColumns {
    let bytes = try InputFile(path: path).readAll()
    var columns = SampleColumns()
    var malformed: (count: Int, first: RowProblem?) = (0, nil)
    var timesWithoutOffset = 0
    func take(_ batch: inout SampleBatch) {
      columns.append(contentsOf: batch.columns)
      malformed.count += batch.malformed.count
      malformed.first = malformed.first ?? batch.malformed.first?.problem
      timesWithoutOffset += batch.timesWithoutOffset
      batch.removeAll()
    }
    try naming(path) {
      var reader = SampleReader()
      var batch = SampleBatch()
      try bytes.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let chunk = UnsafeRawBufferPointer(rebasing: rest)
          rest = rest.dropFirst(try reader.read(chunk, into: &batch, devices: &devices, limit: batchSize))
          take(&batch)
        }
        try reader.finish(into: &batch, devices: &devices)
      }
      take(&batch)
    }
    if let problem = malformed.first {
      noteSkipped(malformed.count, problem, in: path)
    }
    if timesWithoutOffset > 0 {
      Diagnostics.print(
        "\(path): \(timesWithoutOffset) times have no offset and are refused; write Z or +02:00 behind them")
    }
    guard columns.count > 0 else {
      throw .failure(.badData, "\(path): no row is a sample; check the columns and the rows that were skipped")
    }
    return columns
  }

  private static func noteSkipped(_ count: Int, _ first: RowProblem, in path: String) {
    Diagnostics.print("\(path): \(count) rows skipped, the first on line \(first.line): \(first.message)")
  }

  /// Runs `body`, and puts the name of the file in front of what it finds unusable.
  private static func naming<Result>(_ path: String, _ body: () throws -> Result) throws(CommandEnd) -> Result {
    do {
      return try body()
    } catch let error as UnusableInput {
      throw .failure(.badData, "\(path):\(error.line.map { "\($0):" } ?? "") \(error.message)")
    } catch {
      throw .failure(.internalError, "\(path): \(error); please report it")
    }
  }
}
