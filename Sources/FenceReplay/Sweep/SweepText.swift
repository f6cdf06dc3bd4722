internal import FenceData
import GeoPolicy

extension SweepReport {
  /// The most settings that are all listed; of more, only the best trade-offs are.
  static var listedSettings: Int { 60 }

  /// The report as text to read: a table with one line for each setting, the best trade-offs marked.
  public var text: String {
    let isShort = results.count <= Self.listedSettings
    let listed = isShort ? results : results.filter(\.isBestTradeOff)
    var rows = [
      [
        "", "enter", "exit", "accuracy", "confirm", "flaps", "devices", "fences", "missed", "median", "p90", "enters",
        "exits", "accepted",
      ]
    ]
    rows += listed.map { Self.cells(of: $0) }
    var lines = [headline] + legend
    lines += Self.table(rows)
    let best = results.count { $0.isBestTradeOff }
    lines.append(
      "* \(best) of \(results.count) settings: no other is at least as good in flaps, missed visits and delay (p90), "
        + "and better in one")
    if !isShort { lines.append("only these are listed; --csv and --json hold all") }
    return (lines + notes).map { $0 + "\n" }.joined()
  }

  private var headline: String {
    let policy = ShownText.quoted(sweep.options.policy)
    return "\(sweep.sampleCount) samples of \(sweep.deviceCount) devices, \(sweep.fenceCount) fences, "
      + "of which \(sweep.sweptFenceCount) follow the radii of policy \(policy)"
  }

  /// What the columns mean.
  private var legend: [String] {
    let scale = sweep.yardstick
    return [
      "flaps: entered again within \(Self.number(sweep.options.flapWindowSeconds)) s, by so many devices at so many fences",
      "missed: of \(sweep.visitCount) visits, within \(Self.number(scale.visitMeters)) m",
      "median, p90: seconds since the device was within \(Self.number(scale.arrivalMeters)) m, or beyond "
        + "\(Self.number(scale.departureMeters)) m",
    ]
  }

  private static func cells(of result: SweepResult) -> [String] {
    let setting = result.setting
    let (enter, exit) = (setting.enterConfirmations, setting.exitConfirmations)
    return [
      result.isBestTradeOff ? "*" : "", number(setting.enterRadiusMeters), number(setting.exitRadiusMeters),
      number(setting.maxAccuracyMeters), enter == exit ? "\(enter)" : "\(enter)/\(exit)", "\(result.flapCount)",
      "\(result.flappingDeviceCount)", "\(result.flappingFenceCount)",
      "\(result.missedVisitCount)", seconds(result.delay.medianSeconds), seconds(result.delay.ninthDecileSeconds),
      "\(result.enterCount)", "\(result.exitCount)", "\(result.acceptedCount)",
    ]
  }

  private var notes: [String] {
    var notes: [String] = []
    if sweep.sweptFenceCount == 0, sweep.yardstick.hasSeveralRadii {
      let mend =
        sweep.options.overridesAllFences
        ? "sweep a policy that fences name" : "--all-fences replaces the radii that fences give themselves"
      notes.append("note: no fence follows the radii that were tried; \(mend)")
    }
    if sweep.impossibleCount > 0 {
      notes.append("note: \(sweep.impossibleCount) combinations left out, for exit would be less than enter")
    }
    let skipped = results.map(\.skippedFenceCount)
    if let least = skipped.min(), let most = skipped.max(), most > least {
      notes.append(
        "note: \(least) to \(most) rows of fences are unusable, for some give an exit radius below the enter radius that "
          + "is tried; fences_skipped in --csv counts them")
    }
    if sweep.timesWithoutOffset > 0 {
      notes.append(
        "note: \(sweep.timesWithoutOffset) samples with a time without offset, hence refused; "
          + "say which zone is meant, as in --tz UTC or --tz +02:00")
    }
    return notes
  }

  /// Columns of equal width, numbers to the right.
  private static func table(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
    }
  }

  private static func number(_ value: Double) -> String {
    var out = OutputBuffer()
    out.append(number: value)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private static func seconds(_ value: Double?) -> String { value.map { number(($0 * 10).rounded() / 10) } ?? "-" }
}
