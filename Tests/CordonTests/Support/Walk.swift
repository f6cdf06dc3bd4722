import Foundation

/// A shop and a device that walks in and out: the input of tests that care for files more than for fences.
enum Walk {
  static let fences = "id,latitude,longitude\nshop,40,-75\n"
  static let header = "device,time,latitude,longitude,accuracy\n"
  static let samples = header + "d,1,40.0001,-75,5\nd,2,40.01,-75,5\nd,3,40.0001,-75,5\n"
  static let eventCount = 3

  /// A folder with both files.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(fences, to: "fences.csv")
    try folder.write(samples, to: "samples.csv")
    return folder
  }

  static let arguments = ["replay", "--fences", "fences.csv", "--samples", "samples.csv"]

  /// Rows that go in and out again and again, from row `start` on: every row an event.
  static func rows(from start: Int, count: Int) -> Data {
    var text = ""
    for row in start..<start + count { text += "d,\(row),\(row.isMultiple(of: 2) ? "40.0001" : "40.01"),-75,5\n" }
    return Data(text.utf8)
  }
}
