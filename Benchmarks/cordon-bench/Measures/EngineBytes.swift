import CommandLineSupport
import MultiFence

/// The bytes that an engine holds.
struct EngineBytes: Equatable {
  /// What finds fences near a place: the table in which a sample looks up.
  var index: Int
  /// Everything that is there for the fences, the index counted.
  var fences: Int
  /// Everything that is there for the devices.
  var devices: Int

  /// The larger of each.
  func union(_ other: EngineBytes) -> EngineBytes {
    EngineBytes(
      index: max(index, other.index), fences: max(fences, other.fences), devices: max(devices, other.devices))
  }
}

extension FenceEngine {
  /// What it holds, by its own account.
  var heldBytes: EngineBytes? {
    let memory = memory
    let index = memory.index + memory.overlay
    return EngineBytes(
      index: index, fences: index + memory.fences + memory.names, devices: memory.devices + memory.overflow)
  }
}

/// The memory of this process that is in use, for engines that do not tell what they hold.
///
/// It grows as an engine does, to the page. Memory that an engine before gave back is given back to the system first, or
/// taking it again would show no growth; yet the largest growth of several rounds counts, and is about right at best.
enum ResidentMemory {
  /// Bytes, or `nil` where the system does not tell.
  static func bytes() -> Int? {
    System.returnFreedMemory()
    guard let text = try? InputFile(path: "/proc/self/statm").readAll() else { return nil }
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * 4096 } : nil
  }
}
