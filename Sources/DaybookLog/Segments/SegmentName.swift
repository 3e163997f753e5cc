import DaybookModel

/// A segment file's name. No other code reads or makes such names.
///
/// `000000000001-000000000730-<32 hex>.jsonl.zst` is sealed: first and last seq, and the first half of
/// the SHA-256 of the file's bytes; with `.age` behind it, the file is encrypted. `000000000731-<16 hex>.open.jsonl.zst` is
/// open: first seq, random.
package enum SegmentName: Hashable, Sendable {
  case sealed(first: UInt64, last: UInt64, digest: Digest)
  case open(first: UInt64, random: String)

  package var first: UInt64 {
    switch self {
    case .sealed(let first, _, _), .open(let first, _): first
    }
  }

  package var isSealed: Bool { if case .sealed = self { true } else { false } }
  package var isLocked: Bool { if case .sealed(_, _, let digest) = self { digest.isLocked } else { false } }

  /// What a file's name states about its bytes.
  package struct Digest: Hashable, Sendable {
    /// 32 hexadecimal digits.
    package var text: String
    /// Whether they are encrypted.
    package var isLocked = false

    fileprivate init(of bytes: Span<UInt8>, isLocked: Bool) {
      self.init(text: String(Hash256.of(bytes).description.prefix(digestCount)), isLocked: isLocked)
    }

    package init(text: String, isLocked: Bool = false) { (self.text, self.isLocked) = (text, isLocked) }
  }

  /// The name of a sealed file with these bytes.
  package static func sealed(first: UInt64, last: UInt64, file bytes: Span<UInt8>) -> SegmentName {
    .sealed(first: first, last: last, digest: Digest(of: bytes, isLocked: false))
  }

  /// The same of an encrypted one.
  package static func locked(first: UInt64, last: UInt64, file bytes: Span<UInt8>) -> SegmentName {
    .sealed(first: first, last: last, digest: Digest(of: bytes, isLocked: true))
  }

  /// Whether the name matches a segment's content; true for an open segment. Also true for an encrypted one, whose
  /// content is verified when it is opened.
  package func matches(_ content: Span<UInt8>) -> Bool {
    guard case .sealed(let first, let last, let digest) = self, !digest.isLocked else { return true }
    return self == .sealed(first: first, last: last, file: content)
  }

  /// Whether the name matches the bytes of a file in the folder.
  package func matches(file bytes: Span<UInt8>) -> Bool {
    guard case .sealed(_, _, let digest) = self else { return true }
    return digest == Digest(of: bytes, isLocked: digest.isLocked)
  }

  private static let suffix: StaticString = ".jsonl.zst"
  private static let lockedSuffix: StaticString = ".jsonl.zst.age"

  /// Whether a path is an encrypted segment's.
  package static func isLocked(path: String) -> Bool { path.utf8.dropping(suffix: lockedSuffix) != nil }

  private static let digestCount = 32
  private static let randomCount = 16
  private static let seqCount = 12
  /// The greatest seq that a name can hold.
  package static let seqMax: UInt64 = 999_999_999_999
}

extension SegmentName.Digest: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text: text, isLocked: false) }
}

extension SegmentName: LosslessStringConvertible, CustomStringConvertible {
  package var description: String {
    switch self {
    case .sealed(let first, let last, let digest):
      "\(Self.text(first))-\(Self.text(last))-\(digest.text)\(digest.isLocked ? Self.lockedSuffix : Self.suffix)"
    case .open(let first, let random): "\(Self.text(first))-\(random).open.jsonl.zst"
    }
  }

  /// Nil for anything but exactly the forms above.
  package init?(_ name: String) {
    // A name of the file system may be any bytes; only ASCII can match.
    let text = name.utf8
    if let stem = text.dropping(suffix: ".open.jsonl.zst") {
      let parts = stem.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count == 2, let first = Self.seq(parts[0]),
        let random = Self.hexadecimal(parts[1], Self.randomCount)
      else { return nil }
      self = .open(first: first, random: random)
    } else if let (stem, isLocked) = Self.stem(of: text) {
      let parts = stem.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count == 3, let first = Self.seq(parts[0]), let last = Self.seq(parts[1]), first <= last,
        let digest = Self.hexadecimal(parts[2], Self.digestCount)
      else { return nil }
      self = .sealed(first: first, last: last, digest: Digest(text: digest, isLocked: isLocked))
    } else {
      return nil
    }
  }

  private static func stem(of text: String.UTF8View) -> (stem: Substring.UTF8View, isLocked: Bool)? {
    if let stem = text.dropping(suffix: lockedSuffix) { return (stem, true) }
    return text.dropping(suffix: suffix).map { ($0, false) }
  }

  private static func text(_ seq: UInt64) -> String {
    let digits = String(seq)
    return String(repeating: "0", count: max(0, seqCount - digits.utf8.count)) + digits
  }

  private static func seq(_ text: Substring.UTF8View) -> UInt64? {
    guard text.count == seqCount, text.allSatisfy(isDigit), let seq = UInt64(Substring(text)), seq > 0 else {
      return nil
    }
    return seq
  }

  private static func hexadecimal(_ text: Substring.UTF8View, _ count: Int) -> String? {
    guard text.count == count,
      text.allSatisfy({ isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) })
    else { return nil }
    return String(Substring(text))
  }
}

extension String.UTF8View {
  fileprivate func dropping(suffix: StaticString) -> Substring.UTF8View? {
    let count = suffix.utf8CodeUnitCount
    guard self.suffix(count).elementsEqual(UnsafeBufferPointer(start: suffix.utf8Start, count: count)) else {
      return nil
    }
    return self.dropLast(count)
  }
}
