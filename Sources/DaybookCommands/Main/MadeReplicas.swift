import Daybook
import Synchronization

/// The replicas that this run of the command made. Most commands show the notices of what they wrote; whatever one does with
/// them, and though its write is refused, that the machine has a new replica is said, once.
final class MadeReplicas: Sendable {
  @TaskLocal static var current = MadeReplicas()

  private let notices = Mutex<[Notice]>([])

  func note(_ notice: Notice) { notices.withLock { $0.append(notice) } }

  func noteShown(_ notice: Notice) { notices.withLock { $0.removeAll { $0 == notice } } }

  /// Says what nobody has said.
  static func tell(_ messages: Messages) {
    let untold = current.notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
    messages.show(untold)
  }
}
