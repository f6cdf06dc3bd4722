internal import CellKernel
import GeoPolicy

/// A fence that a sample does not certainly lie beyond: `cordon_hit`, as the kernel writes it, under Swift's names.
struct Hit: BitwiseCopyable {
  var word: UInt32
  var zone: HitZone
  /// Metres, or fewer, from the enter radius outward to the sample.
  var enterGap: Float
  /// Metres, or fewer, from the sample outward to the exit radius.
  var exitGap: Float
  /// Metres by the reference where it decided, else NaN.
  var distance: Double

  /// The zone, which was decided.
  @inline(__always) var radiusZone: RadiusZone { zone == .within ? .within : zone == .band ? .band : .beyond }
}

/// Where a hit lies among its radii: `cordon_zone`.
struct HitZone: Equatable, BitwiseCopyable {
  let rawValue: UInt32

  static let within = HitZone(rawValue: 0)
  static let band = HitZone(rawValue: 1)
  /// Exactly on the exit circle or beyond it: listed only where decisions are recorded.
  static let beyond = HitZone(rawValue: 2)
  /// Too close to a radius for the filter to tell.
  static let ambiguous = HitZone(rawValue: 3)
}

extension CandidateBlock {
  /// Writes the candidates that a place does not certainly lie beyond to memory with room for all `count` of them.
  @inline(__always)
  func scan(
    _ scan: cordon_scan_function, count: Int, at place: cordon_cell_place, into hits: UnsafeMutablePointer<Hit>
  ) -> cordon_scan {
    scan(
      place, base, Int64(stride), Int64(count),
      // Hit has the layout of cordon_hit, which a test checks.
      UnsafeMutableRawPointer(hits).assumingMemoryBound(to: cordon_hit.self))
  }
}
