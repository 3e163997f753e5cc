import DaybookModel

/// Puts stubs in place of lines in a segment, whoever wrote it: leaves, heads and signatures stay.
package enum SegmentErasing {
  package enum Outcome: Sendable {
    /// Nothing of it is to be erased.
    case unchanged
    case made(SealedSegment)
    /// It cannot be read whole, and may hold texts.
    case unreadable
  }

  /// - Parameters:
  ///   - name: the file's; its bytes must be those that it was made of.
  ///   - due: what is to be erased for good.
  package static func erase(
    _ bytes: [UInt8], _ name: SegmentName, _ due: Erasures, level: Int = CompactOptions().level
  ) -> Outcome {
    guard !name.isSealed || name.matches(bytes.span) else { return .unreadable }
    var reader = SegmentReader(bytes: bytes, isSealed: name.isSealed)
    var writer: SealedSegmentWriter?
    var isChanged = false
    while let part = reader.next() {
      switch part {
      case .skippable: continue
      case .damage: return .unreadable
      case .frame(let content, _, _):
        var left = content
        left.redact(due)
        isChanged = isChanged || left.variants != content.variants
        if writer == nil, let header = content.header {
          writer = SealedSegmentWriter(
            header: header, level: level, frameSizeBytes: CompactOptions().frameSizeBytes)
        }
        guard (try? writer?.append(left, commits: left.commits.indices)) != nil else { return .unreadable }
      }
    }
    guard isChanged else { return .unchanged }
    guard let made = try? writer?.finish() else { return .unreadable }
    return .made(made)
  }
}
