public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A vector's numbers as bytes: little-endian IEEE 754 after one byte with their width, 4 if every number is exactly a
/// Float, as from embedders, else 8. An empty vector has no bytes.
///
/// Bytes without that first byte are numbers of 8 bytes, as version 1 wrote them. The forms differ in the count of
/// their bytes, which is odd only with the first byte.
public enum VectorCoding {
  /// Bit for bit, including -0 and NaN. O(numbers).
  public static func data(_ numbers: [Double]) -> Data {
    guard !numbers.isEmpty else { return Data() }
    let isNarrow = numbers.allSatisfy { Double(Float($0)).bitPattern == $0.bitPattern }
    var data = Data(capacity: 1 + numbers.count * (isNarrow ? 4 : 8))
    data.append(isNarrow ? narrowTag : wideTag)
    for number in numbers {
      if isNarrow {
        append(Float(number).bitPattern, to: &data)
      } else {
        append(number.bitPattern, to: &data)
      }
    }
    return data
  }

  /// nil for bytes that do not encode numbers. O(numbers).
  public static func numbers(_ data: Data) -> [Double]? {
    data.withUnsafeBytes { bytes in
      if bytes.count % 8 == 0 { return wide(bytes[...]) }
      switch bytes[0] {
      case narrowTag where bytes.count % 4 == 1: return narrow(bytes[1...])
      case wideTag where bytes.count % 8 == 1: return wide(bytes[1...])
      default: return nil
      }
    }
  }

  /// What version 1 stored, in the present form; anything else as it is, a blob's reference too.
  public static func packed(_ value: JSONValue) -> JSONValue {
    guard let data = value.string.flatMap({ Data(base64Encoded: $0) }), data.count % 8 == 0,
      let numbers = numbers(data)
    else { return value }
    return .string(Self.data(numbers).base64EncodedString())
  }

  private static let narrowTag: UInt8 = 4
  private static let wideTag: UInt8 = 8

  private static func append<Bits: FixedWidthInteger>(_ bits: Bits, to data: inout Data) {
    withUnsafeBytes(of: bits.littleEndian) { data.append(contentsOf: $0) }
  }

  private static func narrow(_ bytes: Slice<UnsafeRawBufferPointer>) -> [Double] {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return (0..<bytes.count / 4).map {
      let bits = bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
      return Double(Float(bitPattern: UInt32(littleEndian: bits)))
    }
  }

  private static func wide(_ bytes: Slice<UnsafeRawBufferPointer>) -> [Double] {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return (0..<bytes.count / 8).map {
      let bits = bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)
      return Double(bitPattern: UInt64(littleEndian: bits))
    }
  }
}
