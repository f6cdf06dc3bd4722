extension RowStream {
  /// Reads on to the end of a line of JSON, which LF ends; a CR before it is a blank to JSON and not counted.
  mutating func advanceLine(in source: Bytes, at position: inout Int, isReplay: Bool) -> Progress {
    let start = position
    guard let end = source.firstIndex(of: Byte.lineFeed, from: start) else {
      position = source.count
      // One more byte than the limit may be a CR.
      if scan.skipping != nil || held.count + source.count - start > Self.limit + 1 {
        scan.skipping = .tooLong
        held.removeAll(keepingCapacity: true)
      } else {
        held.append(contentsOf: source.slice(start..<source.count))
      }
      return .usedUp
    }
    position = end + 1
    defer { line += 1 }
    let last = end > start ? source[end - 1] : held.last
    let length = held.count + end - start - (last == Byte.carriageReturn ? 1 : 0)
    if scan.skipping != nil || length > Self.limit {
      scan = RowScan()
      held.removeAll(keepingCapacity: true)
      return .row(Row(line: line, flaw: .tooLong))
    }
    return complete(source, start..<end, isReplay: isReplay, fieldCount: 0, mayHaveNonASCII: true)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place of an ASCII byte at or behind `start`.
  ///
  /// Invariant of the loads: `at + 8` never passes `count`.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    let raw = UnsafeRawBufferPointer(self)
    var at = start
    while at + 8 <= count {
      let matches = Word.matches(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)), byte)
      if matches != 0 { return at + matches.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < count {
      if self[at] == byte { return at }
      at += 1
    }
    return nil
  }
}
