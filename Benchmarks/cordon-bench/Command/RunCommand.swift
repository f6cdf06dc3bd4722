import CommandLineSupport

/// `cordon-bench run`: measures the scenarios that the options select, one after the other.
struct RunCommand {
  private let options: RunOptions
  private let selected: [(scenario: Scenario, variants: [Variant])]

  /// - Throws: `UsageError` where the options select nothing.
  init(_ options: RunOptions) throws(UsageError) {
    self.options = options
    let scenarios = options.files.map { [Scenario.files($0)] } ?? Scenario.table
    var selected: [(Scenario, [Variant])] = []
    for scenario in scenarios where options.isFull || options.isList || !scenario.isLong {
      let variants = Variant.table.filter { variant in
        scenario.isFit(for: variant) && options.filter.map { "\(scenario.name)/\(variant.name)".contains($0) } ?? true
      }
      if !variants.isEmpty { selected.append((scenario, variants)) }
    }
    guard !selected.isEmpty else {
      throw UsageError(
        "--filter \(options.filter ?? "") selects nothing; cordon-bench run --list names what there is")
    }
    self.selected = selected
    if options.svg != nil, LadderPicture.family(of: selected.map(\.0.name)) == nil {
      throw UsageError(
        "--svg draws the cost over the number of fences: it needs a scenario in two sizes, as with --filter workload")
    }
  }

  /// The names of what is selected.
  func listing() -> String {
    var text = ""
    for (scenario, variants) in selected {
      text += "\(scenario.name): \(scenario.summary)\(scenario.isLong ? " (only with --full)" : "")\n"
      for variant in variants { text += "  \(scenario.name)/\(variant.name): \(variant.summary)\n" }
    }
    return text
  }

  /// Measures, and prints each scenario when it is done.
  func run() throws {
    let machine = Machine()
    // Opened before a long run: what cannot be written shows at once.
    let json = try options.json.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    let svg = try options.svg.map { (path) throws(CommandEnd) in try OutputFile(path: path) }
    if !machine.isOptimized {
      Diagnostics.print("cordon-bench: this is a debug build; its times mean nothing, build with -c release")
    }
    var rows: [ResultRow] = []
    for (scenario, variants) in selected {
      Diagnostics.progress("\(scenario.name): loading")
      let set = try scenario.load()
      // An input that cannot be used is told of alone.
      if rows.isEmpty { try show(machine.summary + "\n" + seedLine + "\n" + ResultTable.header) }
      var run = ScenarioRun(
        name: scenario.name, variants: variants, rounds: options.rounds, set: set,
        stored: options.isRenewing ? nil : StoredResult.table[scenario.name])
      let results = try run.run()
      let naive = results.first { $0.variant == "naive" }
      for row in results { try show(ResultTable.line(of: row, naive: naive)) }
      if let changes = ResultTable.line(ofChanges: results) { try show(changes) }
      if let lines = results.first?.lines { try show(ResultTable.line(of: lines)) }
      rows += results
    }
    try show(notes(on: rows))
    if options.isRenewing { try show(storedResults(of: rows)) }
    if let picture = LadderPicture(rows, machine: machine) { try svg?.write(Array(picture.svg.utf8)) }
    try json?.write(ResultLines.bytes(of: rows, machine: machine, options: options))
    for file in [svg, json] { try file?.finish() }
    for file in [svg, json] { try file?.publish() }
  }

  private var seedLine: String {
    let source = options.files == nil ? "seeded worlds, seed \(Scenario.seed)" : "your own files"
    return "\(source); medians of up to \(options.rounds) interleaved rounds\n"
  }

  private func notes(on rows: [ResultRow]) -> String {
    var text = ""
    if let naive = rows.first(where: { $0.variant == "naive" }) {
      text += """
        naive keeps a state for every pair of device and fence and judges every pair: it is measured on a few devices and
        samples only (\(naive.samples) samples of \(naive.devices) devices in \(naive.scenario)); x naive compares with that.

        """
    }
    for row in rows where row.voidRounds > 0 {
      text += """
        \(row.scenario)/\(row.variant): \(row.voidRounds) of \(row.rounds) rounds are void, others used more than \
        \(ResultTable.decimals(OthersLoad.limit * 100, 0)) % of the machine.

        """
    }
    if rows.contains(where: { $0.digest != nil }) {
      text += "All variants of a scenario gave the same events"
      text += options.files == nil && !options.isRenewing ? ", and those that are stored.\n" : ".\n"
    }
    return text.isEmpty ? "" : "\n" + text
  }

  /// The lines that ``StoredResult/table`` should have.
  private func storedResults(of rows: [ResultRow]) -> String {
    let lines = rows.filter { $0.variant == "indexed" }.compactMap { row in
      row.digest.map { StoredResult.line(scenario: row.scenario, $0) }
    }
    return "\n" + lines.joined()
  }

  /// Prints for people; to standard error where the JSON takes standard output.
  private func show(_ text: String) throws(CommandEnd) {
    if options.json == standardStreamPath {
      Diagnostics.write(text)
    } else {
      try writeToStandardOutput(text)
    }
  }
}
