import CommandLineSupport
import FenceData
import FenceReplay
import GeoPolicy

/// A folder of fixed samples with their policy, fences and expected results.
struct ExpectationFolder {
  /// The path, as messages show it.
  let path: String
  /// How records call it: its path from the folder that was named or, where several were, as they were named.
  let name: String

  /// The names that a folder may give its fences.
  static let fenceFiles = ["fences.csv", "fences.ndjson", "fences.geojson"]
  /// The names that a folder may give its samples.
  static let sampleFiles = ["samples.csv", "samples.ndjson"]
  /// The name of the policy, where there is one.
  static let policyFile = "policy.json"

  /// A folder's files, judged again.
  struct Rerun {
    var report: FolderReport
    var results: FolderRerun.Results
    var review: ReviewRecord?
  }

  /// Judges the samples again and compares what comes out.
  ///
  /// - Parameter zone: The zone to assume in place of the reviewed one.
  func rerun(zone: VerifyOptions.Zone? = nil) throws(CommandEnd) -> Rerun {
    let start = secondsSinceStart()
    let review = try review()
    let expected = try expected()
    let offsetSeconds: Int?
    switch zone {
    case nil: offsetSeconds = review?.entries.last?.subject.offsetSeconds
    case .some(.none): offsetSeconds = nil
    case .offset(let seconds): offsetSeconds = seconds
    }
    let policies = try policies()
    let (fenceInput, fences) = try fences(policies)
    let job = Job(
      samples: try only(of: Self.sampleFiles, "samples"), fences: fences, fenceInput: fenceInput, policies: policies,
      offsetSeconds: offsetSeconds)
    let outputs = ReplayOutput.expectable.filter { $0.isAlwaysExpected || expected[$0] != nil }
    let results = try judge(job, outputs: outputs)
    var report = FolderReport(name: path, results: results, expected: expected, review: review)
    let search = report.unexplained
    if !search.isEmpty {
      report.explain(with: try judge(job, outputs: [.decisions], search: search).lines[.decisions] ?? [])
    }
    report.seconds = secondsSinceStart() - start
    return Rerun(report: report, results: results, review: review)
  }

  /// What decides the results and what is expected, without judging anything.
  func subject() throws(CommandEnd) -> ReviewSubject {
    let policies = try policies()
    let fences = try fences(policies).file.fences
    let samples = try open(only(of: Self.sampleFiles, "samples"))
    let expected = try expected().mapValues { $0.withUnsafeBytes { Fingerprint(of: $0) } }
    return ReviewSubject(
      policies: policies, fences: Fingerprint(fences, policies: policies),
      samples: try Fingerprint { (buffer) throws(CommandEnd) in try samples.read(into: buffer) },
      offsetSeconds: try review()?.entries.last?.subject.offsetSeconds, expected: expected)
  }

  /// The path of a file in the folder.
  func path(of file: String) -> String { path.hasSuffix("/") ? path + file : path + "/" + file }

  /// Every file of the folder that is read, with a word for it.
  var inputs: [(option: String, path: String)] {
    let expected = ReplayOutput.expectable.map(\.expectationFile)
    let names = Self.fenceFiles + Self.sampleFiles + [Self.policyFile, ReviewRecord.file] + expected
    return names.filter(exists).map { ($0, path(of: $0)) }
  }

  // MARK: Files

  private func exists(_ file: String) -> Bool { (try? FileSystem.status(of: path(of: file))) != nil }

  /// The one file of these that there is.
  private func only(of names: [String], _ what: String) throws(CommandEnd) -> String {
    let found = names.filter(exists)
    guard let first = found.first else {
      throw .failure(.badData, "\(path): no \(what); there must be \(names.joined(separator: " or "))")
    }
    guard found.count == 1 else {
      throw .failure(.badData, "\(path): both \(found[0]) and \(found[1]); keep one")
    }
    return first
  }

  /// Opens a file that must be one: a pipe that somebody put in the folder would be waited for without end.
  private func open(_ file: String, limit: Int = .max) throws(CommandEnd) -> InputFile {
    let path = path(of: file)
    if let status = try? FileSystem.status(of: path), status.kind != .directory {
      guard status.kind == .regular else {
        throw .failure(.badData, "\(path): is no file but a pipe or a device; put a file there")
      }
      guard status.size <= limit else {
        throw .failure(.badData, "\(path): has more than \(limit >> 20) MiB, more than anyone reviews; take less of it")
      }
    }
    return try InputFile(path: path)
  }

  private func policies() throws(CommandEnd) -> PolicySet {
    exists(Self.policyFile) ? try open(Self.policyFile, limit: recordLimit).policies() : .standard
  }

  private func fences(_ policies: PolicySet) throws(CommandEnd) -> (input: InputFile, file: FenceFile) {
    let input = try open(only(of: Self.fenceFiles, "fences"))
    return (input, try input.fences(policies))
  }

  private func review() throws(CommandEnd) -> ReviewRecord? {
    guard exists(ReviewRecord.file) else { return nil }
    return try open(ReviewRecord.file, limit: recordLimit).record { (bytes) throws(UnusableInput) in
      try ReviewRecord(bytes)
    }
  }

  private func expected() throws(CommandEnd) -> [ReplayOutput: [UInt8]] {
    var expected: [ReplayOutput: [UInt8]] = [:]
    for output in ReplayOutput.expectable where exists(output.expectationFile) {
      expected[output] = try open(output.expectationFile, limit: FolderRerun.limit).readAll()
    }
    return expected
  }

  /// What is judged.
  private struct Job {
    var samples: String
    var fences: FenceFile
    var fenceInput: InputFile
    var policies: PolicySet
    var offsetSeconds: Int?
  }

  private func judge(
    _ job: Job, outputs: [ReplayOutput], search: DecisionSearch? = nil
  ) throws(CommandEnd) -> FolderRerun.Results {
    let samples = try open(job.samples)
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    do {
      var rerun = try FolderRerun(
        fences: job.fences, policies: job.policies, offsetSeconds: job.offsetSeconds, outputs: outputs, search: search)
      while true {
        let count = try samples.read(into: chunk)
        if count == 0 { break }
        try rerun.read(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      }
      return try rerun.finish()
    } catch let failure as ReplayFailure {
      throw (failure.input == .fences ? job.fenceInput : samples).unusable(failure.line, failure.message)
    } catch let end as CommandEnd {
      throw end
    } catch {
      throw .failure(.internalError, "\(path): \(error)")
    }
  }
}

/// The most bytes of a record that are read; a review or an attestation has about two thousand.
let recordLimit = 16 << 20
