import DaybookModel

/// Puts stubs in place of lines in a segment of any replica; leaves, heads and signatures stay.
package enum SegmentErasing {
  package enum Outcome: Sendable {
    /// Nothing in it can be erased; the number of lines that stay although they should be erased, until their writer
    /// vouches for what is left of them.
    case unchanged(staying: Int)
    case made(SealedSegment, staying: Int)
    /// It cannot be read completely, and may hold texts.
    case unreadable
  }

  /// - Parameters:
  ///   - name: the file's name, which must match its bytes.
  ///   - due: the erase events whose texts are removed.
  ///   - all: the
  ///   erasures that vouch for stubs.
  package static func erase(
    _ bytes: [UInt8], _ name: SegmentName, _ due: Erasures, vouching all: Erasures,
    level: Int = CompactOptions().level
  ) -> Outcome {
    guard !name.isSealed || name.matches(bytes.span) else { return .unreadable }
    var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
    var writer: SealedSegmentWriter?
    var (isChanged, staying) = (false, 0)
    while let part = reader.next() {
      switch part {
      case .skippable: continue
      case .damage: return .unreadable
      case .frame(let content, _, _):
        var left = content
        staying += left.erase(due, vouching: all)
        isChanged = isChanged || left.variants != content.variants
        if writer == nil, let header = content.header {
          writer = SealedSegmentWriter(
            header: header, level: level, frameSizeBytes: CompactOptions().frameSizeBytes)
        }
        guard (try? writer?.append(left, commits: left.commits.indices)) != nil else { return .unreadable }
      }
    }
    guard isChanged else { return .unchanged(staying: staying) }
    guard let made = try? writer?.finish() else { return .unreadable }
    return .made(made, staying: staying)
  }
}
