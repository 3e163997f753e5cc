import DaybookModel

/// What one run has read of each message and file. An export may report one twice, and overlapping exports do. The
/// newest edit counts, and the first of equally old reports, so that importing the same files again changes nothing.
struct ChatTellings {
  enum Verdict {
    /// It is to be imported.
    case counts
    /// The same report was read before, or a newer one.
    case isOld
    /// A different report was read before, and nothing says which is newer.
    case isDisputed
  }

  private struct Telling {
    /// In milliseconds; the least value if it was never edited.
    var editedAt: Int64
    var hash: Int
  }

  /// By the 128 bits of the id, which are a third of its memory.
  private var told: [SIMD2<UInt64>: Telling] = [:]

  /// - Parameters:
  ///   - id: a UUID.
  ///   - hash: of everything in the report.
  mutating func verdict(of id: String, _ hash: Int, editedAt: Instant? = nil) -> Verdict {
    let (key, moment) = (Self.key(id), editedAt?.milliseconds ?? .min)
    if let before = told[key], moment <= before.editedAt {
      return moment == before.editedAt && hash != before.hash ? .isDisputed : .isOld
    }
    told[key] = Telling(editedAt: moment, hash: hash)
    return .counts
  }

  /// Whether a message was read as it was edited then or later.
  func isEdited(_ id: String, since moment: Instant) -> Bool {
    told[Self.key(id)].map { $0.editedAt >= moment.milliseconds } ?? false
  }

  private static func key(_ id: String) -> SIMD2<UInt64> {
    let digits = id.utf8.lazy.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.reduce(into: SIMD2()) { key, digit in
      key = SIMD2(key.x << 4 | key.y >> 60, key.y << 4 | UInt64(digit))
    }
  }
}
