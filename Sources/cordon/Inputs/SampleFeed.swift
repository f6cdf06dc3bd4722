import CommandLineSupport
import FenceData
import FenceReplay

/// What takes the bytes of a sample file in chunks: a replay, a diagnosis, a sweep.
protocol SampleConsumer {
  /// Why it cannot go on.
  associatedtype Failure: RowFailure
  /// Rows that could not be read, and of which nobody was told yet.
  var badRows: [RowProblem] { get set }
  /// Rows so far.
  var sampleCount: Int { get }
  /// Takes bytes from the front of a chunk and returns how many it took.
  mutating func take(_ chunk: UnsafeRawBufferPointer) throws(Failure) -> Int
  /// Takes the end of the samples.
  mutating func finish() throws(Failure)
}

/// A failure that lies in an input.
protocol RowFailure: Error {
  /// The line, from 1, where there is one to name.
  var line: Int? { get }
  /// What is wrong, and how to mend it.
  var message: String { get }
}

extension UnusableInput: RowFailure {}
extension ReplayFailure: RowFailure {}

extension InputFile {
  /// Gives all of this file to a consumer, tells of the rows that cannot be read, and shows how far it is.
  ///
  /// - Parameter afterChunk: Called whenever the consumer has taken bytes, so that what waits in it can be written.
  func feed<Consumer: SampleConsumer>(
    _ consumer: inout Consumer, chunkBytes: Int = 1 << 18, isQuiet: Bool,
    afterChunk: (inout Consumer) throws(CommandEnd) -> Void = { (_) throws(CommandEnd) in }
  ) throws(CommandEnd) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkBytes, alignment: 16)
    defer { chunk.deallocate() }
    var report = BadRowReport(file: name)
    var progress = Progress(isMuted: isQuiet, totalBytes: size)
    defer { progress.clear() }
    var byteCount: Int64 = 0
    while true {
      let count = try read(into: chunk)
      var rest = UnsafeRawBufferPointer(chunk)[..<count]
      repeat {
        do throws(Consumer.Failure) {
          if count == 0 {
            try consumer.finish()
          } else {
            rest = rest.dropFirst(try consumer.take(UnsafeRawBufferPointer(rebasing: rest)))
          }
        } catch {
          throw unusable(error.line, error.message)
        }
        if !consumer.badRows.isEmpty {
          progress.clear()
          for problem in consumer.badRows { report.add(line: problem.line, message: problem.message) }
          consumer.badRows.removeAll()
        }
        try afterChunk(&consumer)
      } while !rest.isEmpty
      if count == 0 { break }
      byteCount += Int64(count)
      progress.update(bytes: byteCount, samples: consumer.sampleCount)
    }
    progress.clear()
    report.finish()
  }
}
