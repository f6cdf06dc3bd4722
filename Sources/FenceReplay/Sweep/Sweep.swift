import Dispatch
public import FenceData
public import GeoPolicy
internal import MultiFence

/// What a sweep is asked for besides its inputs and lists.
public struct SweepOptions: Sendable, Hashable {
  /// Seconds after an exit within which an enter at the same fence is a flap.
  public var flapWindowSeconds = 600.0
  /// The policy whose values are swept; the others stay as they are.
  public var policy = PolicySet.defaultName
  /// Whether the radii of a setting also replace those that fences of this policy give themselves.
  public var overridesAllFences = false
  /// Seconds east of Greenwich to assume for times that have no offset; `nil` makes such times invalid.
  public var offsetSeconds: Int?

  /// The default policy, for fences that take its radii, and flaps within ten minutes.
  public init() {}
}

/// Back-testing: the same samples under many settings, to see what each would have made of them.
///
/// Give it the sample file in chunks with ``read(_:)``, call ``finish()``, and then ask for results, in any portions. A
/// setting's counts are those of a ``Replay`` with the policies ``policies(of:)``, event for event.
///
/// - Memory: the samples, 36 bytes for each row (44 with `received`); for the yardstick 32 bytes for each arrival,
///   departure and visit; and for each thread an engine over the fences and 48 bytes for each pair of a device and a
///   fence that met.
public struct Sweep: Sendable {
  /// The settings, in the order of the lists: enter radii, exit radii, accuracies, confirmations.
  public let settings: [SweepSetting]
  /// Combinations that were left out because the exit radius would lie below the enter radius.
  public let impossibleCount: Int
  /// What delays and visits are measured by.
  public let yardstick: SweepYardstick
  /// The options.
  public let options: SweepOptions

  private let sweptPolicies: SweepPolicies
  private let fences: SweepFences
  private var samples: SweepSamples
  private var references: SweepReferences?

  /// A sweep before the first sample.
  ///
  /// - Parameter bytes: The fence file.
  /// - Throws: ``SweepError`` for lists that make no settings, or a policy that does not exist; ``FenceData/UnusableInput``
  ///   for a fence file without a fence.
  public init(
    fences bytes: [UInt8], policies: PolicySet = .standard, lists: SweepLists, options: SweepOptions = SweepOptions()
  ) throws {
    guard let index = policies.index(of: options.policy) else {
      throw SweepError(message: "no policy \(ShownText.quoted(options.policy)) among the policies; name one of them")
    }
    (settings, impossibleCount) = try lists.settings(of: policies.policies[index])
    yardstick = SweepYardstick(settings)
    sweptPolicies = SweepPolicies(given: policies, index: index)
    fences = try SweepFences(
      bytes, policies: policies, policyIndex: index, overridesAll: options.overridesAllFences)
    samples = SweepSamples(offsetSeconds: options.offsetSeconds)
    self.options = options
  }

  /// Takes these bytes of the sample file.
  ///
  /// - Throws: ``FenceData/UnusableInput`` for samples that cannot be used.
  public mutating func read(_ chunk: UnsafeRawBufferPointer) throws(UnusableInput) { try samples.read(chunk) }

  /// Takes the end of the samples, and judges them by the yardstick.
  ///
  /// - Throws: ``FenceData/UnusableInput`` for samples that cannot be used.
  public mutating func finish() throws(UnusableInput) {
    try samples.finish()
    do throws(PolicyError) {
      references = try SweepReferences(yardstick, sweptPolicies, fences, samples)
    } catch {
      // Every value of it is that of a setting, of which each has been a policy already.
      preconditionFailure(error.description)
    }
  }

  /// Rows of samples that could not be read; the caller empties them.
  public var badRows: [RowProblem] {
    get { samples.badRows }
    set { samples.badRows = newValue }
  }

  /// Rows of samples, malformed ones counted.
  public var sampleCount: Int { samples.count + samples.malformedCount }
  /// Rows of samples that could not be read.
  public var malformedCount: Int { samples.malformedCount }
  /// Samples whose time is invalid because it has no offset and no zone was given.
  public var timesWithoutOffset: Int { samples.timesWithoutOffset }
  /// Devices that at least one row names.
  public var deviceCount: Int { samples.devices.count }
  /// Visits to a fence, by the yardstick.
  public var visitCount: Int { references?.visitCount ?? 0 }
  /// The fences that are usable under the policies as given.
  public var fenceCount: Int { fences.given.fences.count }
  /// The fences whose radii the settings change.
  public var sweptFenceCount: Int { fences.sweptCount }
  /// The rows of the fence file that are not usable under the policies as given.
  public var fenceProblems: [RowProblem] { fences.given.problems }

  /// The policies of a setting: as given, but with its values in the swept one.
  public func policies(of setting: SweepSetting) -> PolicySet {
    // A setting has been checked when it was made.
    (try? sweptPolicies.policies(setting)) ?? sweptPolicies.given
  }

  /// What some settings make of the samples, in their order. Call ``finish()`` first.
  ///
  /// - Parameter threads: How many settings are tried at a time; no result depends on it.
  /// - Complexity: For each setting the fences are read and indexed, and all samples judged, once.
  public func results(of range: Range<Int>, threads: Int) -> [SweepResult] {
    guard let references else { preconditionFailure("finish() comes before results") }
    let workers = min(max(threads, 1), max(range.count, 1))
    var parts = Array(repeating: [SweepResult](), count: workers)
    parts.withUnsafeMutableBufferPointer { parts in
      nonisolated(unsafe) let parts = parts
      DispatchQueue.concurrentPerform(iterations: workers) { worker in
        let start = range.lowerBound + range.count * worker / workers
        let end = range.lowerBound + range.count * (worker + 1) / workers
        parts[worker] = self.results(of: start..<end, references)
      }
    }
    return parts.flatMap { $0 }
  }

  private func results(of range: Range<Int>, _ references: SweepReferences) -> [SweepResult] {
    var watched: (policies: PolicySet, fences: [Fence], skipped: Int)?
    return range.map { index in
      let setting = settings[index]
      let policies = policies(of: setting)
      // Settings of the same radii follow each other and watch the same fences.
      if watched.map({ Self.haveSameRadii($0.policies, policies) }) != true {
        let (fences, skipped) = fences.fences(under: policies)
        watched = (policies, fences, skipped)
      }
      var run = SettingRun(setting, references, flapWindowSeconds: options.flapWindowSeconds)
      // Ids are distinct, for the reader skips rows whose id is taken.
      guard let watched, let engine = try? FenceEngine(fences: watched.fences, policies: policies) else {
        preconditionFailure("fences of one file fit together")
      }
      run.run(engine, samples, numbers: SweepPairs.numbers(of: watched.fences, in: engine, references.ids))
      var result = run.result
      result.fenceCount = watched.fences.count
      result.skippedFenceCount = watched.skipped
      return result
    }
  }

  private static func haveSameRadii(_ a: PolicySet, _ b: PolicySet) -> Bool {
    zip(a.policies, b.policies).allSatisfy {
      $0.enterRadiusMeters == $1.enterRadiusMeters && $0.exitRadiusMeters == $1.exitRadiusMeters
    }
  }
}
