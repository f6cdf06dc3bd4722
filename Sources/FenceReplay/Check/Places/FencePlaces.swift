import GeoPolicy

/// The fences of a file by the places of their centers: those at one place stand together, in the order of the file.
struct FencePlaces {
  /// Indices of fences, place by place.
  let order: [Int]
  /// Where in ``order`` each place begins, and at last the end.
  let starts: [Int]

  /// The number of distinct places.
  var count: Int { starts.count - 1 }

  /// The fences at a place, in ascending order.
  subscript(place: Int) -> ArraySlice<Int> { order[starts[place]..<starts[place + 1]] }

  /// - Complexity: O(n·log n).
  init(_ fences: [Fence]) {
    let keys = fences.map { PlaceKey($0.center) }
    let order = fences.indices.sorted { a, b in
      (keys[a].latitude, keys[a].longitude, a) < (keys[b].latitude, keys[b].longitude, b)
    }
    var starts: [Int] = []
    for position in order.indices where position == 0 || keys[order[position]] != keys[order[position - 1]] {
      starts.append(position)
    }
    self.order = order
    self.starts = starts + [order.count]
  }
}

/// A place in the one way of several in which it can be written: ±180° are one meridian, a pole has no longitude.
private struct PlaceKey: Equatable {
  let latitude: Double
  let longitude: Double

  init(_ place: Point) {
    latitude = place.latitude
    longitude = abs(place.latitude) == 90 ? 0 : place.longitude == -180 ? 180 : place.longitude
  }
}
