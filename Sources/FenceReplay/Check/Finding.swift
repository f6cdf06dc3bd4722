public import GeoPolicy

/// One kind of thing that is wrong, or worth knowing, about a fence file.
public struct Finding: Sendable, Hashable {
  /// What was found.
  public var kind: FindingKind
  /// The fences, or for a row that was skipped the rows, that it concerns.
  public var count: Int
  /// The first of them in the order of the file; of radii, the first of each kind; of overlaps, the heaviest.
  public var examples: [FindingExample] = []
  /// The numbers behind it, as a clause; empty where the examples say all.
  public var detail = ""

  /// A finding of this kind about so many fences.
  public init(kind: FindingKind, count: Int) {
    self.kind = kind
    self.count = count
  }
}

/// One fence or row that a finding concerns. Holds no coordinates.
public struct FindingExample: Sendable, Hashable {
  /// The line, from 1, on which the row begins.
  public var line: Int
  /// The fence; `nil` where the row gave none.
  public var fence: Identifier?
  /// The other fence that the finding is about, and its line.
  public var other: Other?
  /// What is so here, as a clause; for a row that was skipped it names the fence.
  public var message: String
  /// How many more fences there are of which the same is to be said, where the examples are one of each kind.
  public var alikeCount = 0

  /// Another fence that a finding is about.
  public struct Other: Sendable, Hashable {
    /// The line, from 1, on which its row begins.
    public var line: Int
    /// The fence.
    public var fence: Identifier

    /// The fence of a line.
    public init(line: Int, fence: Identifier) {
      self.line = line
      self.fence = fence
    }
  }
}

/// What a check is asked for besides the fences.
public struct CheckSettings: Sendable, Hashable {
  /// Seconds from one report of a device to its next; `nil` leaves out what depends on it.
  public var intervalSeconds: Double?
  /// How fast devices are, in meters for each second; 50 km/h unless said otherwise.
  public var speedMetersPerSecond = 50 / 3.6
  /// The most examples of each finding.
  public var exampleLimit = 3

  /// A check without a report interval.
  public init() {}
}
