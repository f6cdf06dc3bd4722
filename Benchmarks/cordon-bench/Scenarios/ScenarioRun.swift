import CommandLineSupport

/// Measures variants of one scenario, and makes sure that they agree.
struct ScenarioRun {
  let name: String
  let variants: [Variant]
  let rounds: Int
  /// What must come out, where that is known before.
  private let stored: StoredResult?
  private let set: WorkSet
  /// The part that a scan can afford; `nil` where no scan runs.
  private let prefix: WorkSet?
  /// The passes so far, in the order of the variants.
  private var passes: [[Pass]]

  init(name: String, variants: [Variant], rounds: Int, set: WorkSet, stored: StoredResult? = nil) {
    self.name = name
    self.stored = stored
    self.variants = variants
    self.rounds = rounds
    self.set = set
    prefix = variants.contains { $0.kind == .scan } ? set.affordablePrefix() : nil
    passes = Array(repeating: [], count: variants.count)
  }

  /// Runs all rounds and returns a row for each variant.
  ///
  /// In each round the variants take turns, A B C A B C …: what slows the machine down for a while slows all of them.
  /// Each pass begins with an engine made anew.
  ///
  /// - Throws: ``CommandEnd`` where two results that should be equal are not.
  mutating func run() throws -> [ResultRow] {
    for round in 0..<rounds {
      for (index, variant) in variants.enumerated() where round < variant.maximumRounds {
        Diagnostics.progress("\(name)/\(variant.name), round \(round + 1) of \(min(rounds, variant.maximumRounds))")
        passes[index].append(try variant.run(workSet(of: variant)))
        try checkAgreement(with: index)
      }
      if round == 0 { try checkScans() }
    }
    let lines = engineBytes.map { LineCosts.measure(for: $0) }
    return variants.enumerated().map { index, variant in
      ResultRow(
        scenario: name, variant: variant, set: workSet(of: variant), passes: passes[index], lines: lines)
    }
  }

  private func workSet(of variant: Variant) -> WorkSet { variant.kind == .scan ? prefix ?? set : set }

  /// What the engine held, for the yardstick to be as large.
  private var engineBytes: EngineBytes? {
    zip(variants, passes).filter { $0.0.kind == .engine }.flatMap { $0.1.compactMap(\.bytes) }
      .reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// Compares the newest pass of a variant with what is stored, and with the first of the first variant of its kind.
  private func checkAgreement(with index: Int) throws(CommandEnd) {
    let kind = variants[index].kind
    if kind == .engine, let stored, let digest = passes[index].last?.digest,
      let difference = stored.difference(from: digest)
    {
      throw .failure(
        .internalError,
        "\(name): \(variants[index].name) is wrong: \(difference); report it or, where a world or a rule was changed on "
          + "purpose, renew what is stored with --renew")
    }
    guard let first = variants.firstIndex(where: { $0.kind == kind }), let digest = passes[index].last?.digest,
      let expected = passes[first].first?.digest
    else { return }
    try Self.check(digest, variants[index].name, expected, variants[first].name, in: name)
  }

  /// Runs the engines once over what the scans ran over, and compares.
  private func checkScans() throws {
    guard let prefix, let scan = variants.firstIndex(where: { $0.kind == .scan }),
      let expected = passes[scan].first?.digest
    else { return }
    for variant in variants where variant.kind == .engine {
      guard let digest = try variant.run(prefix).digest else { continue }
      try Self.check(
        digest, variant.name, expected, variants[scan].name,
        in: "\(name), the first \(prefix.firstCount + prefix.steadyCount) samples of \(prefix.deviceCount) devices")
    }
  }

  static func check(
    _ digest: EventDigest, _ name: String, _ expected: EventDigest, _ expectedName: String, in place: String
  ) throws(CommandEnd) {
    guard let difference = digest.difference(from: expected) else { return }
    throw .failure(
      .internalError,
      "\(place): \(name) and \(expectedName) disagree: \(difference); one of them is wrong, please report it")
  }
}
