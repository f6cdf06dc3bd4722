import Foundation

/// The times of one launch of the processes: at each place the three times of one round, which ran one after the other.
struct BlockTimes: Equatable {
  /// Nanoseconds of a block in the base.
  var base: [Double] = []
  /// Nanoseconds of the same block in the new build.
  var new: [Double] = []
  /// Nanoseconds of the same block in a second process of the base.
  var control: [Double] = []

  /// Blocks in a round, of which these are the times.
  var blocks = 1

  /// How much longer the new build took than the base, as logarithms of the ratio. Both processes of the base count: their
  /// mean is steadier than either.
  var changes: [Double] {
    base.indices.map { log(new[$0]) - (log(base[$0]) + log(control[$0])) / 2 }
  }
  /// How much longer the second process of the base took than the first: what the machine does by itself.
  var controlChanges: [Double] { zip(control, base).map { log($0 / $1) } }
}
