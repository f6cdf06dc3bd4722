import CommandLineSupport
import FenceReplay
import GeoPolicy

/// The options of `cordon validation`.
struct ValidationOptions: Equatable {
  /// A part of a record.
  enum Part: String { case rules, device }

  /// The record.
  var record: String
  /// The files of the policies in use.
  var policies: [String]
  /// The folders of fixed samples.
  var folders: [String]
  /// The parts that must be current.
  var required: [Part]

  /// Understands the arguments that follow `validation`.
  init(_ arguments: [String]) throws(UsageError) {
    var operands: [String] = []
    var policies: [String] = []
    var required: String?
    var cursor = ArgumentCursor(arguments)
    while let argument = try cursor.next() {
      switch argument {
      case .option("--policy"): policies.append(try cursor.value())
      case .option("--require"): try cursor.take(into: &required)
      case .option(let name):
        let near = suggestion(for: name, among: ["--policy", "--require", "--help"])
        throw UsageError("unknown option \(name)\(near); cordon help validation lists all")
      case .operand(let text): operands.append(text)
      }
    }
    guard let record = operands.first, record != standardStreamPath, !record.isEmpty else {
      throw UsageError("validation needs the file of the record, as in cordon validation validation.json")
    }
    self.record = record
    self.policies = policies
    folders = Array(operands.dropFirst())
    self.required = [.rules, .device]
    if let required {
      guard let part = Part(rawValue: required) else {
        throw UsageError("--require \(required) is no part; write rules or device, or leave it out for both")
      }
      self.required = [part]
    }
  }
}

/// `cordon validation`: shows what was validated, and what of it is out of date.
struct ValidationCommand {
  private let options: ValidationOptions

  init(_ options: ValidationOptions) { self.options = options }

  /// Shows both parts, and fails where one that is required is not current.
  func run() throws {
    guard (try? FileSystem.status(of: options.record)) != nil else {
      // Says why in the words of all inputs.
      _ = try InputFile(path: options.record)
      return
    }
    let record = try RecordFile(path: options.record).read()
    var policies: [ValidationStatus.NamedPolicies] = []
    for path in options.policies { policies.append((path, try InputFile(path: path).policies())) }
    let status = ValidationStatus(of: record, policies: policies, folders: try folders())
    try writeToStandardOutput(status.text)
    let parts: [(ValidationOptions.Part, String, ValidationStatus.Part)] = [
      (.rules, "rules validated", status.rules), (.device, "device behavior validated", status.device),
    ]
    let failing = parts.filter { options.required.contains($0.0) && $0.2.standing != .current }
    guard !failing.isEmpty else { return }
    let reasons = failing.map { "\($0.1): \($0.2.standing.rawValue)" }.joined(separator: "; ")
    throw CommandEnd.failure(.checkFailed, "\(options.record): \(reasons)")
  }

  /// The folders as they are now; `nil` where none is named and there is none in the usual place.
  private func folders() throws -> [RulesValidation.Folder]? {
    var roots = options.folders
    if roots.isEmpty {
      guard (try? FileSystem.status(of: VerifyOptions.defaultFolder))?.kind == .directory else { return nil }
      roots = [VerifyOptions.defaultFolder]
    }
    let found = try ExpectationFolders.find(in: roots, isDefault: options.folders.isEmpty, takesNew: false)
    return try found.map { folder in
      RulesValidation.Folder(name: folder.name, hasPassed: true, subject: try folder.subject())
    }
  }
}
