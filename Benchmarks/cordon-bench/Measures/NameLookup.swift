import CommandLineSupport
import GeoPolicy

/// What it costs to find the handle of a sample's device by its name.
///
/// The engine is measured from handles; samples that come as text pay this besides. The table knows all names, and the
/// names of a batch lie side by side in memory, as in a file that has just been read.
enum NameLookup {
  /// Looks up every sample's device once.
  static func measure(_ set: WorkSet) throws -> Pass {
    var table = set.names ?? madeUpNames(count: set.deviceCount)
    _ = try lookUp(set.first, in: &table)
    return Pass(nanosecondsPerSample: try lookUp(set.steady, in: &table) / Double(max(set.steadyCount, 1)))
  }

  /// Names of 14 bytes, in the order of their handles, for worlds that have none.
  static func madeUpNames(count: Int) -> IdentifierTable {
    var table = IdentifierTable()
    for number in 0..<count {
      let digits = String(number)
      let name = "device-" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
      _ = table.handle(for: Identifier(name))
    }
    return table
  }

  private static func lookUp(_ batches: [SampleColumns], in table: inout IdentifierTable) throws -> Double {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    var nanoseconds = 0.0
    for batch in batches {
      bytes.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      var expected: UInt64 = 0
      for device in batch.devices {
        table.withBytes(of: device) { bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
        expected &+= UInt64(device)
      }
      var found: UInt64 = 0
      let start = Clock.thread.now()
      bytes.withUnsafeBufferPointer { bytes in
        var from = 0
        for end in ends {
          found &+= UInt64(table.handle(for: UnsafeBufferPointer(rebasing: bytes[from..<end])))
          from = end
        }
      }
      nanoseconds += Clock.thread.now() - start
      guard found == expected else {
        throw CommandEnd.failure(.internalError, "a device's name led to another's handle; please report it")
      }
    }
    return nanoseconds
  }
}
