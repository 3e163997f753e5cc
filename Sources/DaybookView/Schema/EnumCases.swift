/// The cases of an enumeration in which no case has a value, of which Swift keeps no list unless the type is
/// `CaseIterable`.
///
/// Swift numbers such cases from 0, in their order, in the smallest integer that holds them (docs/ABI/TypeLayout.rst of
/// the Swift project), and the type's descriptor says how many there are (docs/ABI/TypeMetadata.rst).
package enum EnumCases {
  /// Of the metadata of enumerations, apart from `Optional`.
  private static let metadataKind: UInt = 0x201
  /// Of a descriptor's flags: which declaration it describes, and the number for enumerations.
  private static let (descriptorMask, descriptorKind): (UInt32, UInt32) = (0x1f, 18)
  /// People do not read a longer list.
  private static let countMax: UInt32 = 1000

  /// All cases, in their order; empty for what is not such an enumeration.
  package static func all<Value>(of type: Value.Type) -> [Value] { values(type, in: 0..<count(of: type)) }

  /// The first case; nil for what is not such an enumeration.
  static func first<Value>(of type: Value.Type) -> Value? {
    values(type, in: 0..<min(1, count(of: type))).first
  }

  private static func count<Value>(of type: Value.Type) -> UInt32 {
    // There, the pointer to the descriptor is signed.
    #if _ptrauth(_arm64e)
      return 0
    #else
      let metadata = unsafeBitCast(type as any Any.Type, to: UnsafeRawPointer.self)
      guard metadata.load(as: UInt.self) == metadataKind else { return 0 }
      let descriptor = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
      let flags = descriptor.load(as: UInt32.self)
      // Behind the flags and four relative pointers.
      let withValues = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0x00ff_ffff
      let count = descriptor.load(fromByteOffset: 24, as: UInt32.self)
      // An enumeration of another language has another size.
      guard flags & descriptorMask == descriptorKind, withValues == 0, count <= countMax,
        MemoryLayout<Value>.size == (count <= 1 ? 0 : count <= 256 ? 1 : 2)
      else { return 0 }
      return count
    #endif
  }

  private static func values<Value>(_ type: Value.Type, in tags: Range<UInt32>) -> [Value] {
    tags.map { tag in
      withUnsafeTemporaryAllocation(byteCount: MemoryLayout<UInt32>.size, alignment: 8) { bytes in
        bytes.storeBytes(of: tag.littleEndian, as: UInt32.self)
        // Sound: the type has a case of each number, and no more bytes than were written.
        return bytes.load(as: type)
      }
    }
  }
}
