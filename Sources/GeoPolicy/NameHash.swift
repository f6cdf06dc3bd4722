/// A seeded hash of names. The seed differs from process to process, so that no file can be made to collide.
public struct NameHash: Sendable {
  private let key: UInt64

  /// A hash with a random key.
  public init() { key = UInt64.random(in: .min ... .max) | 1 }

  /// The hash of these bytes under the key.
  public func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = key ^ UInt64(name.count)
    var index = 0
    while index + 8 <= name.count {
      hash = mix(hash ^ UnsafeRawBufferPointer(name).loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < name.count {
      rest = rest << 8 | UInt64(name[index])
      index += 1
    }
    return mix(hash ^ rest)
  }

  private func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: key ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
