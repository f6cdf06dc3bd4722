import GeoPolicy

/// The fences of a file, and what is wrong with those that were skipped.
public struct FenceFile: Sendable {
  /// The usable fences, in the order of the file.
  public var fences: [Fence] = []
  /// One problem for every row that was skipped, in the order of the file.
  public var problems: [RowProblem] = []
  /// The number of rows or features, skipped ones counted.
  public var rowCount = 0
}

/// Reads fences from CSV, NDJSON or a GeoJSON FeatureCollection of Points; the bytes tell which it is.
///
/// - Parameter policies: The policies that fences may name, and whose radii they take where they give none.
/// - Throws: ``UnusableInput`` where not one fence can be used.
/// - Complexity: Linear in the bytes; memory for the fences alone.
public func readFences(_ bytes: UnsafeRawBufferPointer, policies: PolicySet) throws(UnusableInput) -> FenceFile {
  FenceFile()
}
