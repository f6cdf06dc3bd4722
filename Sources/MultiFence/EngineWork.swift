/// What an engine did, in exact counts that no noise touches; see ``FenceEngine/work``.
public struct EngineWork: Hashable, Sendable {
  /// Cells looked up.
  public var probes = 0
  /// Fences in those cells.
  public var candidates = 0
  /// Candidates for which the filter asked the reference.
  public var fallbacks = 0
  /// Fences found at or within their exit radius, or too close to it to tell.
  public var hits = 0
  /// Accepted samples passed over, since they provably changed nothing.
  public var skips = 0

  /// Nothing done.
  public init() {}

  /// Adds other work to this.
  public static func += (work: inout EngineWork, other: EngineWork) {
    work.probes += other.probes
    work.candidates += other.candidates
    work.fallbacks += other.fallbacks
    work.hits += other.hits
    work.skips += other.skips
  }
}
