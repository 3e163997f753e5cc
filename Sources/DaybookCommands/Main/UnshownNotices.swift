import Daybook
import Synchronization

/// The notices of this run's writes that no answer has shown: many commands drop the receipts of their writes. They are
/// shown when the run ends, each once; that of a new replica also if the write was refused.
final class UnshownNotices: Sendable {
  @TaskLocal static var current = UnshownNotices()

  private let notices = Mutex<[Notice]>([])

  func note(_ notice: Notice) {
    notices.withLock { if !$0.contains(notice) { $0.append(notice) } }
  }

  func noteShown(_ notice: Notice) { notices.withLock { $0.removeAll { $0 == notice } } }

  /// Shows the notices that have not been shown.
  static func tell(_ messages: Messages) {
    let unshown = current.notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
    messages.show(unshown)
  }
}
