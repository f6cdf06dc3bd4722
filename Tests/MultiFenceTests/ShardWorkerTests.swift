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
    let worker = ShardWorker(isPatient: true)
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
  @Test(arguments: [true, false]) func sleepersAreWoken(isPatient: Bool) {
    let worker = ShardWorker(isPatient: isPatient)
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
        let worker = ShardWorker(isPatient: true)
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

  /// More than a pool of threads would hold.
  @Test func everyWorkerHasAThread() {
    let workers = (0..<600).map { _ in ShardWorker(isPatient: false) }
    let tallies = workers.map { _ in Tally() }
    for round in 1...3 {
      for (worker, tally) in zip(workers, tallies) { worker.begin { tally.count += 1 } }
      for worker in workers { worker.finish() }
      #expect(tallies.allSatisfy { $0.count == round })
    }
    for worker in workers { worker.stop() }
  }

  @Test func aWorkerWithoutWorkHasNoThreadToStop() {
    weak var gone: ShardWorker?
    do {
      let worker = ShardWorker(isPatient: true)
      gone = worker
      worker.stop()
    }
    #expect(gone == nil)
  }
}
