/// Memory for tables, large ones on huge pages; to be given back with `deallocate()`.
enum TableMemory {
  private static let hugePage = 1 << 21

  /// Uninitialized memory that begins on a cache line or, where it holds a huge page, on one.
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= hugePage else { return .allocate(byteCount: byteCount, alignment: 64) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: hugePage)
    // The end is left on small pages, for it would take a whole huge one.
    adviseHugePages(memory, byteCount: byteCount & ~(hugePage - 1))
    return memory
  }
}
