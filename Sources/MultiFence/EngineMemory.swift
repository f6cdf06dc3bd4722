/// The bytes that an engine holds, by what they serve; see ``FenceEngine/memory``.
///
/// Counted is what was asked of the allocator and is written to: tables with the room they have to grow. Not counted are
/// the work space of a batch, which follows the size of batches and not that of the engine, and directories of which the
/// unused part is never touched.
public struct EngineMemory: Hashable, Sendable {
  /// The grid as it was built: its table of cells, the candidates of each cell, and the rows of its levels.
  public var index = 0
  /// Room for the candidates of cells that fences have joined or left since the grid was built.
  public var overlay = 0
  /// The fences themselves, and the directory from an id to its fence.
  public var fences = 0
  /// The ids of fences, 16 bytes for each. Those longer than 15 UTF-8 bytes keep their text outside, shared with the
  /// ``GeoPolicy/Fence`` that brought it, and that text is not counted.
  public var names = 0
  /// The records of devices, 64 bytes for each handle of every 1024 of which one was used; of every 32 768 beyond the first.
  public var devices = 0
  /// States and versions of devices that their record cannot hold: of those at more than two fences at a time, and of
  /// those whose policies do not see every sample.
  public var overflow = 0

  /// Nothing held.
  public init() {}

  /// All of it.
  public var total: Int { index + overlay + fences + names + devices + overflow }
}

extension FenceEngine {
  /// The memory that the engine holds.
  ///
  /// - Complexity: O(1); the sizes are known, nothing is walked but the levels of the grid and the threads.
  public var memory: EngineMemory {
    var memory = EngineMemory()
    memory.index = grid.bytes - grid.overlayBytes
    memory.overlay = grid.overlayBytes
    memory.fences = fences.recordBytes
    memory.names = fences.nameBytes
    memory.devices = devices.bytes
    memory.overflow = shards.reduce(0) { $0 + $1.arena.bytes + $1.spilledBytes }
    return memory
  }
}

extension FenceGrid {
  /// The bytes of the table of cells, of all candidates and of the rows.
  var bytes: Int {
    levels.reduce(cells.bytes + arena.allocatedBytes) {
      $0 + ($1?.rows.count ?? 0) * MemoryLayout<GridRow>.stride
    }
  }

  /// The bytes of candidates that were made room for after the grid was built.
  var overlayBytes: Int { arena.allocatedBytes - arena.builtBytes }
}

extension EngineShard {
  /// About the bytes of the versions by policy: a dictionary is at most three quarters full.
  fileprivate var spilledBytes: Int {
    let slots = spilledVersions.capacity * 4 / 3
    return slots * (MemoryLayout<UInt32>.stride + MemoryLayout<SIMD16<UInt64>>.stride)
  }
}
