/// What a seeded scenario must answer: how many events, and their portable checksum.
///
/// The naive scan can afford only a part of the larger scenarios; this is what keeps the rest right. The numbers come from a
/// full run of `indexed`, which `skip`, `threads2` and, on its part, `naive` agreed with in that same run. A change of a world
/// or of a rule changes them. To renew them, run
///
///     cordon-bench run --full --rounds 1 --renew
///
/// and put what it prints in place of the lines of ``table``. A change of the engine alone must not need that.
struct StoredResult: Equatable {
  let events: Int
  let checksum: UInt64

  /// The results by scenario.
  static let table: [String: StoredResult] = [
    "workload-1k": StoredResult(events: 54_761, checksum: 0xB1CB_19EF_BD2C_E4B0),
    "workload-10k": StoredResult(events: 111_027, checksum: 0xD3C4_3CB9_0114_D47D),
    "workload-100k": StoredResult(events: 244_184, checksum: 0xCAF5_850B_BA3C_238E),
    "workload-1m": StoredResult(events: 961_828, checksum: 0x2058_8B9C_46B3_589B),
    "workload-10m": StoredResult(events: 4_291_138, checksum: 0xAA4A_41E9_8733_9C4E),
    "stores-10k": StoredResult(events: 812_891, checksum: 0x1B7B_12BD_3B46_9E83),
    "stores-100k": StoredResult(events: 933_968, checksum: 0x8E11_F21E_9DA3_BE70),
    "stores-1m": StoredResult(events: 1_834_663, checksum: 0xA4E1_8E1E_052C_9AD1),
    "stores-10m": StoredResult(events: 12_322_722, checksum: 0x0FB4_CE2F_B54A_D8CB),
    "walking-100k": StoredResult(events: 143_897, checksum: 0xB423_05E7_0A8D_0745),
    "driving-100k": StoredResult(events: 197_887, checksum: 0xF615_76EC_3A8B_2C55),
    "parked-100k": StoredResult(events: 91_277, checksum: 0x3956_87C3_016F_F9FD),
    "teleporting-100k": StoredResult(events: 1_917_883, checksum: 0x76D8_77DE_B2FF_847A),
    "mall-2k": StoredResult(events: 1_579_950, checksum: 0x0866_45DE_04B6_2A00),
    "cell-2k": StoredResult(events: 2_724_902, checksum: 0x4093_0DEC_4691_7711),
    "policies-100k": StoredResult(events: 226_293, checksum: 0x5E33_87A4_BBC6_A408),
    "churn-100k": StoredResult(events: 171_906, checksum: 0x74BA_3E30_0510_1951),
  ]

  /// Compares what came out; with what is wrong, in words, where it is not this.
  func difference(from digest: EventDigest) -> String? {
    guard digest.count != events || digest.portableChecksum != checksum else { return nil }
    return "\(digest.count) events with checksum \(EventDigest.hexadecimal(digest.portableChecksum)), where "
      + "\(events) with \(EventDigest.hexadecimal(checksum)) are stored"
  }

  /// The line of the table that stores this digest.
  static func line(scenario: String, _ digest: EventDigest) -> String {
    let digits = Array(EventDigest.hexadecimal(digest.portableChecksum).uppercased())
    let groups = stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }
    return
      "    \"\(scenario)\": StoredResult(events: \(grouped(digest.count)), checksum: 0x\(groups.joined(separator: "_"))),\n"
  }

  private static func grouped(_ count: Int) -> String {
    var text = ""
    for (index, digit) in String(count).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append("_") }
      text.append(digit)
    }
    return count < 10_000 ? String(count) : String(text.reversed())
  }
}
