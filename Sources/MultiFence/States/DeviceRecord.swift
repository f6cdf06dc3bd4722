import GeoPolicy

/// All that one device costs while it has no more than two exceptions: one cache line.
///
/// States are sparse. The state of a device at a fence is that of its exception, if there is one; else `outside` if the
/// fence existed when a sample that its policy accepted last came; else `unknown`. Exceptions are: inside, unknown in the
/// band, and outside with a confirmation run in progress.
///
/// All zero is the record of a device that was never seen.
struct DeviceRecord {
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// Two bits that count the exceptions in the record itself.
    static let inlineCount = Flags(rawValue: 3)
    /// A sample was accepted once; `lastTime` and the place hold.
    static let hasLast = Flags(rawValue: 1 << 2)
    static let isRevoked = Flags(rawValue: 1 << 3)
    /// The policies' versions differ and stand in the shard's version table; `version` is the largest.
    static let hasSpilledVersions = Flags(rawValue: 1 << 4)
    /// `slack` holds: a device that moved less from its anchor changes nothing.
    static let hasAnchor = Flags(rawValue: 1 << 5)
    /// A sample of the device waits to be decided in the stage at hand; never set between batches.
    static let isActive = Flags(rawValue: 1 << 6)
  }

  var lastTime: Double
  var lastLatitude: Double
  var lastLongitude: Double
  /// Metres that the device may still move from the last place before any fence could change its state, rounded down.
  var slack: Float
  private var versionLow: UInt32
  /// The block of further exceptions in the shard's arena, or 0.
  var overflow: UInt32
  var flags: Flags
  private var versionHigh: UInt8
  var state0: PackedState
  var state1: PackedState
  var word0: UInt32
  var word1: UInt32
  var enterTime0: Double
  var enterTime1: Double

  /// The version of the fence set at the last accepted sample: 40 bits, a century at 300 changes a second.
  @inline(__always) var version: UInt64 {
    get { UInt64(versionHigh) << 32 | UInt64(versionLow) }
    set {
      versionLow = UInt32(truncatingIfNeeded: newValue)
      versionHigh = UInt8(truncatingIfNeeded: newValue &>> 32)
    }
  }

  static let maximumVersion: UInt64 = 1 << 40 - 1

  @inline(__always) var inlineCount: Int {
    get { Int(flags.rawValue & Flags.inlineCount.rawValue) }
    set { flags = Flags(rawValue: flags.rawValue & ~Flags.inlineCount.rawValue | UInt8(truncatingIfNeeded: newValue)) }
  }

  /// Calls `body` with the exceptions in the record itself.
  @inline(__always) func forEachInline(_ body: (StateException) -> Void) {
    let count = inlineCount
    if count > 0 { body(StateException(word: word0, state: state0, enterTime: enterTime0)) }
    if count > 1 { body(StateException(word: word1, state: state1, enterTime: enterTime1)) }
  }

  /// Makes these, at most two, the exceptions in the record itself.
  mutating func storeInline(_ exceptions: UnsafeBufferPointer<StateException>) {
    inlineCount = exceptions.count
    if exceptions.count > 0 {
      word0 = exceptions[0].word
      state0 = exceptions[0].state
      enterTime0 = exceptions[0].enterTime
    }
    if exceptions.count > 1 {
      word1 = exceptions[1].word
      state1 = exceptions[1].state
      enterTime1 = exceptions[1].enterTime
    }
  }

  @inline(__always) var hasExceptions: Bool { flags.rawValue & Flags.inlineCount.rawValue != 0 }
}

/// A state with its confirmation run in one byte: 0 unknown, 1… inside with a run from 0, 127… outside with a run from 0.
/// `FencePolicy.maximumConfirmations` keeps runs below 100.
struct PackedState: Equatable, BitwiseCopyable {
  var rawValue: UInt8

  @inline(__always) init(rawValue: UInt8) { self.rawValue = rawValue }

  @inline(__always) init(_ hysteresis: Hysteresis) {
    switch hysteresis.state {
    case .unknown: rawValue = 0
    case .inside: rawValue = UInt8(truncatingIfNeeded: 1 &+ hysteresis.run)
    case .outside: rawValue = UInt8(truncatingIfNeeded: 127 &+ hysteresis.run)
    }
  }

  @inline(__always) var hysteresis: Hysteresis {
    if rawValue == 0 { return Hysteresis(state: .unknown) }
    return rawValue < 127
      ? Hysteresis(state: .inside, run: Int(rawValue) &- 1) : Hysteresis(state: .outside, run: Int(rawValue) &- 127)
  }

  static let inside = PackedState(Hysteresis(state: .inside))
  static let unknown = PackedState(Hysteresis(state: .unknown))
  static let outside = PackedState(Hysteresis(state: .outside))
}

/// An exception as the evaluation handles it: which fence, what state, since when.
struct StateException: BitwiseCopyable {
  var word: UInt32
  var state: PackedState
  /// The time of the sample that entered, while inside.
  var enterTime: Double
}
