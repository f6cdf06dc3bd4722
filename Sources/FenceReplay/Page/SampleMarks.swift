import GeoPolicy

/// How a sample looks: a shape for each reason for which it may be refused, told apart without color.
enum SampleMarks {
  /// The shape of a refused sample: that of the first of its reasons in this order, the most telling first.
  static func shape(of reasons: RejectionReasons) -> Shape {
    shapes.first { reasons.contains($0.reason) }?.shape ?? .cross
  }

  /// Every reason with its shape, the most telling first: what hides a place or a time, then order, then accuracy.
  static let shapes: [(reason: RejectionReasons, shape: Shape)] = [
    (.coordinates, .cross), (.timeInvalid, .plus), (.unauthorized, .diamond), (.outOfOrder, .leftTriangle),
    (.duplicate, .twin), (.future, .rightTriangle), (.stale, .hourglass), (.accuracyTooCoarse, .upTriangle),
    (.accuracyInvalid, .downTriangle), (.accuracyMissing, .square), (.accuracyZero, .target),
  ]

  /// The outline of a sign.
  enum Shape: CaseIterable {
    case cross, plus, diamond, leftTriangle, twin, rightTriangle, hourglass, upTriangle, downTriangle, square, target

    /// The outline around a point, about ten units wide.
    func path(_ x: Double, _ y: Double) -> String {
      let start = "M\(PageNumbers.place(x)) \(PageNumbers.place(y))"
      switch self {
      case .cross: return start + "m-4-4l8 8m0-8l-8 8"
      case .plus: return start + "m-5 0h10m-5-5v10"
      case .diamond: return start + "m0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z"
      case .leftTriangle: return start + "m-5.5 0l9-5v10z"
      case .twin: return start + "m-5-4h6v6h-6zm4 4v2h6v-6h-4"
      case .rightTriangle: return start + "m5.5 0l-9-5v10z"
      case .hourglass: return start + "m-4.5-5h9l-9 10h9z"
      case .upTriangle: return start + "m0-5.5l5 9h-10z"
      case .downTriangle: return start + "m0 5.5l5-9h-10z"
      case .square: return start + "m-4.5-4.5h9v9h-9z"
      case .target: return start + "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0zm3.5 0h3"
      }
    }
  }
}
