import Dispatch
import Testing

@testable import MultiFence

/// The threads beside the caller's: what was begun is done when `finish()` returns, awake or asleep.
struct ShardWorkerTests {
  /// Read and written by turns, as the worker demands of its work.
  private final class Tally: @unchecked Sendable {
    var count = 0
  }

  @Test func everyPieceOfWorkIsDoneOnce() {
    let worker = ShardWorker()
    let tally = Tally()
    for expected in 1...20_000 {
      worker.begin { tally.count += 1 }
      worker.finish()
      if tally.count != expected {
        Issue.record("\(tally.count) pieces done of \(expected)")
        break
      }
    }
    worker.stop()
  }

  /// Pauses longer than the worker's patience send it to sleep, long work its caller: each has to be woken.
  @Test func sleepersAreWoken() {
    let worker = ShardWorker()
    let tally = Tally()
    func pause() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(3)) }
    for round in 0..<60 {
      worker.begin {
        if round % 3 != 0 { pause() }
        tally.count += 1
      }
      worker.finish()
      #expect(tally.count == round + 1)
      if round % 2 != 0 { pause() }
    }
    worker.stop()
  }

  @Test func aStoppedWorkerLetsGoOfItself() {
    weak var gone: ShardWorker?
    for isAsleep in [false, true] {
      do {
        let worker = ShardWorker()
        gone = worker
        worker.begin {}
        worker.finish()
        if isAsleep { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5)) }
        worker.stop()
      }
      // The thread itself ends a little later.
      for _ in 0..<1000 where gone != nil { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1)) }
      #expect(gone == nil)
    }
  }

  @Test func aWorkerWithoutWorkHasNoThreadToStop() {
    weak var gone: ShardWorker?
    do {
      let worker = ShardWorker()
      gone = worker
      worker.stop()
    }
    #expect(gone == nil)
  }
}
