internal import FenceData
public import GeoPolicy

/// What tells whether something is still what it was: the SHA-256 of its bytes, or of its meaning in one fixed form.
///
/// It protects against change that nobody noticed, not against someone who changes the data and the fingerprint.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  /// 64 hexadecimal digits in small letters.
  public let description: String

  /// The fingerprint that these digits write, or `nil` where they are not 64 hexadecimal digits in small letters.
  public init?(_ digits: String) {
    guard digits.utf8.count == 64, digits.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
    description = digits
  }

  /// The fingerprint of these bytes.
  ///
  /// - Complexity: O(bytes).
  public init(of bytes: UnsafeRawBufferPointer) {
    var hash = SHA256()
    hash.update(bytes)
    self.init(&hash)
  }

  /// The fingerprint of all bytes that `next` gives, which fills a buffer from the front and returns how many bytes it
  /// gave, 0 at the end.
  public init<Failure: Error>(
    reading next: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    var hash = SHA256()
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = try next(chunk)
      if count == 0 { break }
      hash.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
    self.init(&hash)
  }

  init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { Fingerprint(of: $0) } }

  init(_ hash: inout SHA256) {
    let digits = hash.finish().flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
    description = String(decoding: digits, as: UTF8.self)
  }

  /// The first digits, enough to tell a few apart when people read them.
  public var short: String { String(description.prefix(12)) }

  private static let digits = Array("0123456789abcdef".utf8)
}

// What the fingerprints of policies and fences cover. A change of these forms would put every review out of date: it
// needs a new number in the first line.
extension Fingerprint {
  /// The fingerprint of the policies as they take effect: every value filled in, the policies in the order of their
  /// names. How the file is written, in which order, with or without the defaults, changes nothing.
  ///
  /// Policies that no fence names are part of it: whether one is in use depends on the fences.
  public init(_ policies: PolicySet) {
    var form = OutputBuffer()
    form.append(literal: "cordon policy 1\n")
    form.appendCompact(policies.effectiveJSON)
    self.init(of: form.bytes)
  }

  /// The fingerprint of the fences as they take effect: order, ids, centers, radii and names of their policies.
  ///
  /// CSV or GeoJSON, further columns, rows that give no fence, and a radius that is given although the policy would give
  /// the same, change nothing. The order of the fences is the order of events, and counts.
  public init(_ fences: [Fence], policies: PolicySet) {
    var hash = SHA256()
    var form = OutputBuffer()
    form.append(literal: "cordon fences 1\n")
    for fence in fences {
      form.append(string: fence.id.text)
      for number in [
        fence.center.latitude, fence.center.longitude, fence.enterRadiusMeters, fence.exitRadiusMeters,
      ] {
        form.append(literal: ",")
        form.append(number: number)
      }
      form.append(literal: ",")
      form.append(string: policies.names[fence.policyIndex].text)
      form.append(literal: "\n")
      form.bytes.withUnsafeBytes { hash.update($0) }
      form.removeAll()
    }
    self.init(&hash)
  }
}
