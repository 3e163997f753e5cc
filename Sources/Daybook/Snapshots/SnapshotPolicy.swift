/// When opening a ledger writes a snapshot.
package enum SnapshotPolicy: Sendable, Equatable {
  /// When it will save more than it costs.
  case measured
  /// Whenever anything was read.
  case always
  /// Neither reads one nor writes one.
  case never

  /// Reading a log that takes less is sooner done again.
  private static let replaySecondsMin = 0.01
  /// A snapshot is written again when reading what came since took this part of what writing it takes: so writing
  /// takes no more than a few times what it saves, and what is read again stays little.
  private static let shareOfWriting = 0.25

  func isWorthOne(_ seconds: Double) -> Bool {
    switch self {
    case .measured: seconds >= Self.replaySecondsMin
    case .always: true
    case .never: false
    }
  }

  func isWorthAnother(_ seconds: Double, after nanoseconds: UInt64, news events: Int) -> Bool {
    guard events > 0 else { return false }
    let limit = max(Self.replaySecondsMin, Double(nanoseconds) / 1e9 * Self.shareOfWriting)
    return self == .always || self == .measured && seconds >= limit
  }
}
