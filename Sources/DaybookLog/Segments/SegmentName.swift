import DaybookModel

/// A segment file's name: the only place that knows them.
///
/// `000000000001-000000000730-<32 hex>.jsonl.zst` is sealed: first and last seq, and the first half of
/// the SHA-256 of the file's bytes. `000000000731-<16 hex>.open.jsonl.zst` is open: first seq, random.
package enum SegmentName: Hashable, Sendable {
  case sealed(first: UInt64, last: UInt64, digest: String)
  case open(first: UInt64, random: String)

  package var first: UInt64 {
    switch self {
    case .sealed(let first, _, _), .open(let first, _): first
    }
  }

  package var isSealed: Bool { if case .sealed = self { true } else { false } }

  /// The name of a sealed file with these bytes.
  package static func sealed(first: UInt64, last: UInt64, file bytes: Span<UInt8>) -> SegmentName {
    .sealed(first: first, last: last, digest: String(Hash256.of(bytes).description.prefix(digestCount)))
  }

  /// Whether the name tells the truth about the bytes; true of an open one.
  package func matches(_ bytes: Span<UInt8>) -> Bool {
    guard case .sealed(let first, let last, _) = self else { return true }
    return self == .sealed(first: first, last: last, file: bytes)
  }

  private static let digestCount = 32
  private static let randomCount = 16
  private static let seqCount = 12
  /// The greatest seq that a name can hold.
  package static let seqMax: UInt64 = 999_999_999_999
}

extension SegmentName: LosslessStringConvertible, CustomStringConvertible {
  package var description: String {
    switch self {
    case .sealed(let first, let last, let digest):
      "\(Self.text(first))-\(Self.text(last))-\(digest).jsonl.zst"
    case .open(let first, let random): "\(Self.text(first))-\(random).open.jsonl.zst"
    }
  }

  /// Nil for anything but exactly the two forms above.
  package init?(_ name: String) {
    // A name of the file system may be any bytes; only ASCII can match.
    let text = name.utf8
    if let stem = text.dropping(suffix: ".open.jsonl.zst") {
      let parts = stem.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count == 2, let first = Self.seq(parts[0]),
        let random = Self.hexadecimal(parts[1], Self.randomCount)
      else { return nil }
      self = .open(first: first, random: random)
    } else if let stem = text.dropping(suffix: ".jsonl.zst") {
      let parts = stem.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count == 3, let first = Self.seq(parts[0]), let last = Self.seq(parts[1]), first <= last,
        let digest = Self.hexadecimal(parts[2], Self.digestCount)
      else { return nil }
      self = .sealed(first: first, last: last, digest: digest)
    } else {
      return nil
    }
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
