public import FenceData
public import GeoPolicy

extension PolicySet {
  /// The policies as a policy file that leaves nothing to defaults: every key in one fixed order, "default" first and
  /// the others in the order of their names.
  public var effectiveJSON: JSONValue {
    let others = names.indices.dropFirst().sorted { names[$0] < names[$1] }
    let members = (Array(names.indices.prefix(1)) + others).map { index -> JSONValue.Member in
      (names[index].text, policies[index].effectiveJSON)
    }
    return .object([
      ("maxAge", .optional(maxAgeSeconds)), ("maxFuture", .optional(maxFutureSeconds)), ("policies", .object(members)),
    ])
  }

  /// What has to be changed in these policies to get `new`, one sentence for each value; empty where they mean the same.
  func changes(to new: PolicySet) -> [String] {
    var changes = effectiveJSON.changes(to: new.effectiveJSON, of: "")
    for (name, policy) in zip(names, policies) {
      let shown = "policy \(ShownText.quoted(name))"
      if let index = new.index(of: name) {
        changes += policy.effectiveJSON.changes(to: new.policies[index].effectiveJSON, of: shown + ": ")
      } else {
        changes.append("\(shown) is gone")
      }
    }
    for name in new.names where index(of: name) == nil { changes.append("policy \(ShownText.quoted(name)) is new") }
    return changes
  }
}

extension FencePolicy {
  fileprivate var effectiveJSON: JSONValue {
    .object([
      ("enterRadius", .number(enterRadiusMeters)), ("exitRadius", .number(exitRadiusMeters)),
      ("maxAccuracy", .number(maxAccuracyMeters)), ("acceptZeroAccuracy", .bool(acceptsZeroAccuracy)),
      ("missingAccuracy", .optional(missingAccuracyMeters)), ("enterConfirmations", .number(enterConfirmations)),
      ("exitConfirmations", .number(exitConfirmations)),
    ])
  }
}

extension JSONValue {
  /// How the plain values of two objects of the same keys differ.
  fileprivate func changes(to new: JSONValue, of owner: String) -> [String] {
    (members ?? []).compactMap { key, value in
      let (before, after) = (value.shown, new[key]?.shown ?? "absent")
      return value.members != nil || before == after ? nil : "\(owner)\(key) \(before) -> \(after)"
    }
  }
}
