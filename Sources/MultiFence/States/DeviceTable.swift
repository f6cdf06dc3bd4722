/// The records of all devices by handle, in chunks that come into being when a handle in them is first used; from the
/// 33rd on 32 at a time, a huge page.
struct DeviceTable: ~Copyable {
  private static let chunkShift = 10
  private static let chunkRecords = 1 << chunkShift
  private static let chunksInBlock = 32

  /// One place per chunk; `nil` where no handle of the chunk was used yet.
  private(set) var chunks: UnsafeMutablePointer<UnsafeMutablePointer<DeviceRecord>?>
  private var chunkCapacity = 32
  private var usedChunks = 0
  /// There are records for all handles of so many chunks from the first.
  private var leadingChunks = 0

  init() {
    chunks = .allocate(capacity: chunkCapacity)
    chunks.initialize(repeating: nil, count: chunkCapacity)
  }

  deinit {
    for index in 0..<chunkCapacity where index < Self.chunksInBlock || index % Self.chunksInBlock == 0 {
      chunks[index]?.deallocate()
    }
    chunks.deallocate()
  }

  var bytes: Int {
    usedChunks * Self.chunkRecords * MemoryLayout<DeviceRecord>.stride
      + chunkCapacity * MemoryLayout<UnsafeMutablePointer<DeviceRecord>?>.stride
  }

  /// The record of a handle for which room was made.
  @inline(__always) static func existingRecord(
    _ device: UInt32, in chunks: UnsafeMutablePointer<UnsafeMutablePointer<DeviceRecord>?>
  ) -> UnsafeMutablePointer<DeviceRecord> {
    guard let records = chunks[Int(device) &>> chunkShift] else { fatalError("no room for device \(device)") }
    return records + (Int(device) & (chunkRecords - 1))
  }

  /// The record of a handle, or `nil` where it has none.
  @inline(__always) func find(_ device: UInt32) -> UnsafeMutablePointer<DeviceRecord>? {
    let chunk = Int(device) &>> Self.chunkShift
    guard chunk < chunkCapacity, let records = chunks[chunk] else { return nil }
    return records + (Int(device) & (Self.chunkRecords - 1))
  }

  /// The record of a handle, made if need be.
  mutating func record(_ device: UInt32) -> UnsafeMutablePointer<DeviceRecord> {
    makeRoom(device)
    guard let record = find(device) else { fatalError("room was just made for this device") }
    return record
  }

  /// Makes sure that ``find(_:)`` has a record for the handle.
  @inline(__always) mutating func makeRoom(_ device: UInt32) {
    if find(device) == nil { addChunk(Int(device) >> Self.chunkShift) }
  }

  /// Makes room for all of these handles.
  mutating func makeRoom(for devices: [UInt32]) {
    var largest: UInt32 = 0
    for device in devices { largest = max(largest, device) }
    if Int(largest) >> Self.chunkShift < leadingChunks { return }
    for device in devices { makeRoom(device) }
    while leadingChunks < chunkCapacity, chunks[leadingChunks] != nil { leadingChunks += 1 }
  }

  private mutating func addChunk(_ chunk: Int) {
    if chunk >= chunkCapacity {
      let capacity = max((chunk / Self.chunksInBlock + 1) * Self.chunksInBlock, 2 * chunkCapacity)
      let grown = UnsafeMutablePointer<UnsafeMutablePointer<DeviceRecord>?>.allocate(capacity: capacity)
      grown.initialize(repeating: nil, count: capacity)
      grown.update(from: chunks, count: chunkCapacity)
      chunks.deallocate()
      chunks = grown
      chunkCapacity = capacity
    }
    // Chunks of a block come into being together.
    let isAlone = chunk < Self.chunksInBlock
    let count = isAlone ? 1 : Self.chunksInBlock
    let first = isAlone ? chunk : chunk / Self.chunksInBlock * Self.chunksInBlock
    let recordCount = count * Self.chunkRecords
    let byteCount = recordCount * MemoryLayout<DeviceRecord>.stride
    let memory = TableMemory.allocate(byteCount: byteCount)
    // All zero bytes are a valid record, that of a device never seen.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let records = memory.bindMemory(to: DeviceRecord.self, capacity: recordCount)
    for index in 0..<count { chunks[first + index] = records + index * Self.chunkRecords }
    usedChunks += count
  }

  /// Calls `body` with every handle that has a record, in order.
  func forEach(_ body: (UInt32, UnsafeMutablePointer<DeviceRecord>) -> Void) {
    for chunk in 0..<chunkCapacity {
      guard let records = chunks[chunk] else { continue }
      for index in 0..<Self.chunkRecords { body(UInt32(chunk << Self.chunkShift + index), records + index) }
    }
  }
}
