public import FenceData
public import GeoPolicy

/// Judges the samples of a folder again, and takes the fingerprints of all that decides the results.
///
/// Give it the samples in chunks of any size with ``read(_:)``, then call ``finish()``.
public struct FolderRerun {
  /// The most bytes of one output that are compared: nobody reviews more, and all of it is held in memory.
  public static let limit = 32 << 20

  private var replay: Replay
  private let outputs: [ReplayOutput]
  private let search: DecisionSearch?
  private var lines: [ReplayOutput: [UInt8]] = [:]
  private var samples = SHA256()
  private let policies: PolicySet
  private let fences: Fingerprint
  private let offsetSeconds: Int?

  /// What came of it.
  public struct Results: Sendable {
    /// What decided the results, and no expectation yet.
    public var subject: ReviewSubject
    /// The lines of each output that was asked for.
    public var lines: [ReplayOutput: [UInt8]]
    /// The counts.
    public var summary: ReplaySummary
  }

  /// A run over these fences, before the first sample.
  ///
  /// - Parameters:
  ///   - offsetSeconds: Seconds east of Greenwich to assume for times that have no offset.
  ///   - outputs: The lines to make.
  ///   - search: The decisions to keep, where not all are wanted.
  /// - Throws: ``ReplayFailure`` where the fences do not fit together.
  public init(
    fences file: FenceFile, policies: PolicySet, offsetSeconds: Int?, outputs: [ReplayOutput],
    search: DecisionSearch? = nil
  ) throws(ReplayFailure) {
    var settings = ReplaySettings()
    settings.offsetSeconds = offsetSeconds
    settings.outputs = Set(outputs)
    replay = try Replay(fences: file, policies: policies, settings: settings)
    self.outputs = outputs
    self.search = search
    self.policies = policies
    self.offsetSeconds = offsetSeconds
    fences = Fingerprint(file.fences, policies: policies)
  }

  /// Judges all of `chunk`.
  ///
  /// - Throws: ``ReplayFailure`` for samples that cannot be used, or that lead to more than ``limit`` bytes of an output.
  public mutating func read(_ chunk: UnsafeRawBufferPointer) throws(ReplayFailure) {
    samples.update(chunk)
    var rest = chunk[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try replay.read(UnsafeRawBufferPointer(rebasing: rest)))
      try collect()
    }
  }

  /// Judges what is left and returns the results.
  ///
  /// - Throws: ``ReplayFailure``, as ``read(_:)``.
  public mutating func finish() throws(ReplayFailure) -> Results {
    try replay.finish()
    var hasMore = true
    while hasMore {
      hasMore = replay.appendStates()
      try collect()
    }
    let subject = ReviewSubject(
      policies: policies, fences: fences, samples: Fingerprint(&samples), offsetSeconds: offsetSeconds, expected: [:])
    return Results(subject: subject, lines: lines, summary: replay.summary)
  }

  private mutating func collect() throws(ReplayFailure) {
    for output in outputs {
      let made = replay.lines[output].bytes
      let kept = output == .decisions ? search.map { $0.select(made) } ?? made : made
      lines[output, default: []].append(contentsOf: kept)
      guard lines[output, default: []].count <= Self.limit else {
        throw ReplayFailure(
          input: .samples, line: nil,
          message: "they lead to more than \(Self.limit >> 20) MiB of \(output.name), which nobody reviews; take fewer")
      }
    }
    replay.lines.removeAll()
    replay.badRows.removeAll()
  }
}
