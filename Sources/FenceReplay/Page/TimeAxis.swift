/// Time from left to right, to one scale, with long empty stretches cut out.
///
/// A device that visits once a day, or one sample with a clock set wrong, would otherwise leave minutes no room. A cut
/// stretch becomes a break of fixed width; ``breaks`` says how long it is.
struct TimeAxis {
  /// A stretch that is drawn to scale.
  struct Piece {
    var start: Double
    var end: Double
    var left: Double
    var right: Double
  }
  /// A stretch that is cut out.
  struct Break {
    var left: Double
    var right: Double
    var seconds: Double
  }
  /// A moment to label.
  struct Tick {
    var time: Double
    var x: Double
  }

  private(set) var pieces: [Piece]
  private(set) var breaks: [Break] = []
  /// Pixels for a second within the pieces; 0 where all happens at one moment.
  private(set) var scale = 0.0

  private static let breakWidth = 26.0
  private static let leastPieceWidth = 18.0
  private static let mostBreaks = 8
  /// Beyond this no difference between two times may overflow.
  private static let farthest = 1e100

  /// An axis for these times, in any order, from `left` to `right`. Without a time that is finite it is empty.
  init(times: [Double], left: Double, right: Double) {
    var moments: [Double] = []
    for time in times.lazy.filter(\.isFinite).map({ clamped($0, -Self.farthest, Self.farthest) }).sorted()
    where moments.last != time { moments.append(time) }
    guard let first = moments.first, let last = moments.last else {
      pieces = []
      return
    }
    pieces = [Piece(start: first, end: first, left: left, right: right)]
    // Breaks and the least of pieces take at most three quarters of the width: the rest is for what happened.
    let room = (0.75 * (right - left) - Self.leastPieceWidth) / (Self.breakWidth + Self.leastPieceWidth)
    let cuts = Self.cuts(in: moments, atMost: Int(clamped(room, 0, Double(Self.mostBreaks))))
    for index in cuts {
      pieces[pieces.count - 1].end = moments[index]
      pieces.append(Piece(start: moments[index + 1], end: moments[index + 1], left: left, right: right))
    }
    pieces[pieces.count - 1].end = last
    share(from: left, to: right)
  }

  /// Whether there is nothing to draw.
  var isEmpty: Bool { pieces.isEmpty }

  /// Where a time stands; one within a break stands in it, one beyond the axis at its end.
  func x(_ time: Double) -> Double {
    let time = clamped(time, -Self.farthest, Self.farthest)
    guard let first = pieces.first, let last = pieces.last else { return 0 }
    if time <= first.start { return first.start < first.end ? first.left : (first.left + first.right) / 2 }
    for (index, piece) in pieces.enumerated() {
      if time <= piece.end {
        guard piece.start < piece.end else { return (piece.left + piece.right) / 2 }
        return piece.left + (time - piece.start) / (piece.end - piece.start) * (piece.right - piece.left)
      }
      if index + 1 < pieces.count, time < pieces[index + 1].start { return (piece.right + pieces[index + 1].left) / 2 }
    }
    return last.start < last.end ? last.right : (last.left + last.right) / 2
  }

  /// The piece that a time lies in or after.
  func pieceIndex(of time: Double) -> Int {
    max(0, (pieces.firstIndex { time < $0.start } ?? pieces.count) - 1)
  }

  /// Round moments at least `distance` apart.
  func ticks(atLeast distance: Double) -> [Tick] {
    guard let step = tickSeconds(atLeast: distance) else { return [] }
    var ticks: [Tick] = []
    for piece in pieces where piece.start < piece.end {
      var number = (piece.start / step).rounded(.up)
      // A piece has no more ticks than distances fit in; the limit is for steps too small for the times' own digits.
      for _ in 0..<64 where number * step <= piece.end {
        ticks.append(Tick(time: number * step, x: x(number * step)))
        number += 1
      }
    }
    return ticks
  }

  /// The shortest usual step of a clock that takes at least `distance`, or `nil` where a calendar no longer helps.
  func tickSeconds(atLeast distance: Double) -> Double? {
    guard scale > 0 else { return nil }
    let steps: [Double] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
      1_209_600, 2_592_000, 7_776_000, 31_536_000, 315_360_000, 3_153_600_000,
    ]
    return steps.first { $0 >= distance / scale }
  }

  /// After which moments to cut: gaps of two minutes and more that are long beside all that happens in the shorter ones.
  private static func cuts(in moments: [Double], atMost most: Int) -> [Int] {
    guard moments.count > 2 else { return [] }
    let gaps = moments.indices.dropLast().map { moments[$0 + 1] - moments[$0] }
    let ascending = gaps.indices.sorted { (gaps[$0], $0) < (gaps[$1], $1) }
    var cuts: [Int] = []
    var activity = 0.0
    var shorter = 0
    for index in ascending {
      let gap = gaps[index]
      while shorter < ascending.count, gaps[ascending[shorter]] < gap / 4 {
        activity += gaps[ascending[shorter]]
        shorter += 1
      }
      if shorter > 0, gap >= 120, gap > activity * 0.5 { cuts.append(index) }
    }
    // The longest, in the order of time.
    return cuts.suffix(most).sorted()
  }

  /// Gives each piece its part of the width.
  private mutating func share(from left: Double, to right: Double) {
    let available = right - left - Double(pieces.count - 1) * Self.breakWidth
    let spans = pieces.map { $0.end - $0.start }
    var isLeast = Array(repeating: false, count: pieces.count)
    // Each round finds a piece that would get too little, or ends.
    for _ in pieces.indices {
      let rest = available - Double(isLeast.count { $0 }) * Self.leastPieceWidth
      let total = zip(spans, isLeast).reduce(0) { $1.1 ? $0 : $0 + $1.0 }
      scale = total > 0 ? rest / total : 0
      let small = spans.indices.filter { !isLeast[$0] && spans[$0] * scale < Self.leastPieceWidth }
      guard !small.isEmpty, small.count < isLeast.count(where: { !$0 }) else { break }
      for index in small { isLeast[index] = true }
    }
    // Where all pieces are moments they share alike.
    let alike = available / Double(pieces.count)
    var x = left
    for index in pieces.indices {
      let width = isLeast[index] ? Self.leastPieceWidth : scale > 0 ? spans[index] * scale : alike
      pieces[index].left = x
      pieces[index].right = x + width
      x += width
      guard index + 1 < pieces.count else { break }
      breaks.append(
        Break(left: x, right: x + Self.breakWidth, seconds: pieces[index + 1].start - pieces[index].end))
      x += Self.breakWidth
    }
  }
}
