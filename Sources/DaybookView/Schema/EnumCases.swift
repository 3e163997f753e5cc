/// The cases of an enumeration without associated values. Swift keeps no list of them unless the type is
/// `CaseIterable`.
///
/// Swift numbers such cases from 0, in their order, in the smallest integer that holds them (docs/ABI/TypeLayout.rst of
/// the Swift project), and the type's descriptor says how many there are (docs/ABI/TypeMetadata.rst).
package enum EnumCases {
  /// The metadata kind of enumerations, apart from `Optional`.
  private static let metadataKind: UInt = 0x201
  /// The part of a descriptor's flags that says which declaration it describes, and its value for enumerations.
  private static let (descriptorMask, descriptorKind): (UInt32, UInt32) = (0x1f, 18)
  /// People do not read a longer list.
  private static let countMax: UInt32 = 1000

  /// All cases, in their order; empty for a type that is not such an enumeration.
  package static func all<Value>(of type: Value.Type) -> [Value] { values(type, in: 0..<count(of: type)) }

  /// The first case; nil for a type that is not such an enumeration.
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
      // After the flags and four relative pointers.
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

/// An enumeration of texts that shows values it does not know. A Swift `enum E: String, Codable` can be a field, too:
/// it reads an unknown text as the field's default, and the ledger keeps the text.
///
///     public struct CoverageRole: OpenEnum {
///       public var rawValue: String
///       public init(rawValue: String) { self.rawValue = rawValue }
///       public static let insured: Self = "insured"
///       public static let beneficiary: Self = "beneficiary"
///       public static let known: [Self] = [.insured, .beneficiary]
///     }
public protocol OpenEnum: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
  /// The values this version knows, in the order to list them.
  static var known: [Self] { get }
}

extension OpenEnum {
  /// The value with this text, whether or not it is ``OpenEnum/known``.
  public init(stringLiteral value: String) { self.init(rawValue: value) }
  public var description: String { rawValue }

  public init(from decoder: any Decoder) throws {
    decoder.typeDescription?.hear(Self.self, is: .enumeration(Self.knownValues))
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
