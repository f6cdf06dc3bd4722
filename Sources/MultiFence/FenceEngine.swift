public import GeoPolicy

/// The engine: many fences, many devices, and for every sample what it changed.
///
/// It answers exactly as the plain rules would, fence by fence. Fences stand in a grid, so that a sample is compared only
/// with those near it; states are kept only where they differ from `outside`.
///
/// - Devices are numbers that the caller gives, dense from 0: see ``GeoPolicy/IdentifierTable``.
/// - Fences are named by ``GeoPolicy/FenceHandle`` in what comes out; a handle, also one of a fence that was removed, names
///   its fence until the next call of ``apply(_:)``.
/// - Not for use from several threads at a time; ``EngineOptions/threads`` says how many it uses itself.
public final class FenceEngine {
  let policies: PolicySet
  let options: EngineOptions
  // Reached from one place at a time, as the type demands; the run-time check of that would cost more than the work.
  @exclusivity(unchecked) private(set) var grid: FenceGrid
  @exclusivity(unchecked) var fences: FenceTable
  @exclusivity(unchecked) var devices = DeviceTable()
  let shards: [EngineShard]
  /// One for each shard but the first, which is the caller's own.
  let workers: [ShardWorker]
  /// Room for a view of every level, filled for each batch; one compiled policy per policy.
  let levelViews = UnsafeMutablePointer<LevelView>.allocate(capacity: FenceGrid.globeLevel)
  let compiledPolicies: UnsafeMutablePointer<CompiledPolicy>
  let cosines = CosineTable.make()
  /// The version of the fence set: rises with every single change; 1 before the first.
  private(set) var version: UInt64 = 1
  /// The number of living fences of each policy.
  private var fencesOfPolicy: [Int]
  /// Removed fences whose last device was told; their slots are freed with the next change.
  private var releasedSlots: [UInt32] = []

  /// An engine that watches these fences, in this order.
  ///
  /// - Parameter policies: The set that the fences were made for.
  /// - Throws: ``GeoPolicy/FenceError`` where two fences have the same id.
  /// - Complexity: O(fences), about a microsecond each.
  public init(
    fences: [Fence], policies: PolicySet = .standard, options: EngineOptions = EngineOptions()
  ) throws(FenceError) {
    self.policies = policies
    self.options = options
    shards = (0..<min(max(options.threads, 1), 64)).map { _ in EngineShard(policies: policies) }
    let isPatient = shards.count <= processorCount()
    workers = shards.dropFirst().map { _ in ShardWorker(isPatient: isPatient) }
    compiledPolicies = .allocate(capacity: policies.policies.count)
    for (index, policy) in policies.policies.enumerated() {
      (compiledPolicies + index).initialize(to: CompiledPolicy(policy))
    }
    fencesOfPolicy = Array(repeating: 0, count: policies.policies.count)
    grid = Self.emptyGrid(for: fences, policies, options)
    self.fences = FenceTable(count: fences.count)
    for fence in fences {
      if self.fences.slot(of: fence.id) != nil { throw .duplicateID(fence.id) }
      _ = register(fence)
    }
    self.fences.fit()
    grid.build(count: fences.count) { slot in self.gridEntry(UInt32(slot)) }
  }

  deinit {
    for worker in workers { worker.stop() }
    levelViews.deallocate()
    compiledPolicies.deallocate()
    cosines.deallocate()
  }

  private static func emptyGrid(for fences: [Fence], _ policies: PolicySet, _ options: EngineOptions) -> FenceGrid {
    var size = CellSize.fitting(fences, meters: options.cellSizeMeters, otherwise: policies.policies[0])
    if !options.passesSamplesOver { size.margin = 0 }
    return FenceGrid(size)
  }

  // MARK: Fences

  /// The number of living fences.
  public var fenceCount: Int { fences.aliveCount }

  /// One bit for each policy in use; with no fence at all, the default policy's.
  var policiesInUse: UInt16 {
    var mask: UInt16 = 0
    for (index, count) in fencesOfPolicy.enumerated() where count > 0 { mask |= 1 << UInt16(index) }
    return mask == 0 ? 1 : mask
  }

  /// The handle of the living fence of this id, or `nil`.
  public func handle(of id: Identifier) -> FenceHandle? { fences.slot(of: id).map { FenceHandle(rawValue: $0) } }

  /// The id of a fence that this engine named since the last call of ``apply(_:)``.
  public func id(of fence: FenceHandle) -> Identifier { fences.id(fence.rawValue) }

  /// Changes the set of fences while it runs (rule R6): all of the changes, in order, or none.
  ///
  /// - Throws: ``GeoPolicy/FenceError`` for an id that is taken, or that no fence has, at its turn.
  /// - Complexity: a few microseconds for each change, at any number of fences.
  public func apply(_ changes: [FenceChange]) throws(FenceError) {
    try check(changes)
    // In an order that neither batches nor threads have a part in, for it says which slot the next fence takes.
    releasedSlots.sort()
    for slot in releasedSlots { fences.free(slot) }
    releasedSlots.removeAll(keepingCapacity: true)
    if fenceCount == 0, changes.count > 0 { chooseCellSize(for: changes) }
    for change in changes {
      switch change {
      case .add(let fence): add(fence)
      case .remove(let id): if let slot = fences.slot(of: id) { remove(slot) }
      case .edit(let fence): if let slot = fences.slot(of: fence.id) { edit(slot, to: fence) }
      }
    }
  }

  private func check(_ changes: [FenceChange]) throws(FenceError) {
    var taken: [Identifier: Bool] = [:]
    func isTaken(_ id: Identifier) -> Bool { taken[id] ?? (fences.slot(of: id) != nil) }
    for change in changes {
      switch change {
      case .add(let fence):
        guard !isTaken(fence.id) else { throw .duplicateID(fence.id) }
        taken[fence.id] = true
      case .edit(let fence): guard isTaken(fence.id) else { throw .unknownID(fence.id) }
      case .remove(let id):
        guard isTaken(id) else { throw .unknownID(id) }
        taken[id] = false
      }
    }
  }

  /// An engine without fences takes its cell size from the first ones that come.
  private func chooseCellSize(for changes: [FenceChange]) {
    let added = changes.compactMap { if case .add(let fence) = $0 { fence } else { nil } }
    guard !added.isEmpty else { return }
    grid = Self.emptyGrid(for: added, policies, options)
  }

  private func add(_ fence: Fence) {
    let entry = gridEntry(register(fence))
    grid.insert(entry.circle, word: entry.word)
  }

  private func remove(_ slot: UInt32) {
    let entry = gridEntry(slot)
    grid.remove(entry.circle, word: entry.word)
    fences.retire(slot)
    fencesOfPolicy[Int(fences.record(slot).pointee.policy)] -= 1
    advanceVersion()
    if fences.insideCount(slot).pointee == 0 { releasedSlots.append(slot) }
  }

  private func edit(_ slot: UInt32, to fence: Fence) {
    let record = fences.record(slot)
    guard Int(record.pointee.policy) == fence.policyIndex else {
      remove(slot)
      return add(fence)
    }
    let old = gridEntry(slot)
    record.pointee.place = fence.place
    fences.radii(slot).pointee = FenceRadii(fence)
    let new = gridEntry(slot)
    advanceVersion()
    guard old.circle != new.circle else { return }
    grid.remove(old.circle, word: old.word)
    grid.insert(new.circle, word: new.word)
  }

  /// Gives a fence its slot and birth; the grid does not know it yet.
  private func register(_ fence: Fence) -> UInt32 {
    precondition(fence.policyIndex < policies.policies.count, "the fence was made for another set of policies")
    advanceVersion()
    fencesOfPolicy[fence.policyIndex] += 1
    return fences.add(fence, birth: version)
  }

  private func advanceVersion() {
    precondition(version < DeviceRecord.maximumVersion, "more than 10¹² changes of the fence set")
    version += 1
  }

  private func gridEntry(_ slot: UInt32) -> (circle: FenceCircle, word: UInt32) {
    (fences.circle(slot), FenceWord.make(slot: slot, policy: fences.record(slot).pointee.policy))
  }

  /// Counts a device out of a fence; the last one out of a removed fence releases its slot.
  func countOut(_ slot: UInt32) {
    fences.insideCount(slot).pointee -= 1
    if !fences.record(slot).pointee.isAlive, fences.insideCount(slot).pointee == 0 { releasedSlots.append(slot) }
  }

  /// Takes over what slots the evaluation of a batch released.
  func collectReleasedSlots() {
    for shard in shards where !shard.releasedSlots.isEmpty {
      releasedSlots += shard.releasedSlots
      shard.releasedSlots.removeAll(keepingCapacity: true)
    }
  }
}
