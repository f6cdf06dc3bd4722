import GeoPolicy

/// Circles in a k-d tree over the positions of their centers, as seen from the middle of the sphere, and their radii.
///
/// Distances in the tree are straight lines through the sphere, which order places as great circles do, without poles
/// or a date line. They only sort out what is surely in or surely out, by ``marginMeters`` at least; between these the
/// reference decides.
struct PlaceTree {
  /// Circles of one center and one radius.
  struct Item {
    var center: Point
    var radiusMeters: Double
    /// The place's number in ``FencePlaces``.
    var place: Int
    /// The first fence of these, by its index.
    var fence: Int
    /// How many circles these are.
    var count: Int
  }

  struct Node {
    /// The least and the greatest x, y, z and, in the last lane, ``PlaceTree/radiusKey(_:)`` of its items.
    var low: SIMD4<Double>
    var high: SIMD4<Double>
    /// The greatest radius in meters, those that hold the globe left out.
    var greatestRadius: Double
    /// The circles of all its items.
    var count: Int
    /// Its items.
    var items: Range<Int>
    /// The second child; the first follows the node. 0 where it has none.
    var second: Int
  }

  /// What lies nearer to an edge than this is decided by the reference: far more than the error of positions, and of the
  /// reference itself where it is seen along a straight line.
  static let marginMeters = 1e-3

  private(set) var items: [Item]
  private(set) var positions: [SIMD4<Double>]
  private(set) var nodes: [Node] = []

  /// The tree of these items.
  ///
  /// - Complexity: O(n·log n) expected.
  init(_ items: [Item]) {
    self.items = items
    positions = items.map { item in
      SIMD4(spherePosition(of: item.center), Self.radiusKey(item.radiusMeters))
    }
    guard !items.isEmpty else { return }
    nodes.reserveCapacity(items.count / 2)
    var random: UInt64 = 0x9E37_79B9_7F4A_7C15
    build(items.indices, &random)
  }

  /// A radius as the straight line that it spans; one of half the circumference or more, which holds the globe, is as
  /// large as no line in the sphere can be.
  static func radiusKey(_ meters: Double) -> Double { min(chordMeters(ofArcMeters: meters), globeKey) }

  private static let globeKey = 4 * earthRadiusMeters
  private static let leafItems = 8

  private mutating func build(_ range: Range<Int>, _ random: inout UInt64) {
    let index = nodes.count
    var node = Node(
      low: positions[range.lowerBound], high: positions[range.lowerBound], greatestRadius: -.infinity, count: 0,
      items: range, second: 0)
    for item in range {
      node.low = pointwiseMin(node.low, positions[item])
      node.high = pointwiseMax(node.high, positions[item])
      node.count += items[item].count
      if items[item].radiusMeters < .pi * earthRadiusMeters {
        node.greatestRadius = max(node.greatestRadius, items[item].radiusMeters)
      }
    }
    nodes.append(node)
    guard range.count > Self.leafItems else { return }
    let extent = node.high - node.low
    let lane = (1..<4).reduce(0) { extent[$1] > extent[$0] ? $1 : $0 }
    let middle = range.lowerBound + range.count / 2
    partition(range, around: middle, lane, &random)
    build(range.lowerBound..<middle, &random)
    nodes[index].second = nodes.count
    build(middle..<range.upperBound, &random)
  }

  /// Moves the items so that none before `middle` has a greater key in `lane` than any from it on.
  ///
  /// - Complexity: O(n) expected, whatever the keys: pivots are taken at random, and equal keys go to both sides.
  private mutating func partition(_ range: Range<Int>, around middle: Int, _ lane: Int, _ random: inout UInt64) {
    var low = range.lowerBound
    var high = range.upperBound - 1
    while low < high {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let pivot = positions[low + Int((random >> 33) % UInt64(high - low + 1))][lane]
      var left = low
      var right = high
      while left <= right {
        while positions[left][lane] < pivot { left += 1 }
        while positions[right][lane] > pivot { right -= 1 }
        guard left <= right else { break }
        items.swapAt(left, right)
        positions.swapAt(left, right)
        left += 1
        right -= 1
      }
      if middle <= right {
        high = right
      } else if middle >= left {
        low = left
      } else {
        return
      }
    }
  }
}
