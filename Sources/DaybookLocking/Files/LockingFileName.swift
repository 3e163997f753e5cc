import DaybookLog
import DaybookModel

/// The name of a file that a locked replica's folder has beside its segments. Only this type knows these names.
///
/// `keys-<n>-<32 hex>.age`, `device-<n>-<32 hex>.json`, `offer-<n>-<32 hex>.age` and `notice-<n>-<32 hex>.age`; the digits
/// are the first half of the SHA-256 of the file's bytes.
package struct LockingFileName: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case keyring = "keys"
    case device
    case offer
    case notice

    /// Whether a file with a greater number replaces the others. Offers and notices are for different devices.
    package var isReplaced: Bool { self == .keyring || self == .device }

    fileprivate var suffix: String { self == .device ? ".json" : ".age" }
  }

  package var kind: Kind
  /// From 1.
  package var number: UInt64
  /// 32 lower-case hex digits.
  package private(set) var digest: String

  private static let digestCount = 32

  /// The name of a file with these bytes.
  package init(_ kind: Kind, _ number: UInt64, file bytes: Span<UInt8>) {
    (self.kind, self.number) = (kind, number)
    digest = String(Hash256.of(bytes).description.prefix(Self.digestCount))
  }

  /// Whether the name matches the bytes.
  package func matches(_ bytes: Span<UInt8>) -> Bool {
    self == LockingFileName(kind, number, file: bytes)
  }
}

extension LockingFileName: LosslessStringConvertible, CustomStringConvertible {
  package var description: String { "\(kind.rawValue)-\(number)-\(digest)\(kind.suffix)" }

  /// Nil unless it is exactly one of the forms above.
  package init?(_ name: String) {
    for kind in Kind.allCases where name.hasPrefix(kind.rawValue + "-") && name.hasSuffix(kind.suffix) {
      let parts = name.dropFirst(kind.rawValue.count + 1).dropLast(kind.suffix.count).split(
        separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = PositiveNumber.parse(parts[0]),
        parts[1].utf8.count == Self.digestCount,
        parts[1].utf8.allSatisfy({ isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) })
      else { return nil }
      (self.kind, self.number, digest) = (kind, number, String(parts[1]))
      // A name in the file system may be any bytes, but strings compare by canonical equivalence.
      guard description.utf8.elementsEqual(name.utf8) else { return nil }
      return
    }
    return nil
  }
}

/// The numbers of rings, device files, epochs and statements: from 1 to 2⁶³ − 1.
enum PositiveNumber {
  /// In its written form: without a sign and without leading zeros.
  static func parse(_ text: some StringProtocol) -> UInt64? {
    guard let number = Int64(text), number > 0, String(number) == text else { return nil }
    return UInt64(number)
  }

  static func read(_ value: JSONValue?) -> UInt64? {
    guard let number = value?.int, number > 0 else { return nil }
    return UInt64(number)
  }
}
