import Daybook
import Synchronization

/// The replicas that this run of the command made. Most commands show the notices of their writes. The notice of a
/// new replica is shown exactly once, whatever a command does with its notices and even if its write is refused.
final class MadeReplicas: Sendable {
  @TaskLocal static var current = MadeReplicas()

  private let notices = Mutex<[Notice]>([])

  func note(_ notice: Notice) { notices.withLock { $0.append(notice) } }

  func noteShown(_ notice: Notice) { notices.withLock { $0.removeAll { $0 == notice } } }

  /// Shows the notices that have not been shown.
  static func tell(_ messages: Messages) {
    let untold = current.notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
    messages.show(untold)
  }
}
