/// The seconds east of Greenwich that `UTC`, `Z`, `+02:00`, `-0330` or `+02` stand for; `nil` for any other text.
public func parseZoneOffset(_ text: String) -> Int? { nil }
