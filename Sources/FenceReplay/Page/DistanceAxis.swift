/// Distance from the bottom up: to scale around the fence, and squeezed far away.
///
/// A jump of kilometers must not press the band of some ten meters flat. Where the farthest distance is more than four
/// times the exit radius, the axis is linear up to twice that radius, and above it each doubling takes the same height.
struct DistanceAxis {
  /// Up to here the axis is linear, meters.
  let linearTop: Double
  /// The end of the axis, meters; what is farther is drawn at the end.
  let top: Double
  private var bottomY: Double
  private var kneeY: Double
  private var topY: Double

  /// Half of the globe's circumference, rounded up: no distance is longer.
  private static let farthest = 2.1e7

  /// An axis for these distances from `bottomY` up to `topY`.
  init(distances: [Double], exitRadius: Double, bottomY: Double, topY: Double) {
    let largest = distances.lazy.filter(\.isFinite).map { clamped($0, 0, Self.farthest) }.max() ?? 0
    // A radius that is none leaves the scale to the samples.
    let exit = exitRadius > 0 ? clamped(exitRadius, 1e-3, Self.farthest) : max(largest, 1)
    self.bottomY = bottomY
    self.topY = topY
    if largest <= 4 * exit {
      top = max(largest * 1.06, exit * 1.3)
      linearTop = top
      kneeY = topY
    } else {
      linearTop = 2 * exit
      top = largest * 1.15
      kneeY = bottomY + (topY - bottomY) * 0.72
    }
  }

  /// Where the axis bends, or `nil` where it does not.
  var bendY: Double? { linearTop < top ? kneeY : nil }

  /// Where a distance stands, from `bottomY` to `topY`; one that is not finite at the top.
  func y(_ distance: Double) -> Double {
    guard distance.isFinite else { return topY }
    let distance = clamped(distance, 0, top)
    guard distance > linearTop else { return bottomY + distance / linearTop * (kneeY - bottomY) }
    return kneeY + Self.doublings(distance / linearTop) / Self.doublings(top / linearTop) * (topY - kneeY)
  }

  /// The same axis farther down in the figure.
  func moved(down offset: Double) -> DistanceAxis {
    var axis = self
    axis.bottomY += offset
    axis.kneeY += offset
    axis.topY += offset
    return axis
  }

  /// Round distances for labels, at least `spacing` apart, ascending.
  func ticks(spacing: Double) -> [Double] {
    let room = max(1, (bottomY - kneeY) / spacing)
    let step = Self.roundStep(atLeast: linearTop / room)
    var ticks: [Double] = []
    var number = 0.0
    while number * step <= linearTop * 1.0001 && ticks.count < 64 {
      ticks.append(number * step)
      number += 1
    }
    guard bendY != nil else { return ticks }
    var lastY = y(ticks.last ?? 0)
    var power = 1.0
    while power <= top {
      for digit in [1.0, 2, 5] where digit * power > linearTop * 1.05 && digit * power <= top {
        let tickY = y(digit * power)
        if lastY - tickY >= spacing {
          ticks.append(digit * power)
          lastY = tickY
        }
      }
      power *= 10
    }
    return ticks
  }

  /// 1, 2 or 5 times a power of ten.
  static func roundStep(atLeast value: Double) -> Double {
    guard value.isFinite, value > 1e-9 else { return 1e-9 }
    var power = 1e-9
    while power * 10 <= value { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= value * 0.9999 } ?? power * 10
  }

  /// The base-2 logarithm to the precision of a figure, without a C library: the exponent and, within a doubling, a
  /// parabola that is off by less than 0.01.
  static func doublings(_ value: Double) -> Double {
    guard value.isFinite, value > 0 else { return 0 }
    let part = value.significand - 1
    return Double(value.exponent) + part * (1.3466 - 0.3466 * part)
  }
}
