extension RowStream {
  /// The row at `position` where it ends within `source`, stands on one line, and has no doubled or broken quotes and
  /// no NUL, else `nil`.
  ///
  /// The fast path of nearly every row: eight bytes at a time, nothing remembered. Invariant of the loads: `at + 8`
  /// never passes `source.count`. Where it gives up it has changed nothing but field ends that will be written anew.
  mutating func plainRow(in source: Bytes, at position: inout Int, isReplay: Bool) -> Progress? {
    let start = position
    let raw = UnsafeRawBufferPointer(source)
    let end = fieldEnds.withUnsafeMutableBufferPointer { ends -> (at: Int, fields: Int, nonASCII: Bool)? in
      var at = start
      var fields = 0
      var fieldStart = start
      var seen = 0 as UInt64
      scan: while at + 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        seen |= word
        var separators = Word.separators(word)
        while separators != 0 {
          let found = at + separators.trailingZeroBitCount / 8
          switch raw[found] {
          case Byte.comma:
            if fields < ends.count { ends[fields] = Int32(truncatingIfNeeded: found - start) }
            fields += 1
            fieldStart = found + 1
          case Byte.lineFeed, Byte.carriageReturn:
            if fields < ends.count { ends[fields] = Int32(truncatingIfNeeded: found - start) }
            return (found, fields + 1, Word.nonASCII(seen) != 0)
          case Byte.quote:
            guard found == fieldStart, let closing = Self.closingQuote(raw, behind: found, seen: &seen) else {
              return nil
            }
            at = closing + 1
            continue scan
          case 0:
            return nil
          default:
            break
          }
          separators &= separators - 1
        }
        at += 8
      }
      return nil
    }
    guard let end else { return nil }
    position = end.at + 1
    skipsLineFeed = source[end.at] == Byte.carriageReturn
    defer { line += 1 }
    if end.at - start > Self.limit { return .row(Row(line: line, flaw: .tooLong)) }
    return complete(
      source, start..<end.at, isReplay: isReplay, fieldCount: end.fields, mayHaveNonASCII: end.nonASCII)
  }

  /// Where the quotes that open at `opening` close, if that is on the same line with a comma or the line's end behind
  /// it.
  @inline(__always) private static func closingQuote(
    _ source: UnsafeRawBufferPointer, behind opening: Int, seen: inout UInt64
  ) -> Int? {
    var at = opening + 1
    while at + 1 < source.count {
      let byte = source[at]
      if byte == Byte.quote {
        let next = source[at + 1]
        return next == Byte.comma || next == Byte.lineFeed || next == Byte.carriageReturn ? at : nil
      }
      if byte < 0x20 && byte != Byte.tab { return nil }
      seen |= UInt64(byte)
      at += 1
    }
    return nil
  }

  /// Takes bytes one by one, remembering where the row is, until it or `source` ends.
  mutating func advanceRow(in source: Bytes, at position: inout Int, isReplay: Bool) -> Progress {
    let start = position
    var at = start
    while at < source.count {
      let byte = source[at]
      if let flaw = scan.skipping {
        at += 1
        guard byte == Byte.lineFeed || byte == Byte.carriageReturn else { continue }
        position = at
        skipsLineFeed = byte == Byte.carriageReturn
        scan = RowScan()
        defer { line += 1 }
        return .row(Row(line: line, flaw: flaw))
      }
      var step = scan.step(byte)
      if scan.length > Self.limit { step = .flaw(.tooLong) }
      switch step {
      case .more: at += 1
      case .fieldEnd:
        // The comma has been counted to the row.
        scan.length -= 1
        endField()
        scan.length += 1
        at += 1
      case .rowEnd:
        position = at + 1
        return endRow(source, start..<at, isReplay: isReplay)
      case .flaw(let flaw):
        if let resume = scan.resume {
          return .row(recover(flaw, resume: resume, start: start, position: &position))
        }
        // The same byte again: it may end the line that is passed over.
        held.removeAll(keepingCapacity: true)
        scan.skipping = flaw
      }
    }
    if scan.skipping == nil { held.append(contentsOf: source.slice(start..<at)) }
    position = at
    return .usedUp
  }

  private mutating func endRow(_ source: Bytes, _ range: Range<Int>, isReplay: Bool) -> Progress {
    endField()
    skipsLineFeed = source[range.upperBound] == Byte.carriageReturn
    let ended = scan
    scan = RowScan()
    defer { line += 1 + ended.breaks }
    return complete(
      source, range, isReplay: isReplay, fieldCount: ended.fieldCount, mayHaveNonASCII: ended.hasNonASCII)
  }

  /// Notes that a field ends behind the bytes so far.
  mutating func endField() {
    if scan.fieldCount < fieldEnds.count { fieldEnds[scan.fieldCount] = Int32(truncatingIfNeeded: scan.length) }
    scan.fieldCount += 1
  }
}
