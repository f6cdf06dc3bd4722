internal import CellKernel
import Dispatch
import Synchronization

/// A thread that evaluates one shard's part of every batch, beside the thread of the caller.
///
/// Who waits, the worker for a batch or the caller for the worker, looks again and again for a while before it sleeps: to wake
/// a thread takes longer than many a batch.
final class ShardWorker: @unchecked Sendable {
  private enum State {
    /// The worker looks for a batch.
    static let idle: UInt8 = 0
    /// The worker sleeps until `batchCame`.
    static let asleep: UInt8 = 1
    /// The worker has a batch.
    static let busy: UInt8 = 2
    /// The worker has a batch, and the caller sleeps until `batchIsDone`.
    static let awaited: UInt8 = 3
    static let stopped: UInt8 = 4
  }

  /// How long to look before sleeping: about as long as it takes to wake a thread, so that waiting costs at most twice what
  /// it must. Not at all where others need the processor.
  private let patienceNanoseconds: UInt64

  private let state = Atomic(State.idle)
  private let batchCame = DispatchSemaphore(value: 0)
  private let batchIsDone = DispatchSemaphore(value: 0)
  /// Written by the caller while the worker is idle.
  private var work: (() -> Void)?
  private var hasThread = false

  init(isPatient: Bool) { patienceNanoseconds = isPatient ? 200_000 : 0 }

  /// Lets the worker do something; it must be idle. Where the system has no thread for it, the caller does it at once.
  func begin(_ work: @escaping () -> Void) {
    if !hasThread {
      hasThread = startThread { self.run() }
      if !hasThread { return work() }
    }
    self.work = work
    if state.exchange(State.busy, ordering: .acquiringAndReleasing) == State.asleep { batchCame.signal() }
  }

  /// Returns when the worker has done what it began.
  func finish() {
    if watch({ state.load(ordering: .acquiring) != State.busy }) { return }
    if state.compareExchange(expected: State.busy, desired: State.awaited, ordering: .acquiringAndReleasing).exchanged {
      batchIsDone.wait()
      // What the worker wrote before its exchange is read after this.
      _ = state.load(ordering: .acquiring)
    }
  }

  /// Ends the thread, if there is one; the worker must be idle.
  func stop() {
    if state.exchange(State.stopped, ordering: .acquiringAndReleasing) == State.asleep { batchCame.signal() }
  }

  private func run() {
    while true {
      if !watch({ state.load(ordering: .acquiring) != State.idle }),
        state.compareExchange(expected: State.idle, desired: State.asleep, ordering: .acquiringAndReleasing).exchanged
      {
        batchCame.wait()
      }
      if state.load(ordering: .acquiring) == State.stopped { return }
      work?()
      work = nil
      if state.exchange(State.idle, ordering: .acquiringAndReleasing) == State.awaited { batchIsDone.signal() }
    }
  }

  /// Looks for a while whether something has happened, and lets other threads that want the processor have it.
  private func watch(_ hasHappened: () -> Bool) -> Bool {
    let end = DispatchTime.now().uptimeNanoseconds + patienceNanoseconds
    while true {
      for _ in 0..<64 {
        if hasHappened() { return true }
        cordon_pause()
      }
      if DispatchTime.now().uptimeNanoseconds > end { return false }
      yieldProcessor()
    }
  }
}
