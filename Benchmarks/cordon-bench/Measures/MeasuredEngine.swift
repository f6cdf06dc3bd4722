import GeoPolicy
import MultiFence
import NaiveScan

/// An engine as the benchmark sees it.
///
/// One call for a batch of thousands of samples goes through this; nothing per sample does.
protocol MeasuredEngine: AnyObject {
  func evaluate(_ samples: SampleColumns, into evaluation: inout Evaluation)
  /// Changes the set of fences.
  func apply(_ changes: [FenceChange]) throws(FenceError)
  func id(of fence: FenceHandle) -> Identifier
  /// What it did so far, where it counts that.
  var countedWork: EngineWork? { get }
  /// The bytes that it holds, where it knows.
  var heldBytes: EngineBytes? { get }
}

extension FenceEngine: MeasuredEngine {
  var countedWork: EngineWork? { work }
}

extension NaiveEngine: MeasuredEngine {
  var countedWork: EngineWork? { nil }
  /// It does not tell.
  var heldBytes: EngineBytes? { nil }
}

extension EngineWork {
  /// The work done since an earlier count.
  func since(_ earlier: EngineWork) -> EngineWork {
    var work = EngineWork()
    work.probes = probes - earlier.probes
    work.candidates = candidates - earlier.candidates
    work.fallbacks = fallbacks - earlier.fallbacks
    work.hits = hits - earlier.hits
    work.skips = skips - earlier.skips
    return work
  }
}
