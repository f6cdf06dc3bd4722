/// One change of the fence set while it runs (rule R6).
public enum FenceChange: Sendable {
  /// A new fence, last in fence order and unknown for every device; its id must be free.
  case add(Fence)
  /// New geometry for the fence of this id, which keeps its place and its states; under another policy it is a removal
  /// and an addition.
  case edit(Fence)
  /// The fence of this id goes; a device inside it learns so with its next accepted sample.
  case remove(Identifier)
}
