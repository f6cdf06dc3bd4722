/// Cuts an input that comes in chunks into rows: CSV rows, which may span lines, or lines of JSON.
///
/// State is bounded by one row of at most ``limit`` bytes. A row that lies within one chunk is handed out in place; one
/// that spans chunks is gathered in `held`. Where the cuts between the chunks are changes nothing.
///
/// *Lines* are counted physically: LF, CR LF and, in CSV, CR alone end one, also within quotes. *Blank lines*, empty or
/// of spaces and tabs, are no rows.
///
/// *Recovery.* A CSV row whose quotes are broken, which has a NUL, or which passes the limit, costs exactly the line on
/// which it begins: reading resumes at the line after. So a stray opening quote never swallows the rows behind it, at
/// the price that further lines of a broken quoted field become rows of their own. Rescanning stays linear: while a row
/// is open every further line has an even number of quotes, so that from its own start each of them ends on itself.
struct RowStream: Sendable {
  /// The most bytes that a row may have, its line end not counted.
  static let limit = 1 << 20

  /// What the first byte that is not blank says.
  enum Format: Sendable { case undecided, csv, json }

  /// Where a row's bytes are.
  enum Place { case chunk(Range<Int>), replay(Range<Int>), held }

  /// One row. Its bytes and field ends last until the stream is asked for the next one.
  struct Row {
    var place = Place.chunk(0..<0)
    var line: Int
    /// What makes the row malformed, if anything; it then has no bytes.
    var flaw: RowFlaw?
    /// The number of fields of a CSV row.
    var fieldCount = 0
    /// False says surely that there is no byte beyond ASCII.
    var mayHaveNonASCII = true
  }

  enum Progress { case row(Row), more, usedUp }

  private(set) var format = Format.undecided
  /// The first byte of the input that is not blank.
  private(set) var firstByte = Byte.space
  /// The physical line on which the next row begins.
  var line = 1
  /// Where each field of the current row ends; as many are kept as ``keepFields(_:)`` asked for.
  var fieldEnds: [Int32] = []
  /// The bytes so far of a row that began in an earlier chunk.
  var held: [UInt8] = []
  var scan = RowScan()
  /// The last line ended with CR: an LF behind it is the same line break.
  var skipsLineFeed = false

  private var markCount = 0
  private var releasesHeld = false
  /// Bytes that are read anew after a recovery, from `replayStart`; nothing is held when that begins.
  private var replay: [UInt8] = []
  private var replayStart = 0

  /// Asks that the ends of so many fields be kept, from the next row on.
  mutating func keepFields(_ count: Int) { fieldEnds = Array(repeating: 0, count: count) }

  /// The next row, or `nil` where `chunk` is used up.
  ///
  /// - Parameters:
  ///   - position: Where to read on in `chunk`; moved behind what has been consumed.
  ///   - atEnd: Whether the input ends with this chunk: what is held then becomes the last row.
  mutating func next(in chunk: Bytes, at position: inout Int, atEnd: Bool) -> Row? {
    if releasesHeld {
      held.removeAll(keepingCapacity: true)
      releasesHeld = false
    }
    if format == .undecided && !decideFormat(chunk, &position, atEnd: atEnd) { return nil }
    while !replay.isEmpty {
      let source = replay
      var start = replayStart
      let progress = source.withUnsafeBufferPointer { advance(in: $0, at: &start, isReplay: true) }
      replayStart = start
      if case .row(let row) = progress { return row }
      if case .usedUp = progress { replay = [] }
    }
    while true {
      let progress = advance(in: chunk, at: &position, isReplay: false)
      if case .row(let row) = progress { return row }
      if case .usedUp = progress { return atEnd ? lastRow() : nil }
    }
  }

  /// The bytes of a row that does not lie in a chunk.
  func keptBytes(of row: Row) -> ArraySlice<UInt8> {
    switch row.place {
    case .chunk: []
    case .replay(let range): replay[range]
    case .held: held[...]
    }
  }

  /// Reads on to the end of a row, or of `source`, or to where something else is to be done first.
  private mutating func advance(in source: Bytes, at position: inout Int, isReplay: Bool) -> Progress {
    guard position < source.count else { return .usedUp }
    if skipsLineFeed {
      skipsLineFeed = false
      if source[position] == Byte.lineFeed {
        position += 1
        return .more
      }
    }
    if format == .json { return advanceLine(in: source, at: &position, isReplay: isReplay) }
    if scan.length == 0 && scan.skipping == nil,
      let progress = plainRow(in: source, at: &position, isReplay: isReplay)
    {
      return progress
    }
    return advanceRow(in: source, at: &position, isReplay: isReplay)
  }

  /// Hands out the row that ends at `end`, or nothing where it is a blank line.
  mutating func complete(
    _ source: Bytes, _ range: Range<Int>, isReplay: Bool, fieldCount: Int, mayHaveNonASCII: Bool
  ) -> Progress {
    var row = Row(line: line, fieldCount: fieldCount, mayHaveNonASCII: mayHaveNonASCII)
    if held.isEmpty {
      row.place = isReplay ? .replay(range) : .chunk(range)
      if fieldCount <= 1 && source.slice(range).isBlank { return .more }
    } else {
      held.append(contentsOf: source.slice(range))
      row.place = .held
      if fieldCount <= 1 && held.withUnsafeBufferPointer(\.isBlank) {
        held.removeAll(keepingCapacity: true)
        return .more
      }
      releasesHeld = true
    }
    return .row(row)
  }

  /// Gives up the row that began at `start` of the chunk, or before, as its first line, and reads on behind that.
  mutating func recover(_ flaw: RowFlaw, resume: Int, start: Int, position: inout Int) -> Row {
    if resume < held.count {
      replay = Array(held[resume...])
      replayStart = 0
      position = start
    } else {
      position = start + resume - held.count
    }
    held.removeAll(keepingCapacity: true)
    skipsLineFeed = scan.resumesAfterReturn
    scan = RowScan()
    defer { line += 1 }
    return Row(line: line, flaw: flaw)
  }

  /// What is held when the input ends: a last line without newline.
  private mutating func lastRow() -> Row? {
    if let flaw = scan.skipping {
      scan = RowScan()
      return Row(line: line, flaw: flaw)
    }
    if scan.mode == .quoted {
      var position = 0
      return recover(.unclosedQuote, resume: scan.resume ?? held.count, start: 0, position: &position)
    }
    guard !held.isEmpty else { return nil }
    if format == .json && held.count > Self.limit && held.last != Byte.carriageReturn {
      held.removeAll()
      return Row(line: line, flaw: .tooLong)
    }
    if format == .csv { endField() }
    let fieldCount = scan.fieldCount
    let progress = complete(
      UnsafeBufferPointer(start: nil, count: 0), 0..<0, isReplay: false, fieldCount: fieldCount, mayHaveNonASCII: true)
    scan = RowScan()
    if case .row(let row) = progress { return row }
    return nil
  }

  /// Passes over a byte-order mark and blank lines; false where nothing else has come yet.
  private mutating func decideFormat(_ chunk: Bytes, _ position: inout Int, atEnd: Bool) -> Bool {
    while position < chunk.count {
      let byte = chunk[position]
      if markCount < Byte.mark.count {
        if byte == Byte.mark[markCount] {
          markCount += 1
          position += 1
          continue
        }
        if markCount > 0 { return decideCutMark() }
        markCount = Byte.mark.count
      }
      guard Byte.isBlankOrBreak(byte) else {
        skipsLineFeed = false
        firstByte = byte
        format = byte == Byte.openBrace || byte == Byte.openBracket ? .json : .csv
        return true
      }
      if byte == Byte.carriageReturn || (byte == Byte.lineFeed && !skipsLineFeed) { line += 1 }
      skipsLineFeed = byte == Byte.carriageReturn
      position += 1
    }
    return atEnd && markCount > 0 && markCount < Byte.mark.count && decideCutMark()
  }

  /// What looked like a byte-order mark is the beginning of something else.
  private mutating func decideCutMark() -> Bool {
    replay = Array(Byte.mark[..<markCount])
    firstByte = replay[0]
    format = .csv
    return true
  }
}
