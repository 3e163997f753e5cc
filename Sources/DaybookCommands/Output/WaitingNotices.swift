import Daybook
import Synchronization

/// What waits or is missing is in the notices of every write that a command makes; this run of it shows it once, though
/// each write may name another cause.
final class WaitingNotices: Sendable {
  /// Nil where commands are called from within, as tests may.
  @TaskLocal static var current: WaitingNotices?

  private static let codes: Set<String> = ["publication-waits", "seal-waits", "own-missing"]

  private let shown = Mutex<Set<Substring>>([])

  /// Whether this run has not shown the notice yet.
  func takes(_ notice: Notice) -> Bool {
    guard Self.codes.contains(notice.code) else { return true }
    return shown.withLock { $0.insert(Self.withoutCause(notice.text)).inserted }
  }

  /// The system call that failed stands at the end, in parentheses; the seqs that are missing do, too, behind their
  /// count and their replica.
  private static func withoutCause(_ text: String) -> Substring {
    text.firstIndex(of: "(").map { text[..<$0].dropLast() } ?? text[...]
  }
}
