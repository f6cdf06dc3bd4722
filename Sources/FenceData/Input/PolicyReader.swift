import GeoPolicy

/// Reads a policy file: JSON in which every key is optional and an unknown one is an error.
///
/// `null` stands for "none" where there can be none: `maxAge`, `maxFuture` and `missingAccuracy`.
///
/// - Throws: ``UnusableInput``, which names the key that is wrong.
public func readPolicies(_ bytes: UnsafeRawBufferPointer) throws(UnusableInput) -> PolicySet {
  var bytes = bytes.assumingMemoryBound(to: UInt8.self)
  if bytes.count >= 3, Byte.mark.elementsEqual(bytes.prefix(3)) { bytes = bytes.slice(3..<bytes.count) }
  guard !bytes.isBlank else {
    throw UnusableInput(message: "no policy: the file is empty; {} gives the default policy")
  }
  guard bytes.isUTF8 else { throw UnusableInput(message: "the policy file is no UTF-8 text; save it as UTF-8") }
  var reader = PolicyFileReader(bytes)
  return try reader.read()
}

/// Walks through a policy file.
private struct PolicyFileReader {
  private enum Fault: Error {
    case json(JSONFault)
    case message(String)
  }

  private static let topKeys = ["maxAge", "maxFuture", "policies"]
  private static let policyKeys = [
    "enterRadius", "exitRadius", "maxAccuracy", "acceptZeroAccuracy", "missingAccuracy", "enterConfirmations",
    "exitConfirmations",
  ]

  private let bytes: Bytes
  private var cursor: JSONCursor
  private var scratch: [UInt8] = []
  private var maxAge: Double?
  private var maxFuture: Double?
  private var standard = FencePolicy.standard
  private var named: [(name: Identifier, policy: FencePolicy)] = []

  init(_ bytes: Bytes) {
    self.bytes = bytes
    cursor = JSONCursor(bytes)
  }

  mutating func read() throws(UnusableInput) -> PolicySet {
    do throws(Fault) {
      try keys(of: "the policy file") { (self, key) throws(Fault) in try self.readTop(key) }
      do throws(JSONFault) { try cursor.end() } catch { throw .json(error) }
      return try checked("") { () throws(PolicyError) in
        try PolicySet(default: standard, named: named, maxAgeSeconds: maxAge, maxFutureSeconds: maxFuture)
      }
    } catch {
      let line = bytes.lineBreaks(in: 0..<min(cursor.position, bytes.count)) + 1
      switch error {
      case .json(let fault): throw UnusableInput(line: line, message: fault.message)
      case .message(let message): throw UnusableInput(line: line, message: message)
      }
    }
  }

  private mutating func readTop(_ key: String) throws(Fault) {
    switch key {
    case "maxAge": maxAge = try number(key, allowsNull: true)
    case "maxFuture": maxFuture = try number(key, allowsNull: true)
    case "policies":
      try keys(of: "\"policies\"") { (self, name) throws(Fault) in
        guard !name.isEmpty else { throw .message("a policy needs a name") }
        let policy = try self.readPolicy(name)
        if Identifier(name) == PolicySet.defaultName {
          self.standard = policy
        } else {
          self.named.append((name: Identifier(name), policy: policy))
        }
      }
    default:
      throw .message(
        Self.unknown(
          key, among: Self.topKeys, elsewhere: Self.policyKeys, "it belongs into a policy, such as \"default\""))
    }
  }

  private mutating func readPolicy(_ name: String) throws(Fault) -> FencePolicy {
    var numbers: [String: Double] = [:]
    var counts: [String: Int] = [:]
    var acceptsZero = FencePolicy.standard.acceptsZeroAccuracy
    let shownName = "policy \(ShownText.quoted(Identifier(name)))"
    try keys(of: shownName) { (self, key) throws(Fault) in
      switch key {
      case "enterRadius", "exitRadius", "maxAccuracy": numbers[key] = try self.number(key, allowsNull: false)
      case "missingAccuracy": numbers[key] = try self.number(key, allowsNull: true)
      case "enterConfirmations", "exitConfirmations": counts[key] = try self.count(key)
      case "acceptZeroAccuracy": acceptsZero = try self.boolean(key)
      default:
        let problem = Self.unknown(
          key, among: Self.policyKeys, elsewhere: Self.topKeys, "it belongs beside \"policies\", not into a policy")
        throw .message("\(shownName): \(problem)")
      }
    }
    return try checked("\(shownName): ") { () throws(PolicyError) in
      let standard = FencePolicy.standard
      return try FencePolicy(
        enterRadiusMeters: numbers["enterRadius"], exitRadiusMeters: numbers["exitRadius"],
        maxAccuracyMeters: numbers["maxAccuracy"] ?? standard.maxAccuracyMeters, acceptsZeroAccuracy: acceptsZero,
        missingAccuracyMeters: numbers["missingAccuracy"],
        enterConfirmations: counts["enterConfirmations"] ?? standard.enterConfirmations,
        exitConfirmations: counts["exitConfirmations"] ?? standard.exitConfirmations)
    }
  }

  // MARK: Values

  /// Calls `body` for every key of the object that comes next; a key that comes twice is an error.
  private mutating func keys(
    of owner: String, _ body: (inout Self, String) throws(Fault) -> Void
  ) throws(Fault) {
    var seen: Set<Identifier> = []
    guard cursor.peek() == Byte.openBrace else {
      throw .message("\(owner) must be a JSON object, {…}")
    }
    cursor.position += 1
    guard !cursor.take(Byte.closeBrace) else { return }
    repeat {
      guard cursor.peek() == Byte.quote else { throw .json(cursor.fault("a key in quotation marks")) }
      let field = try value()
      let key = field.withText(in: bytes, scratch: &scratch) { Identifier(utf8: $0) }
      guard cursor.take(Byte.colon) else { throw .json(cursor.fault("\":\"")) }
      guard seen.insert(key).inserted else {
        throw .message("\(ShownText.quoted(key)) is given twice in \(owner); keep one")
      }
      try body(&self, key.text)
    } while cursor.take(Byte.comma)
    guard cursor.take(Byte.closeBrace) else { throw .json(cursor.fault("\",\" or \"}\"")) }
  }

  private mutating func value() throws(Fault) -> RawField {
    do throws(JSONFault) { return try cursor.value() } catch { throw .json(error) }
  }

  private mutating func number(_ key: String, allowsNull: Bool) throws(Fault) -> Double? {
    let next = cursor.peek()
    let field = try value()
    if field.kind == .absent && allowsNull { return nil }
    guard next != Byte.quote, field.kind == .plain, let number = parseDecimal(bytes.slice(field.range)) else {
      throw .message("\"\(key)\" must be a number\(allowsNull ? " or null" : "")")
    }
    return number
  }

  private mutating func count(_ key: String) throws(Fault) -> Int? {
    guard let number = try number(key, allowsNull: false), let count = Int(exactly: number) else {
      throw .message("\"\(key)\" must be a whole number from 1 to \(FencePolicy.maximumConfirmations)")
    }
    return count
  }

  private mutating func boolean(_ key: String) throws(Fault) -> Bool {
    _ = cursor.peek()
    let start = cursor.position
    let field = try value()
    let text = bytes.slice(start..<cursor.position)
    guard field.kind == .other, text.equals("true") || text.equals("false") else {
      throw .message("\"\(key)\" must be true or false")
    }
    return text.equals("true")
  }

  private func checked<Value>(
    _ owner: String, _ make: () throws(PolicyError) -> Value
  ) throws(Fault) -> Value {
    do throws(PolicyError) { return try make() } catch { throw .message(owner + error.shownDescription) }
  }

  private static func unknown(_ key: String, among known: [String], elsewhere: [String], _ where: String) -> String {
    let shown = "unknown key \(ShownText.quoted(Identifier(key)))"
    if elsewhere.contains(key) { return "\(shown); \(`where`)" }
    if let near = NearestName.of(key, among: known) { return "\(shown); did you mean \"\(near)\"?" }
    return "\(shown); known are \(known.joined(separator: ", "))"
  }
}

extension PolicyError {
  /// The description with names fit to be shown.
  fileprivate var shownDescription: String {
    if case .duplicateName(let name) = self {
      return PolicyError.duplicateName(Identifier(ShownText.clipped(name))).description
    }
    return description
  }
}
