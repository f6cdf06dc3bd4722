/// The states of one device at one fence after the other, for a device that has seen the fence set as it is.
///
/// Exceptions stand in the order of their fence words, and so do the candidates of a cell as it was built: asked in that
/// order, each answer begins where the last one ended. Any other order is answered as rightly, only slower.
struct StateCursor {
  private let record: UnsafeMutablePointer<DeviceRecord>
  private let inlineCount: Int
  private let block: UnsafeMutablePointer<ExceptionArena.Entry>?
  private let blockCount: Int
  private var next = 0
  private var lastWord: UInt32 = 0

  /// The number of exceptions.
  @inline(__always) var count: Int { inlineCount &+ blockCount }

  @inline(__always) init(_ record: UnsafeMutablePointer<DeviceRecord>, _ arena: borrowing ExceptionArena) {
    self.record = record
    inlineCount = record.pointee.inlineCount
    let overflow = record.pointee.overflow
    block = overflow == 0 ? nil : arena.block(overflow)
    blockCount = overflow == 0 ? 0 : arena.count(overflow)
  }

  @inline(__always) mutating func state(of word: UInt32) -> PackedState {
    if inlineCount > 0, record.pointee.word0 == word { return record.pointee.state0 }
    if inlineCount > 1, record.pointee.word1 == word { return record.pointee.state1 }
    guard let block else { return .outside }
    if word < lastWord { next = 0 }
    lastWord = word
    while next < blockCount, block[next].word < word { next &+= 1 }
    guard next < blockCount, block[next].word == word else { return .outside }
    return PackedState(rawValue: UInt8(truncatingIfNeeded: block[next].packed))
  }
}
